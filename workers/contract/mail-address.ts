/** Matches text that looks like an e-mail address; whether it is one is known once a mail has come back or not. */
export const MAIL_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
