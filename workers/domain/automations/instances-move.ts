import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import { and, eq, sql, type SQL } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { automationInstances } from "#db/tenant/automation-runs.ts";
import { automationVersions } from "#db/tenant/automations.ts";
import { automationInstancesTexts as texts } from "#texts/automation-instances.ts";
import {
  holdsWords,
  INSTANCE,
  type InstanceAction,
  instanceMoves,
  restoredTo,
  type InstanceState,
} from "#workers/contract/automation/instance-states.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type {
  AutomationInstance,
  moveJourneyInstance,
} from "#workers/contract/endpoints/automation-instances.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import { LATE_MS } from "../messaging/time-to-send.ts";
import type { Ctx } from "../ctx.ts";
import { freeing, heldBy, holding, TRIGGERS_OF, triggersOf, wordsAreFree } from "../entries/held.ts";
import { newHookSecret } from "../entries/hook.ts";
import { DomainError } from "../error.ts";
import { bindable, guard, guardFailed } from "../guard.ts";
import type { TimerHandler } from "../messaging/timers.ts";
import { nextRevision, refuseStale } from "../revision.ts";
import {
  closingAudience,
  finishing,
  hasAudienceLeft,
  OPEN_AUDIENCES,
  openingAudience,
} from "./launch-audience.ts";
import { findInstance, instanceOnWire, type ReadInstance, readingInstance } from "./instances.ts";
import { endingRuns } from "./instances-runs-end.ts";
import { mayStart, refuseStart, START_LATER } from "./instances-start.ts";

const { scheduled, started, paused, stopped, deleted } = INSTANCE;

const MINUTE_MS = 60_000;

/** No look finds the runs of a paused instance, and what happens to them waits in their inbox. */
const SLEEP = `UPDATE runs SET wake_at = -wake_at WHERE instance_id = ?1 AND state = 'waiting' AND wake_at > 0`;
const WAKE = `UPDATE runs SET wake_at = -wake_at WHERE instance_id = ?1 AND state = 'waiting' AND wake_at < 0`;
/** Tells runs that they have waited longer than somebody wants, before any look at them; not those being moved. */
const SKIP = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, seq, data, at, until)
  SELECT r.enterprise_id, 'skip:' || r.id || ':' || r.seq, 'timer', '', r.id, r.seq, '{}', ?3, ?3 + ${KEPT_MS} FROM runs r
  WHERE r.instance_id = ?1 AND r.state = 'waiting' AND r.wake_at < 0 AND -r.wake_at <= ?2 AND r.attempts = 0 ON CONFLICT DO NOTHING`;
const START_NO_MORE = `DELETE FROM timers WHERE enterprise_id = ?2 AND kind = 'instanceStarts' AND subject = ?1`;

/** Schedules, starts, pauses, resumes, stops, deletes or restores an instance. */
export async function moveInstance(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  instanceId: string,
  { action, at, letFinish, skipOlder, revision }: InputOf<typeof moveJourneyInstance>["body"],
): Promise<AutomationInstance> {
  const among = action === "restore" ? "all" : "there";
  const found = await findInstance(ctx, kind, id, instanceId, among);
  const { row } = found;
  const leads = instanceMoves[row.state][action];
  const to = leads === undefined || row.state !== deleted ? leads : restoredTo(row.startedAt);
  if (to === undefined) throw new DomainError("instanceMoved", { message: texts.cannot(row.state, action) });
  refuseStale(row, revision);
  const startAt = to === scheduled ? startTime(ctx, at) : null;
  const set = { state: to, startAt, ...timesOf(ctx, row, to), ...nextRevision(ctx, row) };
  const takesWords = holdsWords(to) && !holdsWords(row.state);
  const { channelId } = row;
  const held = heldBy(row.launch.triggers ?? [], row.launch.keywords);
  const { $client } = ctx.db;
  ctx.after.live = true;
  const work = $client.batch([
    bindable(ctx, guard(ctx, asItWas(row, takesWords ? mayStart(ctx, id, channelId, held) : undefined))),
    bindable(ctx, ctx.db.update(automationInstances).set(set).where(eq(automationInstances.id, instanceId))),
    ...(takesWords ? holding(ctx, row, held) : []),
    ...(holdsWords(to) ? [] : [freeing(ctx, instanceId)]),
    ...(to === scheduled
      ? [$client.prepare(START_LATER).bind(instanceId)]
      : row.state === scheduled
        ? [$client.prepare(START_NO_MORE).bind(instanceId, ctx.enterpriseId)]
        : []),
    ...runsWith(ctx, row, to, { letFinish, skipOlder }),
    ...audienceWith(ctx, row, to),
    bindable(ctx, audited(ctx, auditOf(found, action, set, { letFinish, skipOlder }))),
  ]);
  await work.catch(async (error: unknown) => {
    if (!guardFailed(error)) throw error;
    refuseStale((await findInstance(ctx, kind, id, instanceId, among)).row, row.revision);
    return refuseStart(ctx, kind, { automationId: id, channelId, held });
  });
  ctx.after.clock = true;
  return instanceOnWire({ ...found, row: { ...row, ...set } });
}

/** For a guard: nobody has moved it since it was read, and whatever else has to hold. */
const asItWas = ({ id, revision }: ReadInstance["row"], also: SQL = sql`true`): SQL =>
  sql`(SELECT i.revision FROM automation_instances i WHERE i.id = ${id}) = ${revision} AND ${also}`;

/** A time to start at, which has not passed yet. */
export function startTime({ now }: Pick<Ctx, "now">, at: string | undefined, field = "at"): number {
  const time = at === undefined ? undefined : Date.parse(at);
  const message = time === undefined ? texts.timeMissing : time <= now() ? texts.timePassed : undefined;
  if (message !== undefined) throw new DomainError("invalid", { message, errors: { [field]: message } });
  return time ?? 0;
}

function timesOf({ now, actor }: Pick<Ctx, "now" | "actor">, row: ReadInstance["row"], to: InstanceState) {
  // One that was too late, or archived, when its time came was paused before it had begun.
  if (to === started && row.startedAt === null)
    return { startedAt: now(), startedBy: actor.name, endReason: "" };
  return to === stopped && row.state !== deleted ? { endedAt: now(), endReason: "stopped" } : {};
}

type PeopleOf = Pick<InputOf<typeof moveJourneyInstance>["body"], "letFinish" | "skipOlder">;

/** Statements for the people who are in it. */
function runsWith(
  { db, now }: Pick<Ctx, "db" | "now">,
  row: ReadInstance["row"],
  to: InstanceState,
  { letFinish, skipOlder }: PeopleOf,
): D1PreparedStatement[] {
  const { id, state } = row;
  const at = now();
  if (to === paused) return [db.$client.prepare(SLEEP).bind(id)];
  if (to === deleted || (to === stopped && !letFinish)) return endingRuns(db, id, at);
  if (state !== paused) return [];
  return [
    ...(to === started && skipOlder !== undefined
      ? [db.$client.prepare(SKIP).bind(id, at - skipOlder * MINUTE_MS, at)]
      : []),
    db.$client.prepare(WAKE).bind(id),
  ];
}

/** People of its audience enter as long as it is started. */
function audienceWith(
  ctx: Ctx,
  { id, state, audience }: ReadInstance["row"],
  to: InstanceState,
): D1PreparedStatement[] {
  if (to === started && hasAudienceLeft(audience)) return [bindable(ctx, openingAudience(ctx, id))];
  // Its last people may have been ended while it was paused.
  if (to === started && state === paused) return [finishing(ctx, id)];
  return state === started ? [closingAudience(ctx, id)] : [];
}

const auditOf = (
  { row, channelName: channel }: ReadInstance,
  action: InstanceAction,
  { state, startAt }: { state: InstanceState; startAt: number | null },
  { letFinish, skipOlder }: PeopleOf,
) => ({
  action: action === "launch" ? ("start" as const) : action,
  kind: "instance" as const,
  object: row,
  before: { state: row.state, channel },
  after: {
    state,
    ...(startAt !== null && { startAt }),
    ...(state === stopped && { letFinish }),
    ...(action === "resume" && { skipOlder }),
  },
});

/** Takes another version for people who enter from now on. */
export async function takeVersion(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  instanceId: string,
  { number, revision }: { number: number; revision?: number | undefined },
): Promise<AutomationInstance> {
  const { db, enterpriseId } = ctx;
  const [[found], [version]] = await db.batch([
    readingInstance(ctx, kind, id, instanceId).limit(1),
    db
      .select({
        id: automationVersions.id,
        triggers: sql<
          string | null
        >`${sql.raw(TRIGGERS_OF.replace("v.graph", '"automation_versions"."graph"'))}`.as("triggers"),
      })
      .from(automationVersions)
      .where(
        and(
          eq(automationVersions.enterpriseId, enterpriseId),
          eq(automationVersions.automationId, id),
          eq(automationVersions.number, number),
        ),
      )
      .limit(1),
  ]);
  if (!found) throw new DomainError("notFound");
  const { row } = found;
  if (row.state === stopped) throw new DomainError("instanceMoved", { message: texts.isOver });
  if (!version)
    throw new DomainError("invalid", {
      message: texts.noVersion(number),
      errors: { number: texts.noVersion(number) },
    });
  refuseStale(row, revision);
  const triggers = triggersOf(version);
  const { channelId } = row;
  const held = heldBy(triggers, row.launch.keywords);
  const isHeld = holdsWords(row.state);
  const isHooked = triggers.some(({ kind: each }) => each === "webhook");
  const set = {
    versionId: version.id,
    launch: { ...row.launch, triggers },
    hookSecret: row.hookSecret || (isHooked ? newHookSecret() : ""),
    ...nextRevision(ctx, row),
  };
  ctx.after.live = true;
  const work = db.$client.batch([
    bindable(ctx, guard(ctx, asItWas(row, isHeld ? wordsAreFree(channelId, held, instanceId) : undefined))),
    bindable(ctx, db.update(automationInstances).set(set).where(eq(automationInstances.id, instanceId))),
    // The older version's triggers are not waited for any more.
    ...(isHeld ? [freeing(ctx, instanceId), ...holding(ctx, row, held)] : []),
    bindable(
      ctx,
      audited(ctx, {
        action: "update",
        kind: "instance",
        object: row,
        before: { version: found.number },
        after: { version: number },
      }),
    ),
  ]);
  await work.catch(async (error: unknown) => {
    if (!guardFailed(error)) throw error;
    refuseStale((await findInstance(ctx, kind, id, instanceId)).row, row.revision);
    return refuseStart(ctx, kind, { automationId: id, channelId, held });
  });
  if (isHeld) ctx.after.clock = true;
  return instanceOnWire({ ...found, row: { ...row, ...set }, number });
}

const COME = `enterprise_id = ?3 AND state = ${scheduled} AND EXISTS (SELECT 1 FROM json_each(?1) e WHERE e.value->>0 = automation_instances.id AND e.value->>1 = automation_instances.start_at)
    AND EXISTS (SELECT 1 FROM automations a WHERE a.id = automation_instances.automation_id AND a.deleted_at IS NULL)`;
const ARCHIVED = `EXISTS (SELECT 1 FROM automations a WHERE a.id = automation_instances.automation_id AND a.archived_at IS NOT NULL)`;
const WAIT = `UPDATE automation_instances SET state = ${paused}, end_reason = iif(${ARCHIVED}, 'archived', 'late'), revision = revision + 1, updated_at = ?2
  WHERE ${COME} AND (start_at < ?2 - ${LATE_MS} OR ${ARCHIVED})`;
const START = `UPDATE automation_instances SET state = ${started}, started_at = ?2, started_by = updated_by, start_at = NULL, revision = revision + 1, updated_at = ?2
  WHERE ${COME}`;
/**
 * Scheduled ones start when their time has come; their words have been theirs since they were scheduled. One that is over an
 * hour late, such as after an outage, or was archived meanwhile waits for a person.
 */
export const instanceStarts: TimerHandler = ({ $client }, { enterpriseId, timers, now }) => {
  const rows = JSON.stringify(timers.map(({ subject, seq }) => [subject, seq, uuidv7()]));
  return [WAIT, START, OPEN_AUDIENCES].map((text) => $client.prepare(text).bind(rows, now, enterpriseId));
};
