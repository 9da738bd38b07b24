import { type RefObject, useLayoutEffect, useRef } from "react";

interface Caret<Control> {
  ref: RefObject<Control | null>;
  /** For the control's onSelect. */
  remember: () => void;
  /** Puts words where the caret was last, and the caret behind them. */
  insert: (text: string, words: string, change: (next: string) => void) => void;
}

/** Where the caret of a text control was, also after another control took the focus. */
export function useCaret<Control extends HTMLInputElement | HTMLTextAreaElement>(): Caret<Control> {
  const ref = useRef<Control>(null);
  const range = useRef<[number, number]>(undefined);
  const behind = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (behind.current === undefined || !ref.current) return;
    ref.current.setSelectionRange(behind.current, behind.current);
    behind.current = undefined;
  });
  return {
    ref,
    remember() {
      const { selectionStart, selectionEnd } = ref.current ?? {};
      if (typeof selectionStart === "number")
        range.current = [selectionStart, selectionEnd ?? selectionStart];
    },
    insert(text, words, change) {
      const [from, to] = range.current ?? [text.length, text.length];
      behind.current = from + words.length;
      range.current = [behind.current, behind.current];
      change(text.slice(0, from) + words + text.slice(to));
      ref.current?.focus();
    },
  };
}
