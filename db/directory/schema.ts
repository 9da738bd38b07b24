/** The directory database: enterprises, who may come in, and what guards the door. */
export * from "./audit.ts";
export * from "./codes.ts";
export * from "./enterprises.ts";
export * from "./errands.ts";
export * from "./guards.ts";
export * from "./mails.ts";
export * from "./sessions.ts";
export * from "./users.ts";
