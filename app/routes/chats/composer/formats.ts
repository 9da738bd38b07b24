import type { Mark } from "#app/features/message-words/marks.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

/** The signs around formatted words, on channels that know formats. */
const SIGNS: Readonly<Record<Mark, string>> = { bold: "*", italic: "_", strike: "~", mono: "```" };

export const hasFormats = (channelType: number): boolean => channelType === channelTypes.whatsApp;

export interface Span {
  from: number;
  to: number;
}
/** Which part of a text is replaced by what, and what is selected then. */
export interface Edit extends Span {
  words: string;
  selected: Span;
}

/** Puts a format around the selected words, or takes it away where it is there; spaces stay outside. */
export function formatEdit(text: string, { from, to }: Span, mark: Mark): Edit {
  const sign = SIGNS[mark];
  const chosen = text.slice(from, to);
  const start = from + (chosen.trim() === "" ? 0 : chosen.length - chosen.trimStart().length);
  const inner = text.slice(start, start + chosen.trim().length);
  const end = start + inner.length;
  const isAround = text.slice(0, start).endsWith(sign) && text.slice(end).startsWith(sign);
  if (isAround) return edit({ from: start - sign.length, to: end + sign.length }, inner);
  const isWithin = inner.length > 2 * sign.length && inner.startsWith(sign) && inner.endsWith(sign);
  if (isWithin) return edit({ from: start, to: end }, inner.slice(sign.length, -sign.length));
  // Only monospaced words may go over several lines.
  if (mark === "mono" || !inner.includes("\n"))
    return edit({ from: start, to: end }, sign + inner + sign, sign.length);
  const lines = inner.replaceAll(/\S(?:[^\n]*\S)?/g, (line) => sign + line + sign);
  return edit({ from: start, to: end }, lines);
}

const edit = ({ from, to }: Span, words: string, edge = 0): Edit => ({
  from,
  to,
  words,
  selected: { from: from + edge, to: from + words.length - edge },
});

/** Makes an edit as if it were typed, so that Ctrl + Z takes it back. */
export function typeEdit(area: HTMLTextAreaElement, { from, to, words, selected }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  // Deprecated without anything in its place: nothing else can be undone by hand.
  // oxlint-disable-next-line typescript/no-deprecated
  if (!document.execCommand(words === "" ? "delete" : "insertText", false, words)) {
    area.setRangeText(words, from, to, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  area.setSelectionRange(selected.from, selected.to);
}
