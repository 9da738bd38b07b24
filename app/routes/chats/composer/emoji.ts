import { useEffect, useState } from "react";
import { loadPart } from "#app/lib/load-part.ts";
import type { Emoji } from "./emoji-table.ts";

/** Emoji that a word finds: by their names, then by other words, whose beginning it is. */
export function emojiFor(table: readonly Emoji[], query: string, most: number): Emoji[] {
  const wanted = query.toLowerCase();
  const named = table.filter(({ name }) => name.startsWith(wanted));
  const others = table.filter(
    (one) => !named.includes(one) && one.words.some((word) => word.startsWith(wanted)),
  );
  return [...named, ...others].slice(0, most);
}

/** The one that `smile:` closes; undefined while nothing is closed, or none is called so. */
export const closedEmoji = (table: readonly Emoji[], query: string): Emoji | undefined =>
  query.endsWith(":") ? table.find(({ name }) => `${name}:` === query.toLowerCase()) : undefined;

const none: readonly Emoji[] = [];

/** The table, which comes when the first emoji is asked for. Where it does not come, what was typed stays. */
export function useEmojiTable(wanted: boolean): readonly Emoji[] {
  const [table, setTable] = useState(none);
  useEffect(() => {
    if (!wanted || table !== none) return undefined;
    let gone = false;
    loadPart(() => import("./emoji-table.ts")).then(
      ({ emojiTable }) => gone || setTable(emojiTable),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [wanted, table]);
  return table;
}
