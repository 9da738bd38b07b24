import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import { triggersTexts as texts } from "#texts/triggers.ts";
import type { sendEvent } from "#workers/contract/endpoints/automation-triggers.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { phoneOf } from "../customers/phone.ts";
import { DomainError } from "../error.ts";
import type { Json } from "../flow/json.ts";
import { KEEP_EVENT, ON_THE_WAY } from "../runs/past-events.ts";
import { tellingEntries } from "./tell.ts";

/** Each by its index: joined by OR, all customers of the enterprise would be read. */
const CUSTOMER = `SELECT number FROM (SELECT 1 AS turn, number FROM customers WHERE id = ?2 AND +enterprise_id = ?1 AND deleted_at IS NULL
    UNION ALL SELECT 2, number FROM customers WHERE enterprise_id = ?1 AND phone = ?3 AND deleted_at IS NULL) ORDER BY turn LIMIT 1`;
const AWAITED = `SELECT EXISTS (SELECT 1 FROM automation_triggers t CROSS JOIN automation_instances i ON i.id = t.instance_id AND i.state = 2
    WHERE t.enterprise_id = ?1 AND t.kind = 'event' AND t.key = ?2)
  OR EXISTS (SELECT 1 FROM run_waits w CROSS JOIN runs r ON r.id = w.run_id CROSS JOIN identities i ON i.id = r.identity_id AND i.customer = ?3
    WHERE w.enterprise_id = ?1 AND w.kind = 'event' AND w.key = ?2)
  OR EXISTS (SELECT 1 FROM ${ON_THE_WAY}) AS awaited`;
/** Runs of theirs that wait for it hear of it, each once. */
const TELL_RUNS = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT ?1, ?4 || ':' || w.run_id, 'event', ?2, w.run_id, ?5, ?6, ?7 FROM run_waits w CROSS JOIN runs r ON r.id = w.run_id AND r.state = 'waiting'
    CROSS JOIN identities i ON i.id = r.identity_id AND i.customer = ?3
  WHERE w.enterprise_id = ?1 AND w.kind = 'event' AND w.key = ?2 ON CONFLICT DO NOTHING`;

/** Whom somebody outside names. */
export async function customerBy(
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  { id, phone }: { id?: string | undefined; phone?: string | undefined },
): Promise<number | null> {
  const number = phone === undefined ? "" : (phoneOf(phone) ?? "");
  return db.$client
    .prepare(CUSTOMER)
    .bind(enterpriseId, id ?? "", number)
    .first<number>("number");
}

/** Whether a journey begins by an event, or somebody waits for it. */
export async function isAwaited(
  ctx: Pick<Ctx, "db" | "enterpriseId">,
  { name, customer: who }: InputOf<typeof sendEvent>["body"],
): Promise<boolean> {
  const { db, enterpriseId } = ctx;
  const awaited = db.$client.prepare(AWAITED).bind(enterpriseId, name, await customerBy(ctx, who));
  return (await awaited.first<number>("awaited")) === 1;
}

/** Takes an event of another system: who begins by its name enters, and whoever waits for it goes on. */
export async function takeEvent(
  ctx: Ctx,
  { name, key, customer: who, data }: InputOf<typeof sendEvent>["body"],
): Promise<ReplyOf<typeof sendEvent>> {
  const customer = await customerBy(ctx, who);
  if (customer === null)
    throw new DomainError("notFound", {
      message: texts.events.nobody,
      errors: { customer: texts.events.nobody },
    });
  const { db, enterpriseId, now } = ctx;
  const eventId = `event:${name}:${key}`;
  const at = now();
  const [awaited] = await db.$client.batch<{ awaited: 0 | 1 }>([
    db.$client.prepare(AWAITED).bind(enterpriseId, name, customer),
    ...tellingEntries(ctx, [
      {
        eventId,
        kind: "event",
        key: name,
        customer,
        data: { kind: "event", name, data: data as Json },
        at,
      },
    ]),
    db.$client
      .prepare(TELL_RUNS)
      .bind(enterpriseId, name, customer, eventId, JSON.stringify({ data }), at, at + KEPT_MS),
    db.$client.prepare(KEEP_EVENT).bind(enterpriseId, name, customer, eventId, JSON.stringify({ data }), at),
  ]);
  return { awaited: awaited?.results[0]?.awaited === 1 };
}
