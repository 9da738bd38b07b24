/** Where the connection of a WhatsApp account is handed back to the screen that began it. */
export const dialog360Texts = {
  title: "Thank you",
  relayed: "The account was handed over. Continue in the window where you started; you can close this one.",
  notOurs: "This page was not opened by a connection that you started here, so nothing was handed over.",
  again: "Start again where you connect the account.",
  signedOut: "You are not signed in, so nothing was handed over.",
  forbidden: "You do not have permission to connect an account.",
} as const;
