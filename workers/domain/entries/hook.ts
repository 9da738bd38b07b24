import { randomBytes, timingSafeEqual } from "node:crypto";
import type { TenantDb } from "#db/client.ts";
import { triggersTexts as texts } from "#texts/triggers.ts";
import { INSTANCE, type InstanceState } from "#workers/contract/automation/instance-states.ts";
import { type Trigger, triggersIn } from "#workers/contract/automation/triggers.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { InstanceHook } from "#workers/contract/endpoints/automation-triggers.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { audited } from "../audit.ts";
import { type Ctx, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import type { Json } from "../flow/json.ts";
import { bindable } from "../guard.ts";
import { customerBy } from "./events.ts";
import { shapeOf } from "./shape.ts";
import { tellingEntries } from "./tell.ts";
import { liesHere } from "../bare/fenced.ts";

/** 192 bits: nobody guesses the address of a webhook. */
export const newHookSecret = (): string => randomBytes(24).toString("base64url");
export const hookPath = (instanceId: string, secret: string): string => `/api/hooks/${instanceId}/${secret}`;

const FOUND = `SELECT i.enterprise_id AS enterpriseId, i.hook_secret AS secret, i.launch, i.state FROM automation_instances i
  CROSS JOIN automations a ON a.id = i.automation_id AND a.deleted_at IS NULL
  WHERE i.id = ?1 AND i.hook_secret <> '' AND i.state <> ${INSTANCE.deleted} AND ${liesHere("i.enterprise_id")}`;

export interface Hook {
  enterpriseId: EnterpriseId;
  trigger: Extract<Trigger, { kind: "webhook" }>;
  /** Whether it lets people in now. */
  isStarted: boolean;
}

/** The webhook at an address of this database; undefined for one that is none. */
export async function hookAt(
  { $client }: Pick<TenantDb, "$client">,
  instanceId: string,
  secret: string,
): Promise<Hook | undefined> {
  const found = await $client
    .prepare(FOUND)
    .bind(instanceId)
    .first<{ enterpriseId: EnterpriseId; secret: string; launch: string; state: InstanceState }>();
  if (!found) return undefined;
  const [own, given] = [Buffer.from(found.secret), Buffer.from(secret)];
  if (own.length !== given.length || !timingSafeEqual(own, given)) return undefined;
  const { triggers } = JSON.parse(found.launch) as { triggers?: unknown };
  const trigger = triggersIn(triggers).find((each) => each.kind === "webhook");
  return (
    trigger && { enterpriseId: found.enterpriseId, trigger, isStarted: found.state === INSTANCE.started }
  );
}

const NOTE = `UPDATE automation_instances SET hook_sample = ?2, hook_at = ?3 WHERE id = ?1`;

/** Takes a call of a webhook: the customer whom it names enters, once an id. How it is shaped is kept for who sets it up. */
export async function takeCall(
  ctx: Ctx,
  instanceId: string,
  { trigger }: Hook,
  { id, body }: { id: string; body: Record<string, Json> },
): Promise<void> {
  const { db, now } = ctx;
  const named = trigger.at
    .split(".")
    .reduce<unknown>(
      (part, key) =>
        typeof part === "object" && part !== null ? (part as Record<string, unknown>)[key] : undefined,
      body,
    );
  const who =
    typeof named === "string" || typeof named === "number" ? String(named).slice(0, 100) : undefined;
  const customer = who === undefined ? null : await customerBy(ctx, { [trigger.by]: who });
  const note = db.$client.prepare(NOTE).bind(instanceId, shapeOf(body), now());
  if (customer === null) {
    await note.run();
    const message = texts.hook.noCustomer(trigger.at);
    throw new DomainError("invalid", { message, errors: { [trigger.at]: message } });
  }
  await db.$client.batch([
    note,
    ...tellingEntries(ctx, [
      {
        eventId: `webhook:${instanceId}:${id}`,
        kind: "webhook",
        key: "",
        instanceId,
        customer,
        data: { kind: "webhook", data: body },
        at: now(),
      },
    ]),
  ]);
}

const SHOWN = `SELECT i.name, i.hook_secret AS secret, i.hook_sample AS sample, i.hook_at AS calledAt FROM automation_instances i
  CROSS JOIN automations a ON a.id = i.automation_id AND a.enterprise_id = ?4 AND a.deleted_at IS NULL
  WHERE i.id = ?1 AND i.automation_id = ?2 AND a.kind = ?3 AND i.enterprise_id = ?4`;
const RENEW = `UPDATE automation_instances SET hook_secret = ?2 WHERE id = ?1 AND enterprise_id = ?3`;

interface Shown {
  name: string;
  secret: string;
  sample: string;
  calledAt: number | null;
}

/** The path of an instance's webhook, and its latest call; with `anew` it gets another one. */
export async function instanceHook(
  ctx: Ctx,
  kind: AutomationKind,
  { id, instanceId }: { id: string; instanceId: string },
  { anew = false, addressOf }: { anew?: boolean; addressOf: (path: string) => string },
): Promise<InstanceHook> {
  const { db, enterpriseId } = ctx;
  const found = await db.$client.prepare(SHOWN).bind(instanceId, id, kind, enterpriseId).first<Shown>();
  if (!found) throw new DomainError("notFound");
  const secret = anew ? newHookSecret() : found.secret;
  if (anew) {
    if (found.secret === "") throw new DomainError("instanceMoved", { message: texts.hook.none });
    await db.$client.batch([
      db.$client.prepare(RENEW).bind(instanceId, secret, enterpriseId),
      bindable(
        ctx,
        audited(ctx, {
          action: "update",
          kind: "instance",
          object: { id: instanceId, name: found.name },
          after: { webhook: "another address" },
        }),
      ),
    ]);
  }
  return {
    address: secret === "" ? "" : addressOf(hookPath(instanceId, secret)),
    sample: found.sample,
    calledAt: isoOrNull(found.calledAt),
  };
}
