/** The directory database: enterprises, their users and everything about authentication. */
export * from "./api-keys.ts";
export * from "./audit.ts";
export * from "./billing.ts";
export * from "./codes.ts";
export * from "./enterprises.ts";
export * from "./after-commit-tasks.ts";
export * from "./guards.ts";
export * from "./mails.ts";
export * from "./moves.ts";
export * from "./sessions.ts";
export * from "./switches.ts";
export * from "./users.ts";
