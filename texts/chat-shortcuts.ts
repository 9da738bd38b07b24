/** Keys on the screen of chats, in the list of all shortcuts. */
export const chatShortcutsTexts = {
  title: "In chats",
  nextChat: "Open the next chat",
  chatBefore: "Open the chat before",
  pickUp: "Pick up, accept or join the chat",
  reply: "Write an answer",
  note: "Write a note",
  transfer: "Transfer the chat",
  invite: "Invite a colleague",
  assign: "Assign the chat",
  layAside: "Lay the chat aside",
  closeChat: "Close the chat and open the next",
} as const;
