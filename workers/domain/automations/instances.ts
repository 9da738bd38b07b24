import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import { automationInstances } from "#db/tenant/automation-runs.ts";
import { automations, automationVersions } from "#db/tenant/automations.ts";
import { channels } from "#db/tenant/channels.ts";
import type { runMoves } from "#db/tenant/run-moves.ts";
import { INSTANCE, type InstanceState } from "#workers/contract/automation/instance-states.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type {
  AutomationInstance,
  listJourneyInstances,
} from "#workers/contract/endpoints/automation-instances.ts";
import type { RunMove } from "#workers/contract/endpoints/automation-moves.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { page } from "../page.ts";
import { thisAutomation } from "./automation.ts";

type InstanceRow = typeof automationInstances.$inferSelect;

const { deleted } = INSTANCE;
export const OPEN_RUNS = sql<number>`(SELECT count(*) FROM runs r WHERE r.instance_id = ${automationInstances.id} AND r.state = 'waiting')`;
/** Names of their own: rows of a batch are known by the names of their columns. */
const columnsAt = (now: number) => ({
  row: automationInstances,
  published: sql<number | null>`${automations.version}`.as("published"),
  number: sql<number | null>`${automationVersions.number}`.as("version_number"),
  channelThere: sql<string | null>`${channels.id}`.as("channel_there"),
  channelName: sql<string | null>`${channels.name}`.as("channel_name"),
  channelType: sql<number | null>`${channels.type}`.as("channel_type"),
  openRuns: OPEN_RUNS.as("open_runs"),
  /** Its latest move, as JSON, as long as it goes on or may be undone. */
  move: sql<
    string | null
  >`(SELECT json_object('id', m.id, 'what', m.what, 'state', m.state, 'moved', m.moved, 'held', m.held, 'restored', m.restored, 'kept', m.kept,
    'undoUntil', m.undo_until, 'by', m."by", 'jobId', m.job_id, 'createdAt', m.created_at) FROM run_moves m WHERE m.instance_id = ${automationInstances.id}
    AND (m.undo_until > ${now} OR m.state IN ('moving', 'undoing')) ORDER BY m.created_at DESC, m.id DESC LIMIT 1)`.as(
    "move",
  ),
});

/** An instance with what is shown of it beside itself. */
export interface ReadInstance {
  row: InstanceRow;
  /** Number of the version that is published, and of the one that people enter. */
  published: number | null;
  number: number | null;
  channelThere: string | null;
  channelName: string | null;
  channelType: number | null;
  openRuns: number;
  move: string | null;
}

/** Instances, each with its automation, channel and version. */
export const reading = ({ db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">) =>
  db
    .select(columnsAt(now()))
    .from(automationInstances)
    .innerJoin(
      automations,
      and(eq(automations.id, automationInstances.automationId), eq(automations.enterpriseId, enterpriseId)),
    )
    .leftJoin(automationVersions, eq(automationVersions.id, automationInstances.versionId))
    .leftJoin(
      channels,
      and(eq(channels.id, automationInstances.channelId), eq(channels.enterpriseId, enterpriseId)),
    )
    .$dynamic();

/** Those that are there, those that are deleted, or both. */
type Among = "there" | "deleted" | "all";

export const ofTheirs = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, among: Among = "there") =>
  and(
    eq(automationInstances.enterpriseId, enterpriseId),
    among === "all" ? undefined : (among === "there" ? ne : eq)(automationInstances.state, deleted),
  );

export const instanceOnWire = ({
  row,
  published,
  number,
  channelThere,
  channelName,
  channelType,
  openRuns,
  move,
}: ReadInstance): AutomationInstance => ({
  id: row.id,
  name: row.name,
  channel:
    channelThere === null ? null : { id: channelThere, name: channelName ?? "", type: channelType ?? 0 },
  state: row.state,
  version: number ?? 0,
  newer: (published ?? 0) > (number ?? 0),
  keywords: row.launch.keywords,
  triggers: row.launch.triggers ?? [],
  hasHook: row.hookSecret !== "",
  openRuns,
  startAt: isoOrNull(row.startAt),
  startedAt: isoOrNull(row.startedAt),
  startedBy: row.startedBy,
  endedAt: isoOrNull(row.endedAt),
  endReason: row.endReason,
  move: move === null ? null : moveOnWire(JSON.parse(move) as MoveRow),
  revision: row.revision,
  updatedBy: row.updatedBy,
  updatedAt: iso(row.updatedAt),
});

type MoveRow = Pick<typeof runMoves.$inferSelect, keyof RunMove>;

export const moveOnWire = ({ undoUntil, createdAt, ...row }: MoveRow): RunMove => ({
  ...row,
  undoUntil: iso(undoUntil),
  createdAt: iso(createdAt),
});

/** The query for one instance of one automation. */
export const readingInstance = (
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  instanceId: string,
  among: Among = "there",
) =>
  reading(ctx).where(
    and(
      thisAutomation(ctx, kind, id),
      eq(automationInstances.id, instanceId),
      eq(automationInstances.automationId, id),
      ofTheirs(ctx, among),
    ),
  );

export async function findInstance(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  instanceId: string,
  among: Among = "there",
): Promise<ReadInstance> {
  const [found] = await readingInstance(ctx, kind, id, instanceId, among).limit(1);
  if (!found) throw new DomainError("notFound");
  return found;
}

/** Where one automation is at work or was, the newest first; or those that are deleted. */
export async function listInstances(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  { deleted: wantsDeleted, ...paging }: InputOf<typeof listJourneyInstances>["query"],
): Promise<ReplyOf<typeof listJourneyInstances>> {
  const { limit, offset, cut } = page(paging);
  const [there, found] = await ctx.db.batch([
    ctx.db
      .select({ id: automations.id })
      .from(automations)
      .where(thisAutomation(ctx, kind, id))
      .limit(1),
    reading(ctx)
      .where(
        and(
          thisAutomation(ctx, kind, id),
          eq(automationInstances.automationId, id),
          ofTheirs(ctx, wantsDeleted === "true" ? "deleted" : "there"),
        ),
      )
      .orderBy(desc(automationInstances.createdAt), desc(automationInstances.id))
      .limit(limit)
      .offset(offset),
  ]);
  if (there.length === 0) throw new DomainError("notFound");
  const { rows, more } = cut(found);
  return { instances: rows.map(instanceOnWire), more };
}

const ENTERED = sql<number>`(SELECT count(*) FROM runs r WHERE r.instance_id = automation_instances.id)`;
const FAILED = sql<number>`(SELECT count(*) FROM runs r WHERE r.instance_id = automation_instances.id AND r.state = 'failed')`;

interface Wanted {
  limit: number;
  offset: number;
  state?: InstanceState | undefined;
  instance?: string | undefined;
}

/** An automation with its instances, how many people entered and failed in each, and all channels; one batch. */
export async function instancesOf(
  ctx: Ctx,
  kind: AutomationKind,
  id: string,
  { limit, offset, state, instance }: Wanted,
) {
  const ofThis = and(
    eq(automationInstances.automationId, id),
    ofTheirs(ctx),
    state === undefined ? undefined : eq(automationInstances.state, state),
    instance === undefined ? undefined : eq(automationInstances.id, instance),
  );
  const inOrder = [desc(automationInstances.createdAt), desc(automationInstances.id)];
  const [found, instances, figures, all] = await ctx.db.batch([
    ctx.db
      .select()
      .from(automations)
      .where(thisAutomation(ctx, kind, id))
      .limit(1),
    reading(ctx)
      .where(and(thisAutomation(ctx, kind, id), ofThis))
      .orderBy(...inOrder)
      .limit(limit)
      .offset(offset),
    ctx.db
      .select({ id: automationInstances.id, entered: ENTERED, failed: FAILED })
      .from(automationInstances)
      .where(ofThis)
      .orderBy(...inOrder)
      .limit(limit)
      .offset(offset),
    allChannels(ctx, { number: channels.contactId }),
  ]);
  const counted = new Map(figures.map((each) => [each.id, each]));
  return {
    automation: found[0],
    channels: all,
    instances: instances.map((each) => ({
      ...each,
      entered: counted.get(each.row.id)?.entered ?? 0,
      failed: counted.get(each.row.id)?.failed ?? 0,
    })),
  };
}

const MOST_CHANNELS = 500;

export const allChannels = <More extends Partial<Record<"number", typeof channels.contactId>>>(
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  more = {} as More,
) =>
  db
    .select({ id: channels.id, name: channels.name, type: channels.type, ...more })
    .from(channels)
    .where(eq(channels.enterpriseId, enterpriseId))
    .orderBy(asc(channels.nameKey), asc(channels.id))
    .limit(MOST_CHANNELS);
