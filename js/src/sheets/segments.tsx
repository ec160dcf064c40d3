import { useState } from "preact/hooks";

interface SegmentsProps<T> {
  legend: string;
  options: { value: T; label: string }[];
  value: T;
  choose: (value: T) => void;
}

/** A few choices side by side, one of which is made. */
export function Segments<T extends string | number | null>({ legend, options, value, choose }: SegmentsProps<T>) {
  const [name] = useState(() => `segments-${Math.random()}`); // two boards may stand on one page
  return (
    <fieldset class="segments">
      <legend>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => choose(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
