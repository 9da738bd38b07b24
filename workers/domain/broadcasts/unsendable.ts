import type { broadcastsTexts } from "#texts/broadcasts.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

export type Unsendable = keyof typeof broadcastsTexts.unsendable;

/**
 * SQL for why nothing of a broadcast can be sent now, as a name of `texts.unsendable`; NULL where it can. It asks as a claim
 * does: the template is the one that this broadcast was made with, whatever its activity or its fallback has by now.
 */
export const unsendable = (broadcast: string): string => {
  const template = `templates t WHERE t.id = ${broadcast}.template_id`;
  return `CASE WHEN NOT EXISTS (SELECT 1 FROM channels h WHERE h.id = ${broadcast}.channel_id) THEN 'channel'
    WHEN NOT EXISTS (SELECT 1 FROM ${template}) THEN 'deleted'
    WHEN EXISTS (SELECT 1 FROM ${template} AND t.status <> 'APPROVED') THEN 'template'
    WHEN ${broadcast}.channel_type = ${channelTypes.whatsApp} AND EXISTS (SELECT 1 FROM ${template}
      AND json(t.components) <> json(${broadcast}.template -> '$.components')) THEN 'changed' END`;
};

/**
 * The same of the runs of an activity (SQL for its id) that a resume lets go on, their fallbacks and parts included. A rest of
 * which no message is chosen yet has message A in its place only for now: the choice asks for the one that it takes.
 */
export const unsendableRun = (activity: string): string =>
  `(SELECT ${unsendable("b")} FROM broadcasts b WHERE b.activity_id = ${activity} AND b.ended_at IS NULL
    AND b.state IN ('paused', 'scheduled') AND NOT (b.part IS 'rest' AND b.decision IS NULL) AND (${unsendable("b")}) IS NOT NULL ORDER BY b.id LIMIT 1)`;
