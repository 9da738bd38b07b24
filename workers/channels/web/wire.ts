/** An address that no public host can have: the sender leads it to the object of the visitor. */
export const WEB_HOST = "web.invalid";
