import type { WaFlowNews } from "#workers/contract/inbound.ts";
import type { Ctx } from "../ctx.ts";

/** News of a flow, of which account and when. */
export type DatedFlowNews = WaFlowNews & { account: string; at: number };

/**
 * A deprecated flow stays so, and older news of a state changes nothing. Nobody's edit is held up: only drafts are
 * edited, and the revision grows where one becomes something else.
 */
const CHANGE = `UPDATE wa_flows SET health = coalesce(?6, health), state_at = CASE WHEN ?5 IS NULL THEN state_at ELSE ?4 END,
    revision = revision + (state = 'DRAFT' AND coalesce(?5, 'DRAFT') <> 'DRAFT'), state = CASE WHEN state = 'DEPRECATED' THEN state ELSE coalesce(?5, state) END
  WHERE enterprise_id = ?1 AND vendor_id = ?3 AND state_at <= ?4
    AND channel_id IN (SELECT id FROM channels WHERE enterprise_id = ?1 AND (id = ?2 OR ?7 <> '' AND settings ->> '$.wabaId' = ?7))`;

/** Statements that keep what Meta has told of a channel's flows. */
export const keepingFlowNews = (
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  channelId: string,
  news: readonly DatedFlowNews[],
): D1PreparedStatement[] =>
  news.map(({ vendorId, state, health, account, at }) =>
    db.$client
      .prepare(CHANGE)
      .bind(enterpriseId, channelId, vendorId, at, state ?? null, health ?? null, account),
  );
