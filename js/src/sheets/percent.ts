import type { Words } from "../words";

/** A share as the viewer's language writes it: "67%", "67 %". */
export function percent(share: number, words: Words): string {
  return new Intl.NumberFormat(words.locale, { style: "percent" }).format(share);
}
