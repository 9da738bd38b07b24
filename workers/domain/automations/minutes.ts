import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { type journeyMinutes, MINUTES_SHOWN } from "#workers/contract/endpoints/journey-monitor.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { instanceThere } from "./troubles.ts";

type Minutes = ReplyOf<typeof journeyMinutes>["minutes"];

const MINUTE_MS = 60_000;
const MINUTES = `SELECT m.minute, m.entered, m.steps, m.ended, m.failed FROM run_minutes m
  WHERE m.instance_id = ?1 AND m.enterprise_id = ?2 AND m.minute > ?3`;

/** The last hour of an instance, minute by minute: at most sixty rows of a roll-up. */
export async function minutesOf(
  { db: { $client }, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  kind: AutomationKind,
  { id, instanceId }: { id: string; instanceId: string },
): Promise<ReplyOf<typeof journeyMinutes>> {
  const last = Math.floor(now() / MINUTE_MS);
  const first = last - MINUTES_SHOWN;
  const [there, found] = await $client.batch([
    $client.prepare(instanceThere(kind)).bind(instanceId, id, enterpriseId),
    $client.prepare(MINUTES).bind(instanceId, enterpriseId, first),
  ]);
  if (there?.results.length === 0) throw new DomainError("notFound");
  const rows = (found?.results ?? []) as (Omit<Minutes[number], "at"> & { minute: number })[];
  const of = new Map(rows.map(({ minute, ...counts }) => [minute, counts]));
  const none = { entered: 0, steps: 0, ended: 0, failed: 0 };
  return {
    minutes: Array.from({ length: MINUTES_SHOWN }, (_, at) => first + 1 + at).map((minute) => ({
      at: iso(minute * MINUTE_MS),
      ...(of.get(minute) ?? none),
    })),
  };
}
