import type { ChangedAction } from "#workers/contract/chat-events.ts";

/** A note, in which the names of the mentioned stand out. */
export function Noted({ text, mentions }: Pick<ChangedAction, "text" | "mentions">) {
  const names = mentions.map(({ name }) => `@${name}`);
  return partsOf(text, names).map((part, at) =>
    // A place in a text that does not change is the only name that it has.
    // oxlint-disable-next-line react/no-array-index-key
    names.includes(part) ? <strong key={at}>{part}</strong> : part,
  );
}

/** The text cut at these names, which are parts of their own; the longest first, since one may begin another. */
const partsOf = (text: string, names: readonly string[]): string[] =>
  names
    .toSorted((a, b) => b.length - a.length)
    .reduce<string[]>(
      (parts, name) =>
        parts.flatMap((part) =>
          names.includes(part)
            ? [part]
            : part.split(name).flatMap((rest, at) => (at === 0 ? [rest] : [name, rest])),
        ),
      [text],
    )
    .filter(Boolean);
