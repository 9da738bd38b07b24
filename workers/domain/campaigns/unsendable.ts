import type { campaignsTexts as texts } from "#texts/campaigns.ts";

const APPROVED = (template: string) =>
  `SELECT t.components FROM templates t WHERE t.id = ${template} AND t.status = 'APPROVED'`;

/** Cases of why one of an activity's templates can't be sent on its channel, as names of `texts.unsendable`. */
const CASES = (
  { channel, template, frozen }: Record<"channel" | "template" | "frozen", string>,
  [gone, taken, changed]: readonly [gone: Unsendable, taken: Unsendable, changed: Unsendable],
) => `WHEN NOT EXISTS (SELECT 1 FROM channels h WHERE h.id = ${channel}) THEN '${gone}'
  WHEN NOT EXISTS (${APPROVED(template)}) THEN '${taken}'
  WHEN ${frozen} IS NOT NULL AND (SELECT json(s.components) FROM (${APPROVED(template)}) s) <> json(${frozen} -> '$.components') THEN '${changed}'`;
const FIRST = CASES(
  { channel: "activities.channel_id", template: "activities.template_id", frozen: "activities.template" },
  ["channel", "template", "changed"],
);

/** SQL for the template of an activity's fallback. */
export const FALLBACK_TEMPLATE = "activities.fallback ->> '$.message.template.templateUId'";
const SECOND = `WHEN activities.fallback IS NULL THEN NULL ${CASES(
  {
    channel: "activities.fallback ->> '$.channelId'",
    template: FALLBACK_TEMPLATE,
    frozen: "activities.fallback_template",
  },
  ["fallbackChannel", "fallbackTemplate", "fallbackChanged"],
)}`;

/**
 * SQL for why an activity of the surrounding query can't be sent now, as a name of `texts.unsendable`; NULL where it can.
 * The template that the vendor would send has to be the one that the checker has seen, in its fallback, too.
 */
export const UNSENDABLE = `CASE ${FIRST} ${SECOND} END`;
/** The same of its fallback alone. */
export const FALLBACK_UNSENDABLE = `CASE ${SECOND} END`;

export type Unsendable = keyof typeof texts.unsendable;
