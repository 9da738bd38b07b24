import { createContext } from "react";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";

/** The chat whose messages are shown, for whoever answers in it; null for who only reads it. */
export const HandlingContext = createContext<ChatEntry | null>(null);
