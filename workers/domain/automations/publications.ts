import { and, asc, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { automationInstances } from "#db/tenant/automation-runs.ts";
import { automations } from "#db/tenant/automations.ts";
import { channels } from "#db/tenant/channels.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import type { listPublications } from "#workers/contract/endpoints/automation-instances.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { Ctx } from "../ctx.ts";
import { page } from "../page.ts";
import { stateOf } from "./automation.ts";
import { allChannels, instanceOnWire, ofTheirs, OPEN_RUNS, reading } from "./instances.ts";

const { started, paused, scheduled, created, deleted } = INSTANCE;

/** Of each channel the last one, and besides it whatever is not over or has people in it. */
const SHOWN = or(
  inArray(automationInstances.state, [created, scheduled, started, paused]),
  sql`${OPEN_RUNS} > 0`,
  sql`NOT EXISTS (SELECT 1 FROM automation_instances o WHERE o.enterprise_id = ${automationInstances.enterpriseId}
    AND o.automation_id = ${automationInstances.automationId} AND o.channel_id = ${automationInstances.channelId}
    AND o.state <> ${deleted} AND o.id > ${automationInstances.id})`,
);
const MOST_SHOWN = 1_000;

/** Journeys by name with the channels that they are on, and all channels. */
export async function publications(
  ctx: Ctx,
  { name, instance, ...paging }: InputOf<typeof listPublications>["query"],
): Promise<ReplyOf<typeof listPublications>> {
  const { db, enterpriseId } = ctx;
  const { limit, offset, cut } = page(paging);
  const key = nameKey(name);
  const ofPage = and(
    eq(automations.enterpriseId, enterpriseId),
    eq(automations.kind, "journey"),
    isNull(automations.deletedAt),
    // One that is put away is shown as long as it is at work, or where it is asked for.
    or(
      isNull(automations.archivedAt),
      instance ? sql`1` : undefined,
      sql`EXISTS (SELECT 1 FROM automation_instances o WHERE o.enterprise_id = ${automations.enterpriseId} AND o.automation_id = ${automations.id}
        AND o.state IN (${scheduled}, ${started}, ${paused}))`,
    ),
    key ? sql`instr(${automations.nameKey}, ${key}) > 0` : undefined,
    instance
      ? sql`EXISTS (SELECT 1 FROM automation_instances o WHERE o.id = ${instance} AND o.enterprise_id = ${automations.enterpriseId}
        AND o.automation_id = ${automations.id} AND o.state <> ${deleted})`
      : undefined,
  );
  const inOrder = [asc(automations.nameKey), asc(automations.id)];
  const [found, instances, all] = await db.batch([
    db
      .select()
      .from(automations)
      .where(ofPage)
      .orderBy(...inOrder)
      .limit(limit)
      .offset(offset),
    reading(ctx)
      .where(
        and(
          ofTheirs(ctx),
          instance ? eq(automationInstances.id, instance) : SHOWN,
          inArray(
            automationInstances.automationId,
            db
              .select({ id: automations.id })
              .from(automations)
              .where(ofPage)
              .orderBy(...inOrder)
              .limit(limit)
              .offset(offset),
          ),
        ),
      )
      .orderBy(asc(channels.nameKey), desc(automationInstances.id))
      .limit(MOST_SHOWN),
    allChannels(ctx, { number: channels.contactId }),
  ]);
  const { rows, more } = cut(found);
  const of = Map.groupBy(instances, ({ row }) => row.automationId);
  return {
    journeys: rows.map((row) => ({
      id: row.id,
      name: row.name,
      folder: row.folder,
      state: stateOf(row),
      version: row.version,
      instances: (of.get(row.id) ?? []).map(instanceOnWire),
    })),
    channels: all,
    more,
  };
}
