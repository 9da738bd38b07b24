/** Where the connection of a WhatsApp account is handed back to the screen that began it. */
export const dialog360 = {
  title: "Thank you",
  relayed:
    "The account was handed over. You can go on in the window where you began; this one may be closed.",
  notOurs: "This address was not opened by a connection that you began here, so nothing was handed over.",
  again: "Begin again where you connect the account.",
  signedOut: "You are not signed in, so nothing was handed over.",
  forbidden: "You do not have permission to connect an account.",
} as const;
