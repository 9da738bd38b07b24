import { tenantDatabase } from "#db/client.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import type { HubCalls, KeptRow, Recipients } from "#workers/contract/socket.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { type Ctx, ctxOf } from "#workers/domain/ctx.ts";
import { keeping, tell } from "#workers/domain/live-events/keep.ts";
import type { Harness } from "./harness.ts";
import type { Person } from "./people.ts";

/** A writer of an enterprise's events, whose steps a test takes one by one. */
export interface Writer {
  ctx: Ctx;
  hub: HubCalls;
  /** Commits an event that names itself in `roles`, and tells nobody. */
  keep(name: number, to?: Recipients): Promise<KeptRow[]>;
  tell(rows: readonly KeptRow[]): Promise<void>;
}

export function writerOf(
  { env }: Harness,
  { enterpriseId, userId }: Pick<Person, "enterpriseId" | "userId">,
  now: () => number = Date.now,
): Writer {
  const actor = { userId, name: "Kiran", address: "192.0.2.7", requestId: "a test" };
  const ctx = ctxOf(tenantDatabase(env, "TENANT_1"), asEnterpriseId.parse(enterpriseId), actor, { now });
  const hub = hubOf(env, enterpriseId);
  return {
    ctx,
    hub,
    keep: async (name, to = "everybody") => {
      const data = { roles: [name], uId: "" };
      const [rows] = await ctx.db.batch([keeping(ctx, to, { action: "rightsChanged", data })]);
      return rows;
    },
    tell: (rows) => tell(ctx, hub, rows),
  };
}

/** The names of the kept events that a socket has received, in their order. */
export const namesOf = (received: readonly Record<string, unknown>[]): number[] =>
  received
    .filter(({ action }) => action === "rightsChanged")
    .map(({ data }) => Number((data as { roles: number[] }).roles[0]));

/** The kept events that a client takes which has seen this number: those with a higher one than any before. */
export function fresh(received: readonly Record<string, unknown>[], seen: number): Record<string, unknown>[] {
  let last = seen;
  return received.filter((message) => {
    if (typeof message.seq !== "number" || !("data" in message) || message.seq <= last) return false;
    last = message.seq;
    return true;
  });
}
