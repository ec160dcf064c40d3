/** A number or a name with a label. */
export function Figure({ label, value }: { label: string; value: string | number }) {
  return (
    <div>
      <dd>{value}</dd>
      <dt>{label}</dt>
    </div>
  );
}
