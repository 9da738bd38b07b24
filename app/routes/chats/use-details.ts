import { useState } from "react";
import { useMedia } from "#app/components/use-media.ts";

const HIDDEN = "chatDetailsHidden";

export interface DetailsShown {
  shown: boolean;
  /** In a wide window they stand beside the chat, from the beginning on; in another they come over it. */
  isBeside: boolean;
  toggle: () => void;
}

/** Whether who a chat is with is shown; who hides it in a wide window finds it hidden the next time. */
export function useDetails(): DetailsShown {
  const isBeside = useMedia("(min-width: 80rem)");
  const [open, setOpen] = useState(false);
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN) !== null);
  const toggle = () => {
    if (!isBeside) return setOpen(!open);
    if (hidden) localStorage.removeItem(HIDDEN);
    else localStorage.setItem(HIDDEN, "1");
    setHidden(!hidden);
  };
  return { shown: isBeside ? !hidden : open, isBeside, toggle };
}
