import { DurableObject } from "cloudflare:workers";
import { uuidv7 } from "uuidv7";
import { directory, tenantDatabase, type TenantDatabase, type TenantDb } from "#db/client.ts";
import type { CourierObject } from "#workers/contract/channel-place.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { CALLS_AT_ONCE } from "#workers/contract/message.ts";
import { describe } from "#workers/domain/error.ts";
import { allowsPrivate } from "#workers/domain/integrations/provider-of.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { deliverDue } from "#workers/domain/webhooks-out/deliver.ts";
import { dueHooks, gather } from "#workers/domain/webhooks-out/gather.ts";
import { tellSwitchedOff } from "#workers/domain/webhooks-out/tell-off.ts";
import { resolveByHttps } from "#workers/outbound/resolve.ts";
import { isStopped } from "#workers/domain/operators/switches.ts";

/** A change is told within two seconds: it is looked for so often while anybody is told of anything. */
const EVERY_MS = 1_000;
/** Longer than a look takes: one that died is taken up again. */
const NET_MS = 5_000;
/** One receiver's turn; what is left waits for its next one, behind the others. */
const TURN_MS = 1_000;
/** A receiver whose last call took longer is slow, and at first one that has taken nothing lately. */
const SLOW_MS = 3_000;
/** Calls that slow ones may have open together: the others always find one. */
const SLOW_AT_ONCE = CALLS_AT_ONCE / 2;
const DATABASE = "database";

/**
 * Tells the receivers of one tenant database what changes have written. The rows are the truth: this only looks for them,
 * sees that no receiver has two calls, and that slow ones leave room for the others.
 */
export class Courier extends DurableObject<JobsEnv> implements CourierObject {
  readonly #turns = new Map<string, Promise<void>>();
  /** When each had its last turn: who has waited longest is next. */
  readonly #served = new Map<string, number>();
  /** By what was last heard of each. */
  readonly #slow = new Map<string, boolean>();

  async arm(database: TenantDatabase): Promise<void> {
    const { storage } = this.ctx;
    const [known, armed] = await Promise.all([storage.get(DATABASE), storage.getAlarm()]);
    if (known !== database) await storage.put(DATABASE, database);
    if (armed === null) await storage.setAlarm(Date.now());
  }

  override async alarm(): Promise<void> {
    const { storage } = this.ctx;
    const database = await storage.get<TenantDatabase>(DATABASE);
    if (!database) return;
    // Before the work: whatever becomes of this look, there is another.
    await storage.setAlarm(Date.now() + NET_MS);
    try {
      const db = tenantDatabase(this.env, database);
      const { on, more } = await gather(db, uuidv7);
      await this.#begin(db);
      if (on) await storage.setAlarm(Date.now() + (more ? 0 : EVERY_MS));
      else {
        await this.#tell(db);
        await storage.deleteAlarm();
      }
    } catch (error) {
      // The alarm that was set before tries again.
      console.log(JSON.stringify({ level: "error", source: "courier", database, failure: describe(error) }));
    }
  }

  /** Begins turns of receivers for whom something is due, as far as calls are free. */
  async #begin(db: TenantDb): Promise<void> {
    if (await isStopped(this.env, "webhooks")) return;
    const due = await dueHooks(db, Date.now());
    const servedAt = ({ id }: { id: string }) => this.#served.get(id) ?? 0;
    for (const { id, enterpriseId, fails } of due.toSorted((a, b) => servedAt(a) - servedAt(b))) {
      if (this.#turns.size >= CALLS_AT_ONCE) return;
      if (fails && !this.#slow.has(id)) this.#slow.set(id, true);
      if (this.#turns.has(id) || (this.#slow.get(id) && this.#slowTurns >= SLOW_AT_ONCE)) continue;
      this.#served.set(id, Date.now());
      const turn = this.#turn(db, enterpriseId, id).finally(() => {
        this.#turns.delete(id);
        // The place is the next one's at once, not only with the next look.
        this.ctx.waitUntil(this.#begin(db).catch(() => undefined));
      });
      this.#turns.set(id, turn);
      this.ctx.waitUntil(turn);
    }
  }

  get #slowTurns(): number {
    return [...this.#turns.keys()].filter((id) => this.#slow.get(id)).length;
  }

  async #turn(db: TenantDb, enterpriseId: EnterpriseId, id: string): Promise<void> {
    const ctx = { db, enterpriseId, now: Date.now };
    const deps = { resolve: resolveByHttps, allowPrivate: allowsPrivate(this.env), now: Date.now };
    let failed = false;
    try {
      await deliverDue(ctx, keyRing(this.env.DATA_KEY), deps, id, {
        until: Date.now() + TURN_MS,
        heard: ({ outcome, tookMs }) => {
          failed ||= outcome !== "taken";
          this.#slow.set(id, tookMs >= SLOW_MS);
        },
      });
      if (failed) await this.#tell(db);
    } catch (error) {
      // Calls that it held are due again once its lease is over.
      console.log(JSON.stringify({ level: "error", source: "courier", hook: id, failure: describe(error) }));
    }
  }

  #tell(db: TenantDb): Promise<void> {
    const link = new URL("/admin/integration/webhooks", this.env.PUBLIC_URL).href;
    return tellSwitchedOff(db, directory(this.env), {
      ring: keyRing(this.env.DATA_KEY),
      link,
      now: Date.now,
    });
  }
}

const ANY = `SELECT EXISTS (SELECT 1 FROM hooks WHERE is_on = 1)
  OR EXISTS (SELECT 1 FROM hooks WHERE off_reason IS NOT NULL AND told_at IS NULL) AS some`;

/** Sees to it that a database with receivers has its courier under way. */
export async function armCourier(env: JobsEnv, database: TenantDatabase): Promise<void> {
  const any = await tenantDatabase(env, database).$client.prepare(ANY).first<number>("some");
  if (any) await courierOf(env, database).arm(database);
}

const courierOf = ({ COURIER }: JobsEnv, database: string): CourierObject =>
  COURIER.get(COURIER.idFromName(database)) as unknown as CourierObject;
