import { DurableObject } from "cloudflare:workers";
import { type TenantDb, tenantDatabase, type TenantDatabase } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { CALLS_AT_ONCE } from "#workers/contract/message.ts";
import { wakeOf } from "#workers/contract/jobs.ts";
import type { ClockObject } from "#workers/contract/channel-place.ts";
import { takeOverdue } from "#workers/domain/jobs/overdue.ts";
import { describe } from "#workers/domain/error.ts";
import { NEWS_PAGE, nextEntry } from "#workers/domain/entries/due.ts";
import { workEntries } from "#workers/domain/entries/work.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { tell } from "#workers/domain/live-events/keep.ts";
import { addressHash, keptAddressHash } from "#workers/domain/messaging/address-hash.ts";
import { clockOf, senderOf } from "#workers/domain/messaging/objects.ts";
import { nextDue, workDue } from "#workers/domain/messaging/timers.ts";
import { formLinkAt } from "#workers/domain/forms/token.ts";
import { type RunDeps, workRuns } from "#workers/domain/runs/carry-on.ts";
import { callingMessage } from "#workers/domain/runs/call-message.ts";
import { callingPayment } from "#workers/domain/runs/call-payment.ts";
import { askingKnowledge } from "#workers/domain/runs/call-knowledge.ts";
import { callingHttp } from "#workers/domain/runs/call-http.ts";
import { type Callers, CallTurns, nextCall, OWN_CALLS, workCalls } from "#workers/domain/runs/calls.ts";
import type { GatewayDeps } from "#workers/domain/payments/gateway-of.ts";
import { nextLink, workLinks } from "#workers/domain/payments/work.ts";
import { Line } from "#workers/domain/runs/crowd.ts";
import { Crowd, nextRun } from "#workers/domain/runs/due.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { uuidv7 } from "uuidv7";
import { adapterOf } from "#workers/channels/registry.ts";
import { resolveByHttps } from "#workers/outbound/resolve.ts";
import { handlersOf, OPEN_JOBS } from "./clock-timers.ts";
import { linksOf } from "./links-of.ts";
import { Places } from "./places.ts";
import { isStopped } from "#workers/domain/operators/switches.ts";
import { Tails } from "./tails.ts";

const runDeps = (env: JobsEnv, database: TenantDatabase, places: Places): RunDeps => ({
  capabilities: (vendor, type) => adapterOf(vendor)?.capabilities(type),
  placeOf: places.of,
  formLink: () => formLinkAt(database, env.PUBLIC_URL),
  linksOf: (enterpriseId) => linksOf(env, enterpriseId),
});

/** When something of a database is due next, a timer, a run or a call; Infinity where nothing is. */
async function nextOf(
  db: TenantDb,
  now: number,
  { callsFrom = 0 }: { callsFrom?: number } = {},
): Promise<number> {
  const [timer, entry, run, call, link] = await Promise.all([
    nextDue(db),
    nextEntry(db),
    nextRun(db, now),
    nextCall(db),
    nextLink(db),
  ]);
  return Math.min(
    timer ?? Infinity,
    entry ?? Infinity,
    run ?? Infinity,
    Math.max(Math.min(call ?? Infinity, link ?? Infinity), callsFrom),
  );
}

/** Longer than a page takes: a run that died is taken up again. */
const NET_MS = 5_000;
/** A run ends then, and goes on by the next alarm. */
const RUN_MS = 10_000;
/** The sweeper arms a clock for what is due so soon; what is due sooner than the next sweep, its writer has to arm. */
const SOON_MS = 10_000;
/** Calls that wait for others to end are looked for so often. */
const CALLS_MS = 250;
const DATABASE = "database";

/** Works the timers of one tenant database when they are due. The rows are the truth: this only knows when to look. */
export class Clock extends DurableObject<JobsEnv> implements ClockObject {
  /** The earliest time that somebody asked for while a run went on. */
  #asked = Infinity;
  /** Lines in which calls are made, each one at a time. */
  #calling = 0;
  #callsStopped = false;
  readonly #turns = new CallTurns();
  /** Whether a line of its own stores mails and SMS, which are rows and need no connection. */
  #storing = false;
  #settling = false;
  readonly #crowd = new Crowd();
  readonly #newsLine = new Line(NEWS_PAGE);
  readonly #places = new Places(this.env);
  readonly #tails = new Tails((enterpriseId) => hubOf(this.env, enterpriseId));

  async arm(database: TenantDatabase, at: number): Promise<void> {
    const { storage } = this.ctx;
    this.#asked = Math.min(this.#asked, at);
    const [known, armed] = await Promise.all([storage.get(DATABASE), storage.getAlarm()]);
    if (known !== database) await storage.put(DATABASE, database);
    if (armed === null || armed > at) await storage.setAlarm(at);
  }

  override async alarm(): Promise<void> {
    const { storage } = this.ctx;
    const database = await storage.get<TenantDatabase>(DATABASE);
    if (!database) return;
    // Before the work: whatever becomes of this run, there is another.
    await storage.setAlarm(Date.now() + NET_MS);
    this.#asked = Infinity;
    try {
      const db = tenantDatabase(this.env, database);
      const ring = keyRing(this.env.DATA_KEY);
      const until = Date.now() + RUN_MS;
      for (let more = true; more && Date.now() < until;) {
        const done = await workDue(db, handlersOf(this.env, this.#places), Date.now());
        const deps = runDeps(this.env, database, this.#places);
        const entries = await workEntries(
          db,
          { ...deps, hashOf: (ctx) => addressHash(ctx, ring) },
          Date.now,
          this.#newsLine,
        );
        const runs = await workRuns(db, deps, Date.now, this.#crowd);
        more = done.more || entries.more || runs.more || runs.clock;
        if (OPEN_JOBS.some((kind) => done.kinds.has(kind))) await this.#wakeJobs(db);
        this.#send(database, [...entries.channels, ...runs.channels]);
        for (const [enterpriseId, stepped] of runs.stepped) {
          const told = this.#tails.take(enterpriseId, stepped, Date.now());
          if (told) this.ctx.waitUntil(told.catch(() => undefined));
        }
        await this.#call(db, database);
        for (const [enterpriseId, kept] of [...done.kept, ...entries.kept, ...runs.kept]) {
          // A hub that cannot be reached must not hold up the clock: the sweeper tells it.
          const told = tell({ db, enterpriseId }, hubOf(this.env, enterpriseId), kept);
          this.ctx.waitUntil(told.catch(() => undefined));
        }
        // Other alarms of the same process would wait for a loop that only asks the database.
        await scheduler.wait(1);
      }
      const callsFrom =
        this.#calling > 0 || this.#storing || this.#settling || this.#callsStopped
          ? Date.now() + CALLS_MS
          : 0;
      const next = Math.min(await nextOf(db, Date.now(), { callsFrom }), this.#asked);
      if (next === Infinity) await storage.deleteAlarm();
      else await storage.setAlarm(Math.max(next, Date.now()));
    } catch (error) {
      // The alarm that was set before tries again.
      console.log(JSON.stringify({ level: "error", source: "clock", database, failure: describe(error) }));
    }
  }

  /** Senders look for what runs have said; the sweeper wakes one that cannot be reached. */
  #send(
    database: TenantDatabase,
    channels: readonly { enterpriseId: EnterpriseId; channelId: string }[],
  ): void {
    for (const place of new Map(channels.map((each) => [each.channelId, { ...each, database }])).values())
      this.ctx.waitUntil(
        senderOf(this.env, place)
          .wake(place)
          .catch(() => undefined),
      );
  }

  /**
   * Calls of other systems are made beside the pages: one that takes long holds up no run, nor another call. Where operators
   * have stopped webhooks they wait.
   */
  async #call(db: TenantDb, database: TenantDatabase): Promise<void> {
    const now = Date.now();
    const [call, link] = await Promise.all([
      this.#calling < CALLS_AT_ONCE || !this.#storing ? nextCall(db) : null,
      this.#settling ? null : nextLink(db),
    ]);
    const areDue = { call: call !== null && call <= now, link: link !== null && link <= now };
    if (!areDue.call && !areDue.link) return;
    this.#callsStopped = await isStopped(this.env, "webhooks");
    if (this.#callsStopped) return;
    const gateway = { ring: keyRing(this.env.DATA_KEY), now: Date.now };
    if (areDue.link) this.#settle(db, database, gateway);
    if (!areDue.call) return;
    const message = callingMessage(db, {
      linksOf: (enterpriseId) => linksOf(this.env, enterpriseId),
      hashOf: (ctx) => keptAddressHash(ctx, keyRing(this.env.DATA_KEY)),
      wake: (channel) => this.#send(database, [channel]),
    });
    const callers: Callers = {
      http: callingHttp(db, this.env, resolveByHttps),
      knowledge: askingKnowledge(db, this.env),
      mail: message,
      sms: message,
      payment: callingPayment(db, {
        ...gateway,
        database,
        origin: this.env.PUBLIC_URL,
        newId: uuidv7,
      }),
    };
    const told = () => this.arm(database, Date.now());
    while (this.#calling < CALLS_AT_ONCE) {
      this.#calling++;
      const calling = workCalls(db, callers, Date.now, told, this.#turns);
      this.ctx.waitUntil(calling.catch(() => undefined).finally(() => this.#calling--));
    }
    if (this.#storing) return;
    this.#storing = true;
    const storing = workCalls(db, callers, Date.now, told, OWN_CALLS);
    this.ctx.waitUntil(storing.catch(() => undefined).finally(() => (this.#storing = false)));
  }

  /** Asks gateways what became of payment links, one after the other, beside everything else. */
  #settle(db: TenantDb, database: TenantDatabase, deps: GatewayDeps): void {
    this.#settling = true;
    const working = workLinks(db, deps, () => this.arm(database, Date.now()));
    this.ctx.waitUntil(
      working
        .catch((error: unknown) =>
          console.log(
            JSON.stringify({ level: "error", source: "payments", database, failure: describe(error) }),
          ),
        )
        .finally(() => (this.#settling = false)),
    );
  }

  /** Wakes the jobs that timers have opened; the sweeper would find them later. */
  async #wakeJobs(db: TenantDb): Promise<void> {
    for (const job of await takeOverdue(db, Date.now())) await this.env.JOBS.send(wakeOf(job));
  }
}

/** Sees to it that a database's clock goes off in time. */
export async function armClock(env: JobsEnv, database: TenantDatabase, now = Date.now()): Promise<void> {
  const at = await nextOf(tenantDatabase(env, database), now);
  if (at < now + SOON_MS) await clockOf(env, database).arm(database, Math.max(at, now));
}
