import type { SheetContent } from "../panels";
import type { Session } from "../session";

export function Help({ session }: SheetContent) {
  const { how, keys } = session.words.of;
  const list = (lines: string[]) => (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
  return (
    <>
      {list(rulesInWords(session))}
      <h3>{how.keys}</h3>
      {list(Object.values(keys))}
    </>
  );
}

/** The rules of this table in short sentences. */
function rulesInWords({ words, table: { rules } }: Session): string[] {
  const { how } = words.of;
  const stock = rules.stock_as_rows
    ? [how.columns]
    : [
        rules.waste_piles === 3 ? how.three : how.stock,
        ...(rules.stock_playable ? [how.stock_top] : []),
        rules.passes === null ? how.unlimited : words.say(how.passes, { n: rules.passes }),
      ];
  return [how.pairs, rules.cover_pairs ? how.cover_pairs : how.free, ...stock, how[rules.win]];
}
