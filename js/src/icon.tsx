/** Round buttons and their drawings. */

export const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  recycle: "M20 12a8 8 0 1 1-2.6-5.9M20 3v5h-5",
  hint: "M9 18h6M10 21h4M8.5 14.5a6 6 0 1 1 7 0V16h-7z",
  leave: "M6 6l12 12M18 6 6 18",
  run: "M7 5v14l12-7z",
  halt: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7zM18 5v14",
  step_back: "M18 5v14l-9-7zM6 5v14",
  none: "M12 4a8 8 0 1 0 .1 0zM6.5 6.5l11 11",
};

export function Drawing({ name }: { name: keyof typeof ICONS }) {
  return (
    <svg class="drawing" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

interface IconProps {
  name: keyof typeof ICONS;
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

export function Icon({ name, label, disabled = false, onClick }: IconProps) {
  return (
    <button type="button" class="icon" aria-label={label} title={label} aria-disabled={disabled} onClick={() => disabled || onClick()}>
      <Drawing name={name} />
    </button>
  );
}
