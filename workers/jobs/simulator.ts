import { DurableObject } from "cloudflare:workers";
import { signatureOf } from "#workers/channels/simulator/verify.ts";
import {
  SIGNATURE,
  type SimulatedCall,
  simulatedCall,
  type SimulatedEvent,
} from "#workers/channels/simulator/wire.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";
import type { InboundMessage } from "#workers/contract/inbound.ts";
import type { PhoneEntry, SimulatorCalls } from "#workers/contract/simulator.ts";
import { tenantDatabase } from "#db/client.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { openChannel } from "#workers/domain/messaging/channel-account.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

/** From the first refusal to the next try, twice as long each time, and at most. */
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** Entries that a phone shows of one person. */
const MOST_ENTRIES = 200;

/**
 * The vendor that plays customers: for one channel it takes the calls of our sender, keeps what is on the phones, and
 * calls our webhook as a vendor would, signed, again and again until it is answered 200.
 */
export class Simulator extends DurableObject<JobsEnv> implements SimulatorCalls {
  readonly #sql = this.ctx.storage.sql;
  /** Tries since our webhook last took something. */
  #refused = 0;

  constructor(ctx: DurableObjectState, env: JobsEnv) {
    super(ctx, env);
    this.#sql
      .exec(`CREATE TABLE IF NOT EXISTS entries (n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, phone TEXT NOT NULL,
      way TEXT NOT NULL, body TEXT NOT NULL, status TEXT NOT NULL, at INTEGER NOT NULL)`);
    this.#sql.exec("CREATE INDEX IF NOT EXISTS entries_phone ON entries (phone, n)");
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS events (n INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL)",
    );
  }

  /** A call of our sender: POST /{channelId}/messages. The same id again answers the same, and arrives once. */
  override async fetch(request: Request): Promise<Response> {
    const place = JSON.parse(request.headers.get("x-place") ?? "null") as ChannelPlace | null;
    const call = simulatedCall.safeParse(await request.json().catch(() => null));
    if (!place || !call.success)
      return Response.json({ code: "bad", reason: "Not a message." }, { status: 400 });
    await this.ctx.storage.put("place", place);
    const { id, to, body } = call.data;
    const phone = phoneOf(call.data);
    if (to.length === 0)
      return Response.json({ code: "131026", reason: "Nobody to send to." }, { status: 400 });
    const vendorId = `sim.${id}`;
    const at = Date.now();
    const { rowsWritten } = this.#sql.exec(
      "INSERT OR IGNORE INTO entries (id, phone, way, body, status, at) VALUES (?, ?, 'out', ?, 'delivered', ?)",
      id,
      phone,
      JSON.stringify(body),
      at,
    );
    if (rowsWritten > 0) {
      for (const status of ["sent", "delivered"] as const) {
        this.#leave({ key: `${id}:${status}`, event: { type: "status", vendorId, ownId: id, status, at } });
      }
      await this.ctx.storage.setAlarm(Date.now());
    }
    return Response.json({ vendorId });
  }

  async say(
    place: ChannelPlace,
    message: InboundMessage,
    { doubled }: { doubled: boolean },
  ): Promise<PhoneEntry[]> {
    await this.ctx.storage.put("place", place);
    const phone = message.from.addresses[0]?.value ?? "";
    this.#sql.exec(
      "INSERT INTO entries (id, phone, way, body, status, at) VALUES (?, ?, 'in', ?, 'sent', ?)",
      message.vendorId,
      phone,
      JSON.stringify(message.body),
      message.at,
    );
    // Twice under one key and in calls of their own, as by a vendor that did not get our first answer.
    for (const event of doubled ? [message, message] : [message]) {
      this.#leave({ key: message.vendorId, event });
      await this.#deliver(place);
    }
    return this.entries(phone);
  }

  async read(place: ChannelPlace, phone: string): Promise<PhoneEntry[]> {
    const at = Date.now();
    const unread = this.#sql
      .exec<{ id: string }>(
        "SELECT id FROM entries WHERE phone = ? AND way = 'out' AND status = 'delivered'",
        phone,
      )
      .toArray();
    this.#sql.exec(
      "UPDATE entries SET status = 'read' WHERE phone = ? AND way = 'out' AND status = 'delivered'",
      phone,
    );
    for (const { id } of unread) {
      this.#leave({
        key: `${id}:read`,
        event: { type: "status", vendorId: `sim.${id}`, ownId: id, status: "read", at },
      });
    }
    await this.#deliver(place);
    return this.entries(phone);
  }

  async entries(phone: string): Promise<PhoneEntry[]> {
    return this.#sql
      .exec<{ n: number; id: string; way: "in" | "out"; body: string; status: string; at: number }>(
        "SELECT n, id, way, body, status, at FROM entries WHERE phone = ? ORDER BY n DESC LIMIT ?",
        phone,
        MOST_ENTRIES,
      )
      .toArray()
      .toReversed()
      .map(({ body, ...entry }) => ({ ...entry, body: JSON.parse(body) as PhoneEntry["body"] }));
  }

  override async alarm(): Promise<void> {
    const place = await this.ctx.storage.get<ChannelPlace>("place");
    if (place) await this.#deliver(place);
  }

  #leave(event: SimulatedEvent): void {
    this.#sql.exec("INSERT INTO events (event) VALUES (?)", JSON.stringify(event));
  }

  /** Tells our webhook what waits; what is not answered 200 is told again. */
  async #deliver(place: ChannelPlace): Promise<void> {
    const waiting = this.#sql
      .exec<{ n: number; event: string }>("SELECT n, event FROM events ORDER BY n LIMIT 50")
      .toArray();
    const last = waiting.at(-1);
    if (!last) return;
    const body = new TextEncoder().encode(`{"events":[${waiting.map(({ event }) => event).join(",")}]}`);
    if (await this.#told(place, body)) {
      this.#refused = 0;
      this.#sql.exec("DELETE FROM events WHERE n <= ?", last.n);
      this.#sql.exec(
        "UPDATE entries SET status = 'delivered' WHERE way = 'in' AND status = 'sent' AND id IN (SELECT value->>'key' FROM json_each(?))",
        `[${waiting.map(({ event }) => event).join(",")}]`,
      );
      return this.#deliver(place);
    }
    await this.ctx.storage.setAlarm(Date.now() + Math.min(RETRY_MS * 2 ** this.#refused++, LONGEST_RETRY_MS));
  }

  async #told(place: ChannelPlace, body: Uint8Array): Promise<boolean> {
    const db = tenantDatabase(this.env, place.database);
    const channel = await openChannel(db, keyRing(this.env.DATA_KEY), place.channelId);
    // A channel that is gone hears nothing any more.
    if (!channel || channel.vendor !== vendorCodes.simulator) return true;
    const url = new URL(`/api/webhooks/simulator/${place.channelId}`, this.env.PUBLIC_URL);
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          [SIGNATURE]: signatureOf(body, channel.account.webhookToken),
        },
        body: body as Uint8Array<ArrayBuffer>,
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}

/** The phone that a message is for: its number, or else the first address. */
const phoneOf = ({ to }: SimulatedCall): string =>
  (to.find(({ kind }) => kind === "number") ?? to[0])?.value ?? "";
