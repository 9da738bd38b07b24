import type { turns } from "#db/tenant/conversations.ts";
import {
  type ReportMessage,
  type reportMessages as contract,
  scopes,
} from "#workers/contract/endpoints/reports.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { agentRow } from "../agents/agent.ts";
import { page } from "../page.ts";
import { iso, type Scope } from "../scope.ts";
import { behindFigure } from "./behind.ts";
import { QUARTER_MS } from "./grain.ts";
import { type MessageRow, type Narrowed, type Place, readMessages } from "./matching.ts";
import { type Range, readRange } from "./range.ts";

/** A page of a range's messages, newest first. However far down a page is, it costs what a page costs. */
export async function reportMessages(
  scope: Scope,
  { query, body }: Pick<InputOf<typeof contract>, "query" | "body">,
): Promise<ReplyOf<typeof contract>> {
  const range = readRange(body);
  await agentRow(scope, range.agentId);
  const { limit, offset, cut } = page(query);
  const after = body.after === undefined ? undefined : placeIn(body.after);
  const start = after ? { range, offset: 0 } : await skip(scope, range, body, offset);
  const found = await readMessages(scope, start.range, body, { after, limit, offset: start.offset });
  const { rows, more } = cut(found);
  const last = rows.at(-1);
  return { messages: rows.map(onWire), more, next: more && last ? `${last.at}.${last.row}` : null };
}

function placeIn(text: string): Place {
  const [at = 0, row = 0] = text.split(".").map(Number);
  return { at, row };
}

/**
 * Leaves out what stands before a page without reading it: the quarters know how many messages they have. What only one
 * intent or one conversation has is short enough to be counted through.
 */
async function skip(
  { db, enterpriseId }: Scope,
  range: Range,
  narrowed: Narrowed,
  offset: number,
): Promise<{ range: Range; offset: number }> {
  const { scopeType, intentId, conversationId, weak } = narrowed;
  const counted = !intentId && !conversationId && !(weak && scopeType !== scopes.all);
  if (offset === 0 || !counted || behindFigure(narrowed, String).length > 0) return { range, offset };
  const many = weak
    ? "weak"
    : scopeType === scopes.scoped
      ? "scoped"
      : scopeType === scopes.nonScoped
        ? "turns - scoped"
        : "turns";
  const found = await db.$client
    .prepare(
      `SELECT at, later FROM (
         SELECT at, ${many} AS many, sum(${many}) OVER (ORDER BY at DESC) - (${many}) AS later FROM report_quarters
         WHERE enterprise_id = ?1 AND agent_id = ?2 AND at >= ?3 AND at < ?4)
       WHERE later + many > ?5 ORDER BY at DESC LIMIT 1`,
    )
    .bind(enterpriseId, range.agentId, range.from, range.to, offset)
    .first<{ at: number; later: number }>();
  if (!found) return { range: { ...range, to: range.from }, offset: 0 };
  return { range: { ...range, to: Math.min(range.to, found.at + QUARTER_MS) }, offset: offset - found.later };
}

const onWire = (row: MessageRow): ReportMessage => ({
  id: row.id,
  conversationId: row.conversationId,
  userMessage: row.text,
  createdOn: iso(row.at),
  intentIdentified: row.intentId !== null,
  intent: row.intentName,
  intentId: row.intentId,
  confidence: row.confidence,
  utterance: row.nearestPhrase,
  botResponse: row.answer,
  emotion: row.emotion,
  weak: row.weak === 1,
  otherIntent: (JSON.parse(row.others) as (typeof turns.$inferSelect)["others"]).map(
    ({ name, confidence, phrase = null }) => ({ intent: name, confidence, utterance: phrase }),
  ),
});
