import { and, asc, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { dashboards } from "#db/tenant/dashboards.ts";
import { dashboardsTexts } from "#texts/dashboards.ts";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { sourcesOf } from "#workers/contract/dashboards.ts";
import { partName, tileTitle } from "#workers/contract/own-dashboards.ts";
import { goesOn } from "../bare/fenced.ts";
import { type Actor, ctxOf, directoryCtxOf } from "../ctx.ts";
import { describe, isDouble } from "../error.ts";
import { writingMail } from "../mail/write.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { type PersonWithRights, peopleWithRights } from "../roles/people-with-rights.ts";
import { type TileShown, tilesShown } from "./figures.ts";
import type { DashboardRow } from "./own.ts";
import { daysOfMail, nextMail } from "./schedule.ts";
import { cellOf, measureTitle } from "./tile-csv.ts";
import { isSeenBy } from "./viewer.ts";

/** Dashboards that one look mails; the next minute goes on. */
const PAGE = 20;
const AGAIN_MS = 15 * 60_000;

const FEATURE = "SELECT coalesce(features ->> '$.analytics', 0) AS isOn FROM enterprises WHERE id = ?1";

export interface DashboardMailDeps {
  directory: DirectoryDb;
  ring: KeyRing;
  /** An address of the console. */
  address: (path: string) => string;
  actor: Actor;
  now: number;
}

/** Mails the dashboards of a database whose time has come. */
export async function mailDashboards(db: TenantDb, deps: DashboardMailDeps): Promise<void> {
  const due = await db
    .select()
    .from(dashboards)
    .where(
      and(isNotNull(dashboards.dueAt), lte(dashboards.dueAt, deps.now), sql.raw(goesOn("enterprise_id"))),
    )
    .orderBy(asc(dashboards.dueAt))
    .limit(PAGE);
  for (const row of due) {
    try {
      await mailOne(db, row, deps);
    } catch (error) {
      await holdBack(db, row, deps.now, error);
    }
  }
}

/** One that can't be written is tried again later, so that it doesn't hold up the others each minute. */
async function holdBack(db: TenantDb, row: DashboardRow, now: number, error: unknown): Promise<void> {
  console.log(
    JSON.stringify({ level: "error", source: "dashboards", dashboard: row.id, failure: describe(error) }),
  );
  await db
    .update(dashboards)
    .set({ dueAt: now + AGAIN_MS })
    .where(
      and(
        eq(dashboards.id, row.id),
        eq(dashboards.dueAt, row.dueAt ?? 0),
        eq(dashboards.revision, row.revision),
      ),
    );
}

/**
 * Writes one mail to each who may see the dashboard now, then sets its next time. A mail's id is of the days that it is
 * about: what breaks off in between, or two who do this at once, write each mail once.
 */
async function mailOne(db: TenantDb, row: DashboardRow, deps: DashboardMailDeps): Promise<void> {
  const { schedule, dueAt } = row;
  if (!schedule || dueAt === null) return;
  const { people, beside } = await peopleWithRights(deps.directory, row.enterpriseId, FEATURE);
  const isOn = Boolean((beside[0] as { isOn?: unknown } | undefined)?.isOn);
  const isMakerGone = !people.some(({ userId }) => userId === row.makerId);
  if (isOn && !isMakerGone) {
    const readers = people.filter(
      (person) =>
        schedule.people.includes(person.userId) &&
        person.permissions.includes("ANALYTICS.VIEW") &&
        isSeenBy(row, person),
    );
    for (const reader of readers) await writeTo(db, row, reader, dueAt, deps);
  }
  await db
    .update(dashboards)
    .set(isMakerGone ? { schedule: null, dueAt: null } : { dueAt: nextMail(schedule, deps.now) })
    .where(
      and(eq(dashboards.id, row.id), eq(dashboards.dueAt, dueAt), eq(dashboards.revision, row.revision)),
    );
}

async function writeTo(
  db: TenantDb,
  { id, name, makerName, enterpriseId, content, schedule }: DashboardRow,
  { userId, name: reader, email, language, permissions }: PersonWithRights,
  dueAt: number,
  { directory, ring, address, actor, now }: DashboardMailDeps,
): Promise<void> {
  if (!schedule) return;
  const asked = daysOfMail(schedule, dueAt);
  const directoryCtx = directoryCtxOf(directory, enterpriseId, actor, { now: () => now });
  const { tiles, currency } = await tilesShown(
    { ...ctxOf(db, enterpriseId, actor, { now: () => now }), directoryCtx },
    content.tiles,
    asked,
    permissions,
  );
  const { statement } = await writingMail(
    directoryCtx,
    ring,
    {
      template: "dashboard",
      to: { address: email, name: reader, language },
      facts: [
        name,
        makerName,
        asked.fromDate,
        asked.toDate,
        tiles.map((tile) => textOf(tile, currency)).join("\n\n"),
      ],
      link: address(`/admin/analytics?name=${id}&from=${asked.fromDate}&to=${asked.toDate}`),
    },
    `dashboard ${id} ${schedule.every} ${schedule.hour} ${asked.toDate} ${userId}`,
  );
  try {
    await statement;
  } catch (error) {
    // It was written before.
    if (!isDouble(error)) throw error;
  }
}

/** A tile as lines of text. */
function textOf(tile: TileShown, currency: string): string {
  const linesOf = tile.kind === "table" ? tableLines : figureLines;
  const lines = tile.isHidden ? [texts.hidden] : linesOf(tile, currency);
  return [tileTitle(tile), ...lines].join("\n");
}

const figureLines = ({ figures, compare }: TileShown, currency: string): string[] =>
  figures.map(({ measure, value, before }) => {
    const now = `${measureTitle(measure, currency)}: ${cellOf(measure, value, currency) || dashboardsTexts.nothing}`;
    return compare
      ? `${now} (${dashboardsTexts.before(cellOf(measure, before, currency) || dashboardsTexts.nothing)})`
      : now;
  });

function tableLines({ measures, rows }: TileShown, currency: string): string[] {
  const [source = "sent"] = sourcesOf(measures);
  return rows.length === 0
    ? [dashboardsTexts.noRows]
    : rows.map(({ values, ...part }) => {
        const cells = measures.map(
          (measure, at) =>
            `${measureTitle(measure, currency)} ${cellOf(measure, values[at] ?? null, currency) || dashboardsTexts.nothing}`,
        );
        return `${partName(source, part)}: ${cells.join(", ")}`;
      });
}
