/** A tenant database: everything that belongs to one enterprise, row by row. */
export * from "./agents.ts";
export * from "./audit.ts";
export * from "./auth-configs.ts";
export * from "./chat-hours.ts";
export * from "./conversations.ts";
export * from "./customers.ts";
export * from "./departments.ts";
export * from "./drive.ts";
export * from "./entities.ts";
export * from "./imports.ts";
export * from "./integrations.ts";
export * from "./intents.ts";
export * from "./jobs.ts";
export * from "./knowledge.ts";
export * from "./secrets.ts";
export * from "./stories.ts";
export * from "./test-questions.ts";
