import type { HeldKind } from "#workers/contract/automation/triggers.ts";
import { folded } from "#workers/contract/who-speaks.ts";

/** A trigger of a started instance that a message may fit. */
export interface Beginning {
  kind: HeldKind;
  key: string;
  instanceId: string;
}

/** Words between spaces, whatever stands between them. */
const apart = (text: string): string => ` ${text.replaceAll(/[\p{P}\s]+/gu, " ").trim()} `;

interface InboundWords {
  /** As they were written; '' where there are none. */
  words: string;
  kind: string;
  /** Nothing of theirs came in on the channel before. */
  isFirst: boolean;
}

/**
 * The instance that a message begins: by its whole text, then by the longest words that it starts with or contains, then by
 * being somebody's first, of a kind, or any.
 */
export function beginningOf(
  all: readonly Beginning[],
  { words, kind, isFirst }: InboundWords,
): Beginning | undefined {
  if (all.length === 0) return undefined;
  const text = folded(words);
  const spaced = apart(text);
  const best = (of: HeldKind, fits: (key: string) => boolean) =>
    all
      .filter((each) => each.kind === of && fits(each.key))
      .toSorted((a, b) => b.key.length - a.key.length)[0];
  const byWords =
    text === ""
      ? undefined
      : (best("keyword", (key) => key === text) ??
        best("starts", (key) => spaced.startsWith(apart(key))) ??
        best("contains", (key) => spaced.includes(apart(key))));
  const message = (what: string) => best("message", (key) => key === what);
  return byWords ?? (isFirst ? message("first") : undefined) ?? message(kind) ?? message("any");
}
