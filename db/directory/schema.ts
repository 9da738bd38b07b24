/** The directory database: enterprises, who may come in, and what guards the door. */
export * from "./enterprises.ts";
export * from "./guards.ts";
export * from "./sessions.ts";
export * from "./users.ts";
