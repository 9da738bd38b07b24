import { and, asc, eq, sql } from "drizzle-orm";
import { dashboards } from "#db/tenant/dashboards.ts";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { dashboardNames, dashboards as everybodys, measuresOf } from "#workers/contract/dashboards.ts";
import type * as api from "#workers/contract/endpoints/own-dashboards.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import {
  DASHBOARDS,
  type DashboardContent,
  type DashboardPage,
  type DashboardSchedule,
  hostOf,
  NO_FILTER,
} from "#workers/contract/own-dashboards.ts";
import { audited } from "../audit.ts";
import { type Ctx, type DirectoryCtx, iso, isoOrNull } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { choosingChosen, recipientsOf } from "./choices.ts";
import { nextMail } from "./schedule.ts";
import { isSeenBy, mayEdit, type Viewer } from "./viewer.ts";

export type DashboardRow = typeof dashboards.$inferSelect;
type Own = ReplyOf<typeof api.updateOwnDashboard>;

/** A dashboard, and the origin of the pages that it may show in frames; '' for none. */
export interface Place {
  id: string;
  host: string;
}

const thisDashboard = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(dashboards.enterpriseId, enterpriseId), eq(dashboards.id, id));
const reading = (ctx: Ctx, id: string) =>
  ctx.db.select().from(dashboards).where(thisDashboard(ctx, id)).limit(1);

/** The row, where the person may see it; notFound says no more than that of one that never was. */
const seen = (row: DashboardRow | undefined, viewer: Viewer): DashboardRow => {
  if (!row || !isSeenBy(row, viewer)) throw new DomainError("notFound");
  return row;
};
export const seenDashboard = async (ctx: Ctx, viewer: Viewer, id: string): Promise<DashboardRow> =>
  seen((await reading(ctx, id))[0], viewer);

/** Throws forbidden where the person sees it and may not change it. */
function refuseUneditable(row: DashboardRow, viewer: Viewer): void {
  if (!mayEdit(row, viewer)) throw new DomainError("forbidden");
}

const headOf = (row: DashboardRow, viewer: Viewer) => ({
  id: row.id,
  name: row.name,
  makerName: row.makerName,
  isMine: row.makerId === viewer.userId,
  mayEdit: mayEdit(row, viewer),
  sharing: row.sharing,
  roles: row.roles,
  revision: row.revision,
  updatedBy: row.updatedBy,
  updatedAt: iso(row.updatedAt),
});
const onWire = (row: DashboardRow, viewer: Viewer): Own => ({
  ...headOf(row, viewer),
  tiles: row.content.tiles,
  pages: row.content.pages ?? [],
  schedule: row.schedule,
  nextMailAt: isoOrNull(row.dueAt),
});

/** All dashboards of people that the person may see: there are never more than `DASHBOARDS.most`. */
export async function listOwnDashboards(
  ctx: Ctx,
  viewer: Viewer,
): Promise<ReplyOf<typeof api.listOwnDashboards>> {
  const rows = await ctx.db
    .select()
    .from(dashboards)
    .where(eq(dashboards.enterpriseId, ctx.enterpriseId))
    .orderBy(asc(dashboards.nameKey), asc(dashboards.id))
    .limit(DASHBOARDS.most);
  return {
    dashboards: rows
      .filter((row) => isSeenBy(row, viewer))
      .map((row) => ({
        ...headOf(row, viewer),
        tileCount: row.content.tiles.length,
        isMailed: row.schedule !== null,
      })),
  };
}

/** A dashboard with the names of what its tiles are narrowed down to, and of those to whom it is mailed. */
export async function getOwnDashboard(
  ctx: Ctx,
  directoryCtx: DirectoryCtx,
  viewer: Viewer,
  { id, host }: Place,
): Promise<ReplyOf<typeof api.getOwnDashboard>> {
  const [[row], channels, bots, departments] = await ctx.db.batch([
    reading(ctx, id),
    choosingChosen(ctx, "channels", id),
    choosingChosen(ctx, "bots", id),
    choosingChosen(ctx, "departments", id),
  ]);
  const dashboard = onWire(seen(row, viewer), viewer);
  const people = dashboard.mayEdit ? await recipientsOf(directoryCtx, dashboard.schedule) : [];
  return { ...dashboard, choices: { channels, bots, departments, people, host } };
}

/** Adds a dashboard of the person's own: empty, or with the tiles of another that they see. */
export async function createOwnDashboard(
  ctx: Ctx,
  viewer: Viewer,
  { name, copyOf }: InputOf<typeof api.createOwnDashboard>["body"],
): Promise<Own> {
  const { db, enterpriseId, newId, now, actor } = ctx;
  const content = await contentToCopy(ctx, viewer, copyOf);
  const row: DashboardRow = {
    id: newId(),
    enterpriseId,
    name,
    nameKey: nameKey(name),
    makerId: viewer.userId,
    makerName: actor.name,
    isLeft: false,
    sharing: "maker",
    roles: [],
    content,
    schedule: null,
    dueAt: null,
    createdAt: now(),
    ...nextRevision(ctx, null),
  };
  const work = db.batch([
    guard(
      ctx,
      sql`(SELECT count(*) FROM ${dashboards} WHERE ${dashboards.enterpriseId} = ${enterpriseId}) < ${DASHBOARDS.most}`,
    ),
    db.insert(dashboards).values(row),
    audited(ctx, { action: "create", kind: "dashboard", object: row, after: shown(row) }),
  ]);
  try {
    await mapConflicts(work, { "dashboards.name_key": "dashboardNameTaken" });
  } catch (error) {
    if (guardFailed(error)) throw new DomainError("dashboardsFull");
    throw error;
  }
  return onWire(row, viewer);
}

async function contentToCopy(ctx: Ctx, viewer: Viewer, copyOf: string): Promise<DashboardContent> {
  if (copyOf === "") return { tiles: [] };
  const known = dashboardNames.find((name) => name === copyOf);
  if (known === undefined) {
    const [row] = await reading(ctx, copyOf);
    if (row && isSeenBy(row, viewer)) return row.content;
    throw new DomainError("notFound", { message: texts.copyGone, errors: { copyOf: texts.copyGone } });
  }
  const tiles = everybodys[known].map((tile) => ({
    id: ctx.newId(),
    title: "",
    kind: tile.kind,
    measures: [...measuresOf(tile)],
    size: tile.kind === "number" ? ("small" as const) : ("medium" as const),
    filter: NO_FILTER,
    compare: true,
  }));
  return { tiles };
}

/** For the audit trail. */
const shown = ({ name, sharing, roles, content, schedule }: DashboardRow) => ({
  name,
  sharing,
  roles,
  schedule,
  ...content,
});

/** Throws invalid for a new page of another host than the deployment's; one that was there before may stay. */
function refuseForeign(
  pages: readonly DashboardPage[],
  before: readonly DashboardPage[],
  host: string,
): void {
  const at = pages.findIndex(
    ({ address }) => hostOf(address) !== host && !before.some((each) => each.address === address),
  );
  if (at === -1) return;
  const message = texts.foreignHost(host);
  throw new DomainError("invalid", { message, errors: { [`pages.${at}.address`]: message } });
}

/** A schedule that stays keeps its time, so that what is saved in the minute of a mail doesn't skip it. */
function dueWith(schedule: DashboardRow["schedule"], before: DashboardRow, now: number): number | null {
  if (schedule === null) return null;
  const timesOf = ({ people: _, ...times }: DashboardSchedule) =>
    JSON.stringify(Object.entries(times).toSorted());
  const isSame = before.schedule !== null && timesOf(before.schedule) === timesOf(schedule);
  return isSame && before.dueAt !== null ? before.dueAt : nextMail(schedule, now);
}

/** Changes what is named of a dashboard that nobody has changed meanwhile. */
export async function updateOwnDashboard(
  ctx: Ctx,
  viewer: Viewer,
  { id, host }: Place,
  { revision, name, tiles, pages, sharing, roles, schedule }: InputOf<typeof api.updateOwnDashboard>["body"],
): Promise<Own> {
  const before = await seenDashboard(ctx, viewer, id);
  refuseUneditable(before, viewer);
  refuseStale(before, revision);
  refuseForeign(pages ?? [], before.content.pages ?? [], host);
  const set = {
    name,
    nameKey: nameKey(name),
    sharing: sharing ?? before.sharing,
    roles: (sharing ?? before.sharing) === "roles" ? (roles ?? before.roles) : [],
    content: { ...before.content, ...(tiles && { tiles }), ...(pages && { pages }) },
    ...(schedule !== undefined && {
      schedule,
      dueAt: dueWith(schedule, before, ctx.now()),
    }),
    // A dashboard left behind goes to whoever saves it first: mails of it are those of a maker who is there.
    ...(before.isLeft && { isLeft: false, makerId: viewer.userId, makerName: ctx.actor.name }),
    ...nextRevision(ctx, before),
  };
  const row = { ...before, ...set };
  const work = ctx.db.batch([
    guardRevision(ctx, dashboards, id, before.revision),
    ctx.db.update(dashboards).set(set).where(thisDashboard(ctx, id)),
    audited(ctx, {
      action: "update",
      kind: "dashboard",
      object: row,
      before: shown(before),
      after: shown(row),
    }),
  ]);
  await unlessStale(mapConflicts(work, { "dashboards.name_key": "dashboardNameTaken" }), () =>
    seenDashboard(ctx, viewer, id),
  );
  return onWire(row, viewer);
}

/** Deletes a dashboard that nobody has changed meanwhile. */
export async function deleteOwnDashboard(ctx: Ctx, viewer: Viewer, id: string): Promise<void> {
  const row = await seenDashboard(ctx, viewer, id);
  refuseUneditable(row, viewer);
  await unlessStale(
    ctx.db.batch([
      guardRevision(ctx, dashboards, id, row.revision),
      ctx.db.delete(dashboards).where(thisDashboard(ctx, id)),
      audited(ctx, { action: "delete", kind: "dashboard", object: row, before: shown(row) }),
    ]),
    () => seenDashboard(ctx, viewer, id),
  );
}
