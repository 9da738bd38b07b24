import { type RefObject, useEffect, useRef } from "react";

const HEADING = "[data-chat-heading]";
const isSeen = (element: Element): boolean => element.getClientRects().length > 0;
const isWriting = (element: Element | null): boolean => element?.matches("input, textarea, select") ?? false;

/** Puts the focus on the heading of the chat in which this is. */
export const toHeading = (inside: Element | null): void =>
  inside?.closest("[data-chat-pane]")?.querySelector<HTMLElement>(HEADING)?.focus({ preventScroll: true });

/**
 * Keeps the focus with the work. A chat that opens has it on its heading; where what had it is gone (a row that left the
 * queue, a button that was pressed, a chat that was closed), the open chat takes it, or the list.
 */
export function useChatFocus(box: RefObject<HTMLElement | null>, shown: string): void {
  const before = useRef(shown);
  /** The chat that was left last, and the one whose heading is still to come. */
  const left = useRef("");
  const wanted = useRef("");
  const look = useRef(() => {});
  useEffect(() => {
    if (before.current === shown) return;
    left.current = before.current;
    before.current = shown;
    wanted.current = shown;
    look.current();
  }, [shown]);

  useEffect(() => {
    const root = box.current;
    if (!root) return undefined;
    let had = document.activeElement;
    let frame = 0;
    const find = (selector: string) => {
      const found = root.querySelector<HTMLElement>(selector);
      return found && isSeen(found) ? found : null;
    };
    /** Resolves nothing while a dialog is there: it gives the focus back first, unless what opened it is gone by then. */
    const settle = () => {
      frame = 0;
      const heading = find(wanted.current ? `[data-chat-heading="${wanted.current}"]` : HEADING);
      if (document.querySelector("[role=dialog],[role=alertdialog]")) {
        soon();
        return;
      }
      const now = document.activeElement;
      if (wanted.current && heading) {
        wanted.current = "";
        if (!isWriting(now)) heading.focus({ preventScroll: true });
        return;
      }
      if ((now !== null && now !== document.body) || !had || isSeen(had)) return;
      const fallback =
        heading ??
        find("[data-chat-pane]") ??
        find(`a[href*="chat=${left.current || "-"}"]`) ??
        find("li a") ??
        document.querySelector<HTMLElement>("main h1");
      fallback?.focus({ preventScroll: true });
    };
    const soon = () => (frame ||= requestAnimationFrame(settle));
    look.current = () => void soon();
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element) had = target;
    };
    // Somebody goes on by themselves meanwhile.
    const goOn = () => (wanted.current = "");
    const observer = new MutationObserver(soon);
    observer.observe(root, { childList: true, subtree: true });
    document.addEventListener("focusin", onFocus);
    document.addEventListener("keydown", goOn, true);
    document.addEventListener("pointerdown", goOn, true);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("keydown", goOn, true);
      document.removeEventListener("pointerdown", goOn, true);
    };
  }, [box]);
}
