import { useEffect } from "react";
import { bareTitle } from "#app/lib/title.ts";

/** Puts how many chats wait before the title of the tab, and on the icon of the installed console. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const show = () => {
      const wanted = count > 0 ? `(${count}) ${bareTitle()}` : bareTitle();
      if (document.title !== wanted) document.title = wanted;
    };
    show();
    // Each screen writes a title of its own.
    const watching = new MutationObserver(show);
    watching.observe(document.head, { childList: true, subtree: true, characterData: true });
    // Not every browser has icons to count on, and none is needed.
    const counted = navigator as Partial<Pick<Navigator, "setAppBadge">>;
    counted.setAppBadge?.(count).catch(() => undefined);
    return () => {
      watching.disconnect();
      document.title = bareTitle();
    };
  }, [count]);
}
