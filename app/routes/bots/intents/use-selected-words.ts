import { type RefObject, useEffect, useRef } from "react";
import { type Span, wholeWords } from "./words.ts";

/**
 * Reports a selection of words within one phrase, by mouse, or with Shift and the arrow keys where the browser has
 * caret browsing. Listens on the document, as a selection often ends beside the words or outside the list.
 */
export function useSelectedWords(
  onSelect: (key: number, span: Span) => void,
): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const latest = useRef(onSelect);
  useEffect(() => {
    latest.current = onSelect;
  });
  useEffect(() => {
    const look = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== "Shift") return;
      const selected = selectedWords(list.current);
      if (!selected) return;
      // Otherwise the next click on a button, which does not clear the selection, would report it again.
      getSelection()?.removeAllRanges();
      latest.current(selected.key, selected.span);
    };
    document.addEventListener("pointerup", look);
    document.addEventListener("keyup", look);
    return () => {
      document.removeEventListener("pointerup", look);
      document.removeEventListener("keyup", look);
    };
  }, []);
  return list;
}

/** Returns the words of one phrase that the selection touches, in UTF-16 units of its text. */
function selectedWords(list: HTMLElement | null): { key: number; span: Span } | undefined {
  const selection = getSelection();
  if (!list || !selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const from = range.commonAncestorContainer;
  const phrase = (from instanceof Element ? from : from.parentElement)?.closest<HTMLElement>("[data-phrase]");
  if (!phrase || !list.contains(phrase)) return undefined;
  const before = document.createRange();
  before.selectNodeContents(phrase);
  before.setEnd(range.startContainer, range.startOffset);
  const start = before.toString().length;
  const span = wholeWords(phrase.textContent, { start, end: start + range.toString().length });
  return span && { key: Number(phrase.dataset["phrase"]), span };
}
