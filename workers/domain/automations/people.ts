import { sql } from "drizzle-orm";
import { customersTexts } from "#texts/customers.ts";
import { journeyPeopleTexts as texts } from "#texts/journey-people.ts";
import { journeyTroublesTexts } from "#texts/journey-troubles.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { goesOn, type InstanceState } from "#workers/contract/automation/instance-states.ts";
import type { actOnJourneyPeople } from "#workers/contract/endpoints/journey-monitor.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { audited, auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { refuseUnknownTaggings } from "../customers/map.ts";
import { DomainError } from "../error.ts";
import { openingJob, openJob } from "../jobs/open.ts";
import { customersAmong } from "../runs/customers-among.ts";
import { matching } from "../runs/sweep-pages.ts";
import { instanceThere } from "./troubles.ts";

type Body = InputOf<typeof actOnJourneyPeople>["body"];
type Reply = ReplyOf<typeof actOnJourneyPeople>;
interface Place {
  id: string;
  instanceId: string;
}
interface Instance {
  id: string;
  name: string;
  state: InstanceState;
}

/** Begins to do something with all people of a figure: as their customers, or with their ways through the journey. */
export const actOnPeople = (ctx: Ctx, automation: AutomationKind, place: Place, body: Body): Promise<Reply> =>
  body.what === "mark" || body.what === "unmark"
    ? tag(ctx, automation, place, body)
    : carry(ctx, automation, place, body, body.what);

/** A bulk job of customers, so that its undo is theirs, too. */
async function tag(
  ctx: Ctx,
  automation: AutomationKind,
  { id, instanceId }: Place,
  { what, filter, markIds }: Body,
): Promise<Reply> {
  if (markIds.length === 0) {
    const message = customersTexts.chooseGroup;
    throw new DomainError("invalid", { message, errors: { markIds: message } });
  }
  const { db, enterpriseId, now, newId, actor } = ctx;
  const among = { instanceId, filter, at: now() };
  const numbers = customersAmong(ctx, among)({ limit: -1 });
  const [[there], [counted]] = await Promise.all([
    db.$client
      .prepare(instanceThere(automation))
      .bind(instanceId, id, enterpriseId)
      .all<Instance>()
      .then(({ results }) => results),
    db.values<[number, number | null]>(sql`SELECT count(*), max(n.number) FROM (${numbers}) n`),
    refuseUnknownTaggings(ctx, markIds),
  ]);
  if (!there) throw new DomainError("notFound");
  const [total, top] = counted ?? [0, null];
  if (total === 0) throw new DomainError("instanceMoved", { message: texts.noCustomers });
  const payload: JobPayload<"customers.bulk"> = {
    action: what === "mark" ? "mark" : "unmark",
    markIds,
    filter: { search: "", groups: [], tags: [] },
    people: among,
    by: actor.name,
    takesOff: what === "mark",
    upTo: top ?? 0,
    total,
    below: (top ?? 0) + 1,
    done: 0,
    changed: 0,
  };
  const jobId = newId();
  const kind = "customers.bulk";
  await db.batch([
    openingJob(ctx, { kind, subject: jobId, payload }, jobId),
    audited(ctx, {
      action: "update",
      kind: "instance",
      object: there,
      after: { people: total, [what === "mark" ? "given" : "taken"]: markIds },
    }),
  ]);
  return { jobId, kind, people: total };
}

/** To another step or out of the journey; one such work at a time, as with what goes wrong. */
async function carry(
  ctx: Ctx,
  automation: AutomationKind,
  { id, instanceId }: Place,
  { filter, to }: Body,
  what: "move" | "end",
): Promise<Reply> {
  const { db, enterpriseId, now, actor } = ctx;
  const sweep = {
    ...{ instanceId, what, filter, to: what === "move" ? to : "", at: now(), by: actor.name },
    ...{ node: "", code: "", before: null, newest: false, from: "failed" as const },
  };
  const [there, known, count] = await db.$client.batch([
    db.$client.prepare(instanceThere(automation)).bind(instanceId, id, enterpriseId),
    db.$client.prepare(STEP).bind(instanceId, enterpriseId, to),
    matching(db, sweep),
  ]);
  const [instance] = (there?.results ?? []) as Instance[];
  if (!instance) throw new DomainError("notFound");
  if (what === "move" && known?.results.length === 0)
    throw new DomainError("invalid", { message: texts.noStep, errors: { to: texts.noStep } });
  if (what === "move" && !goesOn(instance.state))
    throw new DomainError("instanceMoved", { message: journeyTroublesTexts.isOver });
  const total = (count?.results as { runs: number }[] | undefined)?.[0]?.runs ?? 0;
  if (total === 0) throw new DomainError("instanceMoved", { message: texts.nobody[what] });
  const kind = "runs.sweep";
  const { jobId, joined } = await openJob(
    ctx,
    { kind, subject: instanceId, payload: { ...sweep, cursor: "", done: 0, total } },
    (_, isNew) => [
      auditedIf(
        ctx,
        {
          action: "update",
          kind: "instance",
          object: instance,
          after: { swept: what, people: total, ...(what === "move" && { to }), ...filter },
        },
        isNew,
      ),
    ],
  );
  if (joined) throw new DomainError("instanceMoved", { message: journeyTroublesTexts.busy });
  return { jobId, kind, people: total };
}

/** Whether any version of the instance's journey has a step. */
const STEP = `SELECT 1 FROM automation_instances i CROSS JOIN automation_versions w ON w.automation_id = i.automation_id AND w.enterprise_id = ?2
  CROSS JOIN json_each(w.graph, '$.nodes') n WHERE i.id = ?1 AND i.enterprise_id = ?2 AND n.value ->> '$.id' = ?3 LIMIT 1`;
