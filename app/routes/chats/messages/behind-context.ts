import { createContext, type ReactNode } from "react";

/** The note beside a message, where anything was behind it, and rows after it; for "" those before all messages. */
export type BehindOf = (messageId: string) => { note: ReactNode; after: ReactNode };

export interface BehindProps {
  chatId: string;
  /** Places of a part of the chat. */
  first: number;
  last: number;
  children: (of: BehindOf) => ReactNode;
}

/** Gives each part of a history what was behind its messages; null where nobody asks, as among live chats. */
export const BehindContext = createContext<((props: BehindProps) => ReactNode) | null>(null);
