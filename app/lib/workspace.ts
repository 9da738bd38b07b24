import { useLocation } from "react-router";

/** The chat workspace without the console around it, which other systems show in a frame or a window. */
export const WORKSPACE = "/chatagent";
/** Where one enters it, and where one is when its session has ended. */
export const WORKSPACE_DOOR = "/chatagent/enter";

const CONVERSATION = "/chat/conversation";

export const isWorkspace = (pathname: string): boolean =>
  pathname === WORKSPACE || pathname.startsWith(`${WORKSPACE}/`);

/** Whether the page is shown in a frame of another. */
export const isFramed = (): boolean => window.parent !== window;

export interface ChatPlaces {
  /** The screen of chats that one is on, or that of the console. */
  chats: string;
  /** The screen on which a chat opens that has ended. */
  past: string;
  /** Nothing but chats is here: what leads elsewhere opens a tab of its own. */
  isAlone: boolean;
}

/** For links to the console, which the workspace does not show. */
export const OWN_TAB = { target: "_blank", rel: "noopener" } as const;

/** Where chats open: the workspace is never left for a screen of the console. */
export function useChatPlaces(): ChatPlaces {
  const isAlone = isWorkspace(useLocation().pathname);
  return { chats: isAlone ? WORKSPACE : CONVERSATION, past: isAlone ? WORKSPACE : "/chat/history", isAlone };
}
