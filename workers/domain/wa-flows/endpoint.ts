import { z } from "zod";
import type { TenantDb } from "#db/client.ts";
import { waFlowFileErrors as texts } from "#texts/wa-flow-files.ts";
import { claimsFiles } from "#workers/contract/wa-flows/files.ts";
import type { WaFlowContent, WaFlowRules } from "#workers/contract/wa-flows/flow.ts";
import { type EncryptedCall, type OpenedCall, openCall, sealReply } from "./crypto.ts";
import { refusing, replyTo } from "./exchange.ts";
import type { FileSession, takeFiles } from "./exchange-files.ts";

/** The answer of our endpoint: the sealed text, or a status that tells Meta what to do. */
export type EndpointReply = { status: 200 | 427; body: string } | { status: 421 };

export const encryptedCall = z.object({
  encrypted_flow_data: z.string(),
  encrypted_aes_key: z.string().max(1_000),
  initial_vector: z.string().max(100),
});

const flowCall = z.looseObject({
  action: z.string().max(50).default(""),
  screen: z.string().max(100).default(""),
  flow_token: z.string().max(200).default(""),
  data: z.record(z.string(), z.unknown()).catch({}).default({}),
});

interface Found {
  content: string;
  rules: string;
  screen: string;
  data: string;
  identityId: string | null;
  until: number;
}

/** A session that nobody has completed, in its time, of a flow that is not withdrawn. */
const SESSION = `SELECT f.content, f.rules, s.screen, s.data, s.identity_id AS identityId, s.until FROM wa_flow_sessions s CROSS JOIN wa_flows f ON f.id = s.flow_id AND f.state <> 'DEPRECATED'
  WHERE s.token = ?1 AND s.channel_id = ?2 AND s.completed_at IS NULL AND s.until > ?3`;
const OPENED = `UPDATE wa_flows SET opened = opened + 1 WHERE id = (SELECT flow_id FROM wa_flow_sessions WHERE token = ?1 AND opened_at IS NULL)`;
/** Two screens at once keep each other's answers; what would be too much is forgotten. */
const HEARD = `UPDATE wa_flow_sessions SET opened_at = coalesce(opened_at, ?2),
    data = CASE WHEN length(json_patch(data, ?3)) <= 64000 THEN json_patch(data, ?3) ELSE data END
  WHERE token = ?1 AND completed_at IS NULL`;

export interface Answering {
  db: TenantDb;
  channelId: string;
  now: number;
  /** The text for people whose flow has ended. */
  goneText: string;
  /** Private keys that may be used; anew where those that are known did not fit. */
  keys: (anew: boolean) => Promise<readonly CryptoKey[]>;
  /** Takes the files of a call in; see `takeFiles`. */
  takeFiles: (session: FileSession, values: Record<string, unknown>) => ReturnType<typeof takeFiles>;
}

/** Answers a call of Meta that was believed: every answer is encrypted with the call's own key. */
export async function answerCall(call: EncryptedCall, around: Answering): Promise<EndpointReply> {
  const opened =
    (await openCall(call, await around.keys(false))) ?? (await openCall(call, await around.keys(true)));
  if (!opened) return { status: 421 };
  const read = flowCall.safeParse(opened.body);
  if (!read.success) return { status: 421 };
  const { action, screen, flow_token: token, data } = read.data;
  if (action === "ping") return sealed(opened, { data: { status: "active" } });
  // Meta tells of what it could not draw; there is nothing to answer with but that it was heard.
  if (Object.hasOwn(data, "error")) return sealed(opened, { data: { acknowledged: true } });
  const found = await around.db.$client
    .prepare(SESSION)
    .bind(token, around.channelId, around.now)
    .first<Found>();
  if (!found) return { status: 427, body: await sealReply(opened, { error_msg: around.goneText }) };
  const known = {
    content: JSON.parse(found.content) as WaFlowContent,
    rules: JSON.parse(found.rules) as WaFlowRules,
    firstScreen: found.screen,
    data: JSON.parse(found.data) as Record<string, unknown>,
  };
  const taken =
    action === "data_exchange" ? await filesTaken(around, found, { token, data }) : { values: {} };
  const reply =
    "refused" in taken
      ? refusing(screen, taken.refused, known)
      : replyTo({ action, screen, data: taken.values, token }, known);
  const heard = "refused" in taken ? {} : taken.values;
  await around.db.$client.batch([
    around.db.$client.prepare(OPENED).bind(token),
    around.db.$client.prepare(HEARD).bind(token, around.now, JSON.stringify(heard)),
  ]);
  return sealed(opened, reply);
}

async function filesTaken(
  { channelId, takeFiles: take }: Answering,
  { identityId, until }: Found,
  { token, data }: { token: string; data: Record<string, unknown> },
): ReturnType<typeof takeFiles> {
  if (!Object.values(data).some(claimsFiles)) return { values: data };
  // Nobody whose files they would be.
  if (identityId === null) return { refused: texts.host };
  return take({ token, channelId, identityId, until }, data);
}

const sealed = async (opened: OpenedCall, reply: unknown): Promise<EndpointReply> => ({
  status: 200,
  body: await sealReply(opened, reply),
});
