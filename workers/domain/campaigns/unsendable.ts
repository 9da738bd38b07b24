import type { campaignsTexts as texts } from "#texts/campaigns.ts";

const APPROVED = (template: string) =>
  `SELECT t.components FROM templates t WHERE t.id = ${template} AND t.status = 'APPROVED'`;

/** Cases of why one of an activity's templates can't be sent on its channel, as names of `texts.unsendable`; only where it `is`. */
const CASES = (
  { channel, template, frozen, is = "" }: Record<"channel" | "template" | "frozen", string> & { is?: string },
  [gone, taken, changed]: readonly [gone: Unsendable, taken: Unsendable, changed: Unsendable],
) => `WHEN ${is}NOT EXISTS (SELECT 1 FROM channels h WHERE h.id = ${channel}) THEN '${gone}'
  WHEN ${is}NOT EXISTS (${APPROVED(template)}) THEN '${taken}'
  WHEN ${is}${frozen} IS NOT NULL AND (SELECT json(s.components) FROM (${APPROVED(template)}) s) <> json(${frozen} -> '$.components') THEN '${changed}'`;
const FIRST = CASES(
  { channel: "activities.channel_id", template: "activities.template_id", frozen: "activities.template" },
  ["channel", "template", "changed"],
);

/** SQL for the template of an activity's fallback. */
export const FALLBACK_TEMPLATE = "activities.fallback ->> '$.message.template.templateUId'";
const SECOND = CASES(
  {
    channel: "activities.fallback ->> '$.channelId'",
    template: FALLBACK_TEMPLATE,
    frozen: "activities.fallback_template",
    is: "activities.fallback IS NOT NULL AND ",
  },
  ["fallbackChannel", "fallbackTemplate", "fallbackChanged"],
);

/** SQL for the template of message B, which is compared with the activity's own, message A. */
export const COMPARED_TEMPLATE = "activities.comparison ->> '$.message.template.templateUId'";
const COMPARED = CASES(
  {
    channel: "activities.channel_id",
    template: COMPARED_TEMPLATE,
    frozen: "activities.comparison_template",
    is: "activities.comparison IS NOT NULL AND ",
  },
  ["channel", "comparedTemplate", "comparedChanged"],
);

/**
 * SQL for why an activity of the surrounding query can't be sent now, as a name of `texts.unsendable`; NULL where it can.
 * The template that the vendor would send has to be the one that the checker has seen, in its fallback and in message B, too.
 */
export const UNSENDABLE = `CASE ${FIRST} ${SECOND} ${COMPARED} END`;
/** The same of its fallback alone. */
export const FALLBACK_UNSENDABLE = `CASE ${SECOND} END`;
/** The same of one of two messages that are compared. */
export const MESSAGE_UNSENDABLE = { a: `CASE ${FIRST} END`, b: `CASE ${COMPARED} END` } as const;

export type Unsendable = keyof typeof texts.unsendable;
