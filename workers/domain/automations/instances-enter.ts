import { sql } from "drizzle-orm";
import { automationInstancesTexts as texts } from "#texts/automation-instances.ts";
import { triggersTexts } from "#texts/triggers.ts";
import { INSTANCE, type InstanceState } from "#workers/contract/automation/instance-states.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { enterJourneyInstance } from "#workers/contract/endpoints/automation-instances.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import { type AskingDeps, type Decided, decided } from "../entries/decided.ts";
import { evaluating, runOf } from "../entries/write.ts";
import { enteringEach } from "../runs/enter.ts";
import { byHand } from "./by-hand.ts";
import { identityIn, identityOn } from "./reached.ts";

const INSTANCE_OF = `SELECT i.state, i.channel_id AS channelId, i.version_id AS versionId, i.name FROM automation_instances i
  CROSS JOIN automations a ON a.id = i.automation_id AND a.enterprise_id = ?4 AND a.deleted_at IS NULL
  WHERE i.id = ?1 AND i.automation_id = ?2 AND a.kind = ?3 AND i.enterprise_id = ?4`;
/** Each customer with whom they are on the instance's channel. */
const PEOPLE = `SELECT e.value AS id, c.number, ${identityOn("?2", "c.number", "k.id", "k.type")} AS found FROM json_each(?1) e
  CROSS JOIN automation_instances n ON n.id = ?3 AND n.enterprise_id = ?2 LEFT JOIN channels k ON k.id = n.channel_id
  LEFT JOIN customers c ON c.enterprise_id = ?2 AND c.id = e.value AND c.deleted_at IS NULL`;
const BEFORE = `SELECT r.entry_key AS key FROM json_each(?2) e CROSS JOIN runs r ON r.instance_id = ?1 AND r.entry_key = e.value`;
const ENTERED = `SELECT count(*) AS n FROM json_each(?2) e CROSS JOIN runs r ON r.instance_id = ?1 AND r.entry_key = e.value`;

type Left = ReplyOf<typeof enterJourneyInstance>["left"][number];

/** Puts customers in, each once a request; says who could not be and why. The sender decides what each may be sent. */
export async function enterInstance(
  ctx: Ctx,
  deps: AskingDeps,
  kind: AutomationKind,
  { id, instanceId }: { id: string; instanceId: string },
  { id: requestId, customers }: InputOf<typeof enterJourneyInstance>["body"],
): Promise<ReplyOf<typeof enterJourneyInstance>> {
  const { db, enterpriseId } = ctx;
  const { $client } = db;
  const asked = [...new Set(customers)];
  const [instances, people] = await $client.batch([
    $client.prepare(INSTANCE_OF).bind(instanceId, id, kind, enterpriseId),
    $client.prepare(PEOPLE).bind(JSON.stringify(asked), enterpriseId, instanceId),
  ]);
  const [instance] = (instances?.results ?? []) as InstanceFound[];
  if (!instance) throw new DomainError("notFound");
  if (instance.state !== INSTANCE.started) throw notStarted();
  const left: Left[] = [];
  const identities = new Map<string, { id: string; number: number | null }>();
  for (const { id: customerId, number, found } of (people?.results ?? []) as PersonFound[]) {
    const { identityId, isClosed } = identityIn(found);
    const why =
      number === null ? "unknown" : identityId === null ? "unreachable" : isClosed ? "erased" : null;
    if (why !== null) left.push({ id: customerId, why, sentence: texts.left[why] });
    else if (identityId !== null) identities.set(identityId, { id: customerId, number });
  }
  if (identities.size === 0) return { entered: 0, left };
  const { news } = await decided(
    ctx,
    deps,
    [...identities].map(([identityId, { number: customer }]) => [
      byHand({
        ...{ enterpriseId, instanceId, customer, identityId },
        channelId: instance.channelId,
        versionId: instance.versionId,
        state: instance.state,
        eventId: `manual:${requestId}:${identityId}`,
      }),
    ]),
  );
  const all = news.flatMap((each) => each.decided);
  // Those of the same request are in it by its first try.
  const before = await enteredBefore(ctx, instanceId, all);
  for (const { eventId, identityId, result, detail } of all) {
    if (result === "entered" || before.has(eventId)) continue;
    const sentence =
      result === "filter" ? triggersTexts.sentences.filter(detail) : triggersTexts.sentences[result];
    left.push({ id: identities.get(identityId ?? "")?.id ?? "", why: result, sentence });
  }
  const entries = all.filter(({ eventId, result }) => result === "entered" || before.has(eventId)).map(runOf);
  if (entries.length === 0) {
    await $client.batch(evaluating(ctx, all));
    return { entered: 0, left };
  }
  const results = await $client.batch([
    enteringEach(ctx, entries),
    bindable(
      ctx,
      auditedIf(
        ctx,
        {
          action: "update",
          kind: "instance",
          object: { id: instanceId, name: instance.name },
          after: { people: entries.length },
        },
        sql`changes() > 0`,
      ),
    ),
    ...evaluating(
      ctx,
      all.filter(({ eventId }) => !before.has(eventId)),
    ),
    $client.prepare(ENTERED).bind(instanceId, JSON.stringify(entries.map(({ entryKey }) => entryKey))),
  ]);
  const entered = (results.at(-1)?.results as { n: number }[] | undefined)?.[0]?.n ?? 0;
  // Somebody has paused or stopped it meanwhile: it takes in nobody, or it took all of them in before.
  if (entered === 0) throw notStarted();
  return { entered, left };
}

/** Whether those of a call entered by an earlier try of it. */
async function enteredBefore(
  { db: { $client } }: Ctx,
  instanceId: string,
  all: readonly Decided[],
): Promise<ReadonlySet<string>> {
  if (all.every(({ result }) => result === "entered")) return new Set();
  const keys = JSON.stringify(all.map(({ eventId }) => eventId));
  const { results } = await $client.prepare(BEFORE).bind(instanceId, keys).all<{ key: string }>();
  return new Set(results.map(({ key }) => key));
}

interface InstanceFound {
  state: InstanceState;
  channelId: string;
  versionId: string;
  name: string;
}
interface PersonFound {
  id: string;
  number: number | null;
  found: string | null;
}

const notStarted = () => new DomainError("instanceMoved", { message: texts.notStarted });
