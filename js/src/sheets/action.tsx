/** A button on a sheet. */
export function Action({ label, main = false, onClick }: { label: string; main?: boolean; onClick: () => void }) {
  return (
    <button type="button" class={main ? "action main" : "action"} onClick={onClick}>
      {label}
    </button>
  );
}
