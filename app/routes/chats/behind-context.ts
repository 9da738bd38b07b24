import { createContext, type ReactNode } from "react";

/** What stands beside a message; nothing where nothing was behind it. */
export type BehindOf = (messageId: string) => ReactNode;

export interface BehindProps {
  chatId: string;
  /** Places of a part of the chat. */
  first: number;
  last: number;
  children: (of: BehindOf) => ReactNode;
}

/** Gives each part of a history what was behind its messages; null where nobody asks, as among live chats. */
export const BehindContext = createContext<((props: BehindProps) => ReactNode) | null>(null);
