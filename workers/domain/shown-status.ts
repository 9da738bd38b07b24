import { sql } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import type { AgentStatus } from "#workers/contract/endpoints/agent-status.ts";

/** `shownStatus` of the contract in SQL. */
export const shownStatus = sql<AgentStatus>`CASE WHEN ${users.gone} AND ${users.agentStatus} = 'online' THEN 'away' ELSE ${users.agentStatus} END`;
