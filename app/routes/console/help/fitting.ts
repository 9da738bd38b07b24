import type { HelpItem } from "#workers/contract/endpoints/help.ts";

/** Returns the entries that contain every word of the text in title or summary; all of them for an empty text. */
export function fitting(items: readonly HelpItem[], text: string): HelpItem[] {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  return items.filter(({ title, summary }) => {
    const said = `${title} ${summary}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}
