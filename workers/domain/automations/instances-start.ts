import { and, eq, type SQL, sql } from "drizzle-orm";
import { automationInstances } from "#db/tenant/automation-runs.ts";
import { automations, automationVersions } from "#db/tenant/automations.ts";
import { channels } from "#db/tenant/channels.ts";
import { automationInstancesTexts as texts } from "#texts/automation-instances.ts";
import { holdsWords, INSTANCE } from "#workers/contract/automation/instance-states.ts";
import type { LaunchAudience } from "#workers/contract/automation/launch.ts";
import {
  type GraphProperty,
  type PropertyValues,
  valueProblems,
} from "#workers/contract/automation/properties.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { createJourneyInstance } from "#workers/contract/endpoints/automation-instances.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { type Held, heldBy, holding, TRIGGERS_OF, triggersOf, wordsAreFree } from "../entries/held.ts";
import { newHookSecret } from "../entries/hook.ts";
import { DomainError } from "../error.ts";
import { bindable, guard, guardFailed } from "../guard.ts";
import { nextRevision } from "../revision.ts";
import { settingTimers } from "../messaging/timers.ts";
import { thisAutomation } from "./automation.ts";
import { audienceBegun, openingAudience } from "./launch-audience.ts";
import type { ReadInstance } from "./instances.ts";
import { clashesOf, foldedWords, refuseClash, refuseWords } from "./instances-clashes.ts";

/** The statement's SQL by which a scheduled instance starts when its time has come. */
export const START_LATER = settingTimers(
  "instanceStarts",
  `SELECT i.enterprise_id, i.id AS subject, i.start_at AS seq, i.start_at AS due_at FROM automation_instances i WHERE i.id = ?1 AND i.state = ${INSTANCE.scheduled}`,
);

/** For a guard: the automation and the channel are there, and the words are free. */
export const mayStart = (
  { enterpriseId }: Pick<Ctx, "enterpriseId">,
  automationId: string,
  channelId: string,
  held: readonly Held[],
): SQL => sql`EXISTS (SELECT 1 FROM automations a WHERE a.id = ${automationId} AND a.enterprise_id = ${enterpriseId} AND a.deleted_at IS NULL AND a.archived_at IS NULL)
    AND EXISTS (SELECT 1 FROM channels c WHERE c.id = ${channelId} AND c.enterprise_id = ${enterpriseId}) AND ${wordsAreFree(channelId, held)}`;

/** Says why a start was refused. */
export async function refuseStart(
  ctx: Ctx,
  kind: AutomationKind,
  { automationId, channelId, held }: { automationId: string; channelId: string; held: readonly Held[] },
): Promise<never> {
  const { db, enterpriseId } = ctx;
  const [[automation], [channel]] = await db.batch([
    db
      .select({ archivedAt: automations.archivedAt })
      .from(automations)
      .where(thisAutomation(ctx, kind, automationId))
      .limit(1),
    db
      .select({ id: channels.id })
      .from(channels)
      .where(and(eq(channels.enterpriseId, enterpriseId), eq(channels.id, channelId)))
      .limit(1),
  ]);
  if (!automation) throw new DomainError("notFound");
  if (automation.archivedAt !== null) throw new DomainError("automationNotLive", { message: texts.archived });
  if (!channel)
    throw new DomainError("invalid", {
      message: texts.channelGone,
      errors: { channelId: texts.channelGone },
    });
  refuseClash(await clashesOf(ctx, channelId, held));
  throw new DomainError("instanceMoved");
}

interface Start extends Omit<InputOf<typeof createJourneyInstance>["body"], "start"> {
  start: boolean;
  /** The published one where none is named. */
  version?: number | undefined;
  audience?: LaunchAudience | undefined;
  /** So many of them at most. */
  most?: number;
  values?: PropertyValues;
  /** When it starts by itself; it is scheduled then. */
  startAt?: number;
}

/** Puts a version on a channel, and starts it if asked to. */
export async function createInstance(
  ctx: Ctx,
  kind: AutomationKind,
  automationId: string,
  { channelId, name, keywords: typed, start, version, audience, most, values, startAt }: Start,
): Promise<ReadInstance> {
  refuseWords(typed);
  const keywords = foldedWords(typed).map(([, each]) => each);
  const { db, enterpriseId, newId, now, actor } = ctx;
  const [[found], [channel]] = await db.batch([
    db
      .select({
        name: automations.name,
        published: automations.version,
        number: sql<number | null>`${automationVersions.number}`.as("version_number"),
        versionId: sql<string | null>`${automationVersions.id}`.as("version_id"),
        triggers: sql<
          string | null
        >`${sql.raw(TRIGGERS_OF.replace("v.graph", '"automation_versions"."graph"'))}`.as("triggers"),
        properties: sql<string | null>`${automationVersions.graph} -> '$.properties'`.as("properties"),
      })
      .from(automations)
      .leftJoin(
        automationVersions,
        and(
          eq(automationVersions.automationId, automations.id),
          eq(automationVersions.number, version ?? automations.version),
        ),
      )
      .where(thisAutomation(ctx, kind, automationId))
      .limit(1),
    db
      .select({ id: channels.id, name: channels.name, type: channels.type })
      .from(channels)
      .where(and(eq(channels.enterpriseId, enterpriseId), eq(channels.id, channelId)))
      .limit(1),
  ]);
  if (!found) throw new DomainError("notFound");
  const { versionId, number, published } = found;
  if (versionId === null) {
    if (version === undefined || published === null) throw new DomainError("automationNotLive");
    throw invalid({ version: texts.noVersion(version) });
  }
  const triggers = triggersOf(found);
  const held = heldBy(triggers, keywords);
  refuseValues(found.properties, values ?? {});
  const progress = audience ? await audienceBegun(ctx, audience) : null;
  const state = start ? INSTANCE.started : startAt === undefined ? INSTANCE.created : INSTANCE.scheduled;
  const at = now();
  const row: ReadInstance["row"] = {
    id: newId(),
    enterpriseId,
    automationId,
    versionId,
    channelId,
    name: name || found.name,
    state,
    endReason: "",
    launch: {
      keywords,
      triggers,
      ...(audience && { audience }),
      ...(most !== undefined && { most }),
      ...(values && { values }),
    },
    hookSecret: triggers.some(({ kind: each }) => each === "webhook") ? newHookSecret() : "",
    hookSample: "",
    hookAt: null,
    audience: progress,
    startAt: startAt ?? null,
    startedAt: start ? at : null,
    startedBy: start ? actor.name : "",
    endedAt: null,
    createdAt: at,
    ...nextRevision(ctx, null),
  };
  if (start && held.some(({ kind: each }) => each === "schedule")) ctx.after.clock = true;
  ctx.after.live = true;
  const work = db.$client.batch([
    bindable(ctx, guard(ctx, mayStart(ctx, automationId, channelId, holdsWords(state) ? held : []))),
    bindable(ctx, db.insert(automationInstances).values(row)),
    ...(holdsWords(state) ? holding(ctx, row, held) : []),
    ...(startAt === undefined ? [] : [db.$client.prepare(START_LATER).bind(row.id)]),
    ...(start && progress ? [bindable(ctx, openingAudience(ctx, row.id))] : []),
    bindable(
      ctx,
      audited(ctx, {
        action: start ? "start" : "create",
        kind: "instance",
        object: row,
        after: {
          channel: channel?.name,
          version: number,
          keywords,
          ...(progress && { people: progress.total }),
          ...(most !== undefined && { most }),
          ...(startAt !== undefined && { startAt }),
        },
      }),
    ),
  ]);
  await work.catch(async (error: unknown) => {
    if (guardFailed(error)) return refuseStart(ctx, kind, { automationId, channelId, held });
    throw error;
  });
  if (startAt !== undefined) ctx.after.clock = true;
  return {
    row,
    published,
    number,
    channelThere: channelId,
    channelName: channel?.name ?? "",
    channelType: channel?.type ?? 0,
    openRuns: 0,
    move: null,
  };
}

const invalid = (errors: Record<string, string>) =>
  new DomainError("invalid", { message: Object.values(errors)[0] ?? "", errors });

/** Refuses values that are none of the version's properties, and the lack of one that is required. */
function refuseValues(properties: string | null, values: PropertyValues): void {
  const problems = valueProblems(JSON.parse(properties ?? "[]") as GraphProperty[], values);
  const errors = Object.fromEntries(Object.entries(problems).map(([name, why]) => [`values.${name}`, why]));
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
