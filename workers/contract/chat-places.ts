/** Addresses of the console that show one message of a chat. */

/** Under this name the address says which message of which chat is looked at. */
export const AT = "at";
export const placeOf = (chatId: string, seq: number): string => `${chatId}~${seq}`;

/** Where colleagues who see the chat and may look at past chats find a message of it, while the chat is open and afterwards. */
export const messageUrl = (origin: string, chatId: string, seq: number): string =>
  new URL(`/chat/history?${new URLSearchParams({ chat: chatId, [AT]: placeOf(chatId, seq) })}`, origin).href;
