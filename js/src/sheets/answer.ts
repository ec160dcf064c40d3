import { useLayoutEffect, useState } from "preact/hooks";

/** What the kernel answers to a question that is asked when the sheet comes; null until then. */
export function useAnswer<T>(ask: () => Promise<T>): T | null {
  const [answer, setAnswer] = useState<T | null>(null);
  useLayoutEffect(() => {
    let open = true;
    ask().then((answered) => open && setAnswer(() => answered));
    return () => void (open = false);
  }, []);
  return answer;
}
