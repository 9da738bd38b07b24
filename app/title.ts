import { messages } from "#app/messages.ts";

/** The title of a route: "Screen – Chatbird". */
export const titleOf = (screen: string) => [{ title: `${screen} – ${messages.shell.product}` }];
