import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { activities, activityDecisions } from "#db/tenant/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import type { Activity, ListedActivity } from "#workers/contract/endpoints/activities.ts";
import type { Template } from "#workers/contract/templates/template.ts";
import { FAILURES_OF_ACTIVITY, failuresIn } from "../broadcasts/failures.ts";
import { countsIn, countsOrNull } from "../broadcasts/list.ts";
import { masked } from "#workers/contract/mask.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { templateJson } from "./frozen.ts";
import { readingRuns, type RunRow, runsIn } from "./runs-shown.ts";
import { COMPARED_TEMPLATE, FALLBACK_TEMPLATE } from "./unsendable.ts";
import { countsOf, doublesOf, fallbackCountsOf, OF_ACTIVITY, runsOf } from "./figures.ts";

const MOST_DECISIONS = 200;

const text = (query: string) => sql<string>`${sql.raw(query)}`;
const number = (query: string) => sql<number>`${sql.raw(query)}`;

/** A statement that reads activities with their figures, newest first. */
export const readingActivities = ({ db, enterpriseId }: Ctx, where: SQL | undefined) =>
  db
    .select({
      row: activities,
      campaignName: text(
        "coalesce((SELECT c.name FROM campaigns c WHERE c.id = activities.campaign_id), '')",
      ).as("campaign_name"),
      channelName: text(
        "coalesce((SELECT h.name FROM channels h WHERE h.id = activities.channel_id), '')",
      ).as("channel_name"),
      templateName: text(
        "coalesce(activities.template ->> '$.name', (SELECT t.name FROM templates t WHERE t.id = activities.template_id), '')",
      ).as("template_name"),
      done: number(`(SELECT coalesce(max(b.run), 0) FROM broadcasts b WHERE ${OF_ACTIVITY})`).as("runs_done"),
      counts: text(countsOf(runsOf(OF_ACTIVITY))).as("counts_json"),
      byFallback: sql<string | null>`${sql.raw(fallbackCountsOf(OF_ACTIVITY))}`.as("fallback_json"),
      doubles: number(doublesOf(OF_ACTIVITY)).as("doubles_sum"),
    })
    .from(activities)
    .where(and(eq(activities.enterpriseId, enterpriseId), where))
    .orderBy(desc(activities.createdAt), desc(activities.id));

const TEMPLATE_NOW = (id: string) => sql<string | null>`${sql.raw(templateJson(id))}`;

type Read = Awaited<ReturnType<typeof readingActivities>>[number];

export function listedActivityOf(
  { row, campaignName, channelName, templateName, done, counts, byFallback, doubles }: Read,
  userId: string,
): ListedActivity {
  const goesOn = row.state === campaignStates.scheduled || row.state === campaignStates.started;
  return {
    id: row.id,
    campaignId: row.campaignId,
    campaignName,
    name: row.name,
    state: row.state,
    approval: row.approval,
    completed: row.completed,
    channelName,
    channelType: row.channelType,
    templateName,
    user: { name: row.byName },
    createdOn: iso(row.createdAt),
    submittedBy: row.submittedBy,
    submittedAt: isoOrNull(row.submittedAt),
    decidedBy: row.decidedBy,
    decidedAt: isoOrNull(row.decidedAt),
    reason: row.reason,
    nextRunAt: goesOn ? isoOrNull(row.runs[done] ?? null) : null,
    runs: { total: row.plan.repeat?.runs ?? 1, done },
    isMine: row.makers.includes(userId),
    counts: countsIn(counts, doubles),
    byFallback: row.fallback ? (countsOrNull(byFallback) ?? countsIn("{}", 0)) : null,
    revision: row.revision,
  };
}

/** Statements that read one activity with its runs and decisions, for `activityOf`. */
export function readingActivity(ctx: Ctx, id: string) {
  const { db, enterpriseId } = ctx;
  return [
    readingActivities(ctx, eq(activities.id, id)),
    readingRuns(ctx, id),
    db
      .select()
      .from(activityDecisions)
      .where(and(eq(activityDecisions.activityId, id), eq(activityDecisions.enterpriseId, enterpriseId)))
      .orderBy(desc(activityDecisions.at), desc(activityDecisions.id))
      .limit(MOST_DECISIONS),
    db
      .select({
        id: activities.templateId,
        frozen: activities.template,
        now: TEMPLATE_NOW("activities.template_id").as("template_now"),
        second: activities.fallbackTemplate,
        secondNow: TEMPLATE_NOW(FALLBACK_TEMPLATE).as("second_now"),
        secondChannel: text(
          "coalesce((SELECT h.name FROM channels h WHERE h.id = activities.fallback ->> '$.channelId'), '')",
        ).as("second_channel"),
        failures: FAILURES_OF_ACTIVITY.as("failures_json"),
        compared: activities.comparisonTemplate,
        comparedNow: TEMPLATE_NOW(COMPARED_TEMPLATE).as("compared_now"),
      })
      .from(activities)
      .where(and(eq(activities.id, id), eq(activities.enterpriseId, enterpriseId))),
  ] as const;
}

type Parts = readonly [
  activity: readonly Read[],
  runs: readonly RunRow[],
  decisions: readonly (typeof activityDecisions.$inferSelect)[],
  templates: readonly {
    id: string;
    frozen: Template | null;
    now: string | null;
    second: Template | null;
    secondNow: string | null;
    secondChannel: string;
    compared: Template | null;
    comparedNow: string | null;
    failures: string;
  }[],
];

function templateOf(
  read: { id: string; frozen: Template | null; now: string | null } | undefined,
): Activity["template"] {
  const template = read?.frozen ?? (read?.now ? (JSON.parse(read.now) as Template) : undefined);
  return read && template ? { id: read.id, ...template } : null;
}

function fallbackOf(
  { fallback, fallbackChannelType }: Read["row"],
  read: Parts[3][number] | undefined,
): Activity["fallback"] {
  if (!fallback || !read) return null;
  const id = fallback.message.template.templateUId;
  return {
    ...fallback,
    channelName: read.secondChannel,
    channelType: fallbackChannelType ?? 0,
    template: templateOf({ id, frozen: read.second, now: read.secondNow }),
  };
}

function comparisonOf(
  { comparison }: Read["row"],
  read: Parts[3][number] | undefined,
): Activity["comparison"] {
  if (!comparison || !read) return null;
  const id = comparison.message.template.templateUId;
  return { ...comparison, template: templateOf({ id, frozen: read.compared, now: read.comparedNow }) };
}

/** The activity that was read. Numbers are masked for whoever may not see customers. */
export function activityOf(
  { actor }: Pick<Ctx, "actor">,
  [[read], runs, decisions, [template]]: Parts,
  seesCustomers: boolean,
): Activity {
  if (!read) throw new DomainError("notFound");
  const { request, plan, makers } = read.row;
  const names = new Map(decisions.toReversed().map(({ byId, byName }) => [byId, byName]));
  return {
    ...listedActivityOf(read, actor.userId),
    request: seesCustomers ? request : { ...request, phoneNumber: request.phoneNumber.map(masked) },
    plan,
    template: templateOf(template),
    fallback: fallbackOf(read.row, template),
    comparison: comparisonOf(read.row, template),
    makers: makers.map((id) => names.get(id) ?? id),
    broadcasts: runsIn(runs, read.row.comparison),
    failures: failuresIn(template?.failures ?? "[]"),
    decisions: decisions.map(({ action, byName, at, note }) => ({ action, by: byName, at: iso(at), note })),
  };
}

/** One activity; of those that only read what was rejected, no other. */
export async function getActivity(
  ctx: Ctx,
  id: string,
  { seesCustomers, seesAll }: { seesCustomers: boolean; seesAll: boolean },
): Promise<Activity> {
  const found = activityOf(ctx, await ctx.db.batch(readingActivity(ctx, id)), seesCustomers);
  if (!seesAll && found.approval !== "rejected") throw new DomainError("notFound");
  return found;
}
