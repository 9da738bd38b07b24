import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useMedia } from "#app/components/use-media.ts";
import { useSearch } from "#app/kit/use-search.ts";

const HIDDEN = "chatDetailsHidden";
/** Under this name the address says that they are open over the chat, so that Back closes them first. */
const OPEN = "details";

export interface DetailsShown {
  shown: boolean;
  /** In a wide window they stand beside the chat, from the beginning on; in another they come over it. */
  isBeside: boolean;
  toggle: () => void;
}

/** Whether who a chat is with is shown; who hides it in a wide window finds it hidden the next time. */
export function useDetails(): DetailsShown {
  const isBeside = useMedia("(min-width: 80rem)");
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN) !== null);
  const over = useOverChat();
  const toggle = () => {
    if (!isBeside) return over.toggle();
    if (hidden) localStorage.removeItem(HIDDEN);
    else localStorage.setItem(HIDDEN, "1");
    setHidden(!hidden);
  };
  return { shown: isBeside ? !hidden : over.isOpen, isBeside, toggle };
}

/** Details that are opened here are a step of the browser's history, and closing them is a step back. */
function useOverChat() {
  const [search, change] = useSearch();
  const { state, key } = useLocation();
  const left = useRef("");
  const navigate = useNavigate();
  const isOpen = search.has(OPEN);
  // The browser's Forward opens the same entry again.
  useEffect(() => {
    if (!isOpen) left.current = "";
  }, [isOpen]);
  const wasOpened = (state as { hasOpened?: string } | null)?.hasOpened === OPEN;
  const toggle = () => {
    const kept = { preventScrollReset: true, state: { keepFocus: true, hasOpened: OPEN } };
    if (!isOpen) change({ [OPEN]: "1" }, kept);
    else if (wasOpened) {
      // The step back takes a moment, and a second press in it would be a second step, out of the chat.
      if (left.current !== key) void navigate(-1);
      left.current = key;
    } else change({ [OPEN]: "" }, { ...kept, state: { keepFocus: true }, replace: true });
  };
  return { isOpen, toggle };
}
