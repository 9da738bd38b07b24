import type { botSessions } from "#db/tenant/bot-sessions.ts";
import type { AgentConfig } from "#workers/contract/endpoints/bots.ts";
import { SESSION_GAP_MS } from "#workers/contract/endpoints/bot-sessions.ts";
import { defaultConfig } from "../bots/agent.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";

type SessionRow = typeof botSessions.$inferSelect;

interface StateRow {
  config: string;
  versionId: string | null;
  contentChangedAt: number;
  file: string | null;
  vectorFile: string | null;
  website: number | null;
  documents: number | null;
  genAiConfigId: string | null;
  sessionId: string | null;
  channel: string;
  senderId: string;
  startedAt: number;
  lastAt: number;
  turns: number;
  pending: string | null;
  scoped: number;
  lastIntentId: string | null;
  offeredFor: string | null;
}

/** Every turn asks this, so its text is fixed: building it takes longer than asking. */
const STATE = `SELECT a.config, a.model_version_id AS versionId, a.content_changed_at AS contentChangedAt,
    v.file, v.report->>'$.vectors.file' AS vectorFile,
    k.kb_from_website AS website, k.kb_from_doc AS documents, k.gen_ai_config_id AS genAiConfigId,
    s.id AS sessionId, s.channel, s.sender_id AS senderId, s.started_at AS startedAt, s.last_at AS lastAt, s.turns,
    s.pending, s.scoped, s.last_intent_id AS lastIntentId, o.text AS offeredFor
  FROM agents a
  LEFT JOIN model_versions v ON v.enterprise_id = a.enterprise_id AND v.id = a.model_version_id
  LEFT JOIN knowledge_configs k ON k.enterprise_id = a.enterprise_id AND k.agent_id = a.id
  LEFT JOIN conversations s ON s.enterprise_id = a.enterprise_id AND s.agent_id = a.id AND s.id = ?3
  LEFT JOIN turns o ON o.enterprise_id = ?1 AND o.id = s.pending->>'$.turnId'
  WHERE a.enterprise_id = ?1 AND a.id = ?2`;

/** Reads the bot, the version that serves, the session if it goes on, and whether there is a knowledge base. */
export async function readState(
  { db, enterpriseId, now }: Ctx,
  { agentId, sessionId }: { agentId: string; sessionId?: string | null | undefined },
) {
  const found = await db.$client
    .prepare(STATE)
    .bind(enterpriseId, agentId, sessionId ?? "")
    .first<StateRow>();
  if (!found) throw new DomainError("notFound");
  const { versionId, file, vectorFile } = found;
  return {
    config: { ...defaultConfig, ...(JSON.parse(found.config) as AgentConfig) },
    contentChangedAt: found.contentChangedAt,
    version: versionId && file ? { id: versionId, file, vectorFile: vectorFile ?? undefined } : undefined,
    conversation: openSession(found, { enterpriseId, agentId }, now()),
    /** The person's words that the bot asks about; only their own turn keeps them. */
    offeredFor: found.offeredFor,
    hasKnowledge: found.website === 1 || found.documents === 1,
    genAiConfigId: found.genAiConfigId,
  };
}
export type TurnState = Awaited<ReturnType<typeof readState>>;

function openSession(
  { sessionId, channel, senderId, startedAt, lastAt, turns, pending, scoped, lastIntentId }: StateRow,
  of: Pick<SessionRow, "enterpriseId" | "agentId">,
  now: number,
): SessionRow | undefined {
  if (sessionId === null || now - lastAt > SESSION_GAP_MS) return undefined;
  const asking = pending === null ? null : (JSON.parse(pending) as SessionRow["pending"]);
  return {
    ...of,
    id: sessionId,
    channel,
    senderId,
    startedAt,
    lastAt,
    turns,
    pending: asking,
    scoped,
    lastIntentId,
  };
}
