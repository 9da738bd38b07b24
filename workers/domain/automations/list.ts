import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { automations } from "#db/tenant/automations.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { LATELY_DAYS, type listJourneys } from "#workers/contract/endpoints/automations.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { Ctx } from "../ctx.ts";
import { page } from "../page.ts";
import { onWire, OPEN_RUNS } from "./automation.ts";

const DAY_MS = 86_400_000;
const MOST_FOLDERS = 500;
const AT_WORK = sql.raw(
  "FROM automation_instances i WHERE i.enterprise_id = automations.enterprise_id AND i.automation_id = automations.id",
);
/** From the roll-ups, of the days from `since` on: a busy week is as quick as a quiet one. */
const ENTERED = (since: number) =>
  sql<number>`(SELECT coalesce(sum((SELECT sum(h.entered) FROM entry_hours h WHERE h.instance_id = i.id AND h.hour >= ${Math.floor(since / DAY_MS) * 24})), 0) ${AT_WORK})`;
/** By version, as the roll-up's key is: without one all its days would be read. */
const ERRORS = (since: number) =>
  sql<number>`(SELECT coalesce(sum((SELECT sum(d.errors) FROM automation_versions v CROSS JOIN node_daily d ON d.instance_id = i.id AND d.version_id = v.id
    AND d.day >= ${new Date(since).toISOString().slice(0, 10)} WHERE v.automation_id = automations.id)), 0) ${AT_WORK})`;
/** An encap may be launched on one many times. */
const CHANNELS = sql<string>`(SELECT json_group_array(json_array(name, is_paused)) FROM (SELECT c.name, min(i.state = ${sql.raw(String(INSTANCE.paused))}) AS is_paused
  FROM automation_instances i CROSS JOIN channels c ON c.id = i.channel_id AND c.enterprise_id = i.enterprise_id
  WHERE i.enterprise_id = automations.enterprise_id AND i.automation_id = automations.id AND i.state IN (${sql.raw(`${INSTANCE.started}, ${INSTANCE.paused}`)})
  GROUP BY c.id ORDER BY c.name))`;

/** Journeys or encaps by name, and all folders of that kind. */
export async function listAutomations(
  { db, enterpriseId, now }: Ctx,
  kind: AutomationKind,
  { name, folder, archived, ...paging }: InputOf<typeof listJourneys>["query"],
): Promise<ReplyOf<typeof listJourneys>> {
  const { limit, offset, cut } = page(paging);
  const key = nameKey(name);
  const since = now() - (LATELY_DAYS - 1) * DAY_MS;
  const ofKind = and(
    eq(automations.enterpriseId, enterpriseId),
    eq(automations.kind, kind),
    isNull(automations.deletedAt),
  );
  const [found, folders] = await db.batch([
    db
      .select({
        row: automations,
        openRuns: OPEN_RUNS,
        channels: CHANNELS.as("at_work_on"),
        entered: ENTERED(since).as("entered_lately"),
        errors: ERRORS(since).as("errors_lately"),
      })
      .from(automations)
      .where(
        and(
          ofKind,
          archived === "true" ? isNotNull(automations.archivedAt) : isNull(automations.archivedAt),
          folder === undefined ? undefined : eq(automations.folder, folder),
          key ? sql`instr(${automations.nameKey}, ${key}) > 0` : undefined,
        ),
      )
      .orderBy(asc(automations.nameKey), asc(automations.id))
      .limit(limit)
      .offset(offset),
    db
      .selectDistinct({ folder: automations.folder })
      .from(automations)
      .where(and(ofKind, sql`${automations.folder} <> ''`))
      .orderBy(asc(automations.folder))
      .limit(MOST_FOLDERS),
  ]);
  const { rows, more } = cut(found);
  return {
    automations: rows.map(({ row, openRuns, channels, entered, errors }) => ({
      ...onWire(row, openRuns),
      channels: (JSON.parse(channels) as [name: string, isPaused: 0 | 1][]).map(([on, isPaused]) => ({
        name: on,
        isPaused: isPaused === 1,
      })),
      entered,
      errors,
    })),
    folders: folders.map((each) => each.folder),
    more,
  };
}
