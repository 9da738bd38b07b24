import { z } from "zod";
import { endpoint, signedIn } from "../endpoint.ts";

/** Separate from the other calls on users, since the top bar needs these on every screen and no others. */

export const agentStatuses = ["online", "away", "offline"] as const;
export type AgentStatus = (typeof agentStatuses)[number];

/** The status that colleagues are shown: somebody gone without a word is away, whatever they have said. */
export const shownStatus = (agentStatus: AgentStatus, gone: boolean): AgentStatus =>
  gone && agentStatus === "online" ? "away" : agentStatus;

const ownStatus = z.object({ agentStatus: z.enum(agentStatuses) });

export const getAgentStatus = endpoint({
  method: "GET",
  path: "/e/enterprise/get_agent_status",
  summary: "Whether one says of oneself to be there",
  access: signedIn,
  reply: ownStatus,
  under: "response",
});

export const updateAgentStatus = endpoint({
  method: "PUT",
  path: "/e/enterprise/update_agent_status",
  summary: "Says whether one is there; colleagues see it at once",
  access: signedIn,
  body: ownStatus,
  reply: ownStatus,
  under: "response",
});
