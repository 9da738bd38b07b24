import { DurableObject } from "cloudflare:workers";
import { doubled, planOf, type PlannedStatus, REFUSALS } from "#workers/channels/simulator/trouble.ts";
import { signatureOf } from "#workers/channels/simulator/verify.ts";
import {
  mediumIdOf,
  SIGNATURE,
  type SimulatedCall,
  simulatedCall,
} from "#workers/channels/simulator/wire.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";
import type { InboundMessage } from "#workers/contract/inbound.ts";
import {
  noTrouble,
  type PhoneEntry,
  type SimulatorCalls,
  type Trouble,
} from "#workers/contract/simulator.ts";
import { isTemplates } from "#workers/channels/simulator/templates.ts";
import { tenantDatabase } from "#db/client.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { openChannel } from "#workers/domain/messaging/channel-account.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { forgetMedia, mediumKey } from "#workers/domain/simulator/media.ts";
import { simulatedTemplates } from "./simulated-templates.ts";
import { SimulatorStore, type WaitingEvent } from "./simulator-store.ts";

/** From the first refusal to the next try, twice as long each time, and at most. */
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Plays the vendor of one channel: takes our sender's calls, keeps the phones, and calls our webhook, signed, until it
 * answers 200 or a day is over, with the trouble that is switched on. The alarm does all waiting.
 */
export class Simulator extends DurableObject<JobsEnv> implements SimulatorCalls {
  readonly #store = new SimulatorStore(this.ctx.storage.sql);
  /** Tries since our webhook last took something. */
  #refused = 0;
  /** One call at a time: events are told in their order. */
  #telling: Promise<void> = Promise.resolve();

  /**
   * A call of our sender: POST /{channelId}/messages. The same id again answers the same, and arrives once. GET
   * /{channelId}/media/{id} is intake's, for a file that a phone has sent; /{channelId}/templates is for templates.
   */
  override async fetch(request: Request): Promise<Response> {
    const place = JSON.parse(request.headers.get("x-place") ?? "null") as ChannelPlace | null;
    if (isTemplates(request.url)) return this.#templates(place, request);
    if (request.method === "GET") return this.#medium(place, mediumIdOf(request.url));
    const call = simulatedCall.safeParse(await request.json().catch(() => null));
    if (!place || !call.success) return refusal(400, "bad", "Not a message.");
    const { id, to } = call.data;
    if (to.length === 0) return refusal(400, "131026", "Nobody to send to.");
    await this.ctx.storage.put("place", place);
    const vendorId = `sim.${id}`;
    if (this.#store.hasAccepted(id)) return Response.json({ vendorId });
    const trouble = await this.trouble();
    if (trouble.unreachable) throw new Error("The simulator breaks the connection off on purpose.");
    return trouble.refuse ? this.#refuse(call.data, trouble.refuse) : this.#accept(call.data, trouble);
  }

  async #templates(place: ChannelPlace | null, request: Request): Promise<Response> {
    if (!place) return refusal(400, "bad", "No channel.");
    await this.ctx.storage.put("place", place);
    return simulatedTemplates(this.ctx.storage, request, async (event, due) => {
      this.#store.leave(event, due, Date.now());
      await this.#arm();
    });
  }

  async #medium(place: ChannelPlace | null, id: string | undefined): Promise<Response> {
    const object = place && id !== undefined ? await this.env.FILES.get(mediumKey(place, id)) : null;
    if (!object) return refusal(404, "gone", "No such file.");
    const headers = {
      "content-type": object.httpMetadata?.contentType ?? "application/octet-stream",
      "content-length": String(object.size),
    };
    return new Response(object.body, { headers });
  }

  #refuse(call: SimulatedCall, code: keyof typeof REFUSALS): Response {
    const { http, reason } = REFUSALS[code];
    const now = Date.now();
    this.#store.put({ ...entryOf(call), status: "refused", code, reason, at: now, shownAt: now });
    return refusal(http, code, reason);
  }

  async #accept(call: SimulatedCall, trouble: Trouble): Promise<Response> {
    const { shownAt, end, statuses } = planOf(trouble, Date.now());
    const failed = statuses.find(({ status }) => status === "failed");
    const { code = null, reason = null } = failed ?? { code: trouble.failLater };
    this.#store.put({ ...entryOf(call), status: end, code, reason, at: shownAt, shownAt });
    this.#state(call.id, statuses);
    await this.#arm();
    return Response.json({ vendorId: `sim.${call.id}` });
  }

  async say(
    place: ChannelPlace,
    message: InboundMessage,
    { doubled: twice }: { doubled: boolean },
  ): Promise<PhoneEntry[]> {
    await this.ctx.storage.put("place", place);
    const phone = message.from.addresses[0]?.value ?? "";
    const { vendorId: id, body, at, quoted = null } = message;
    const said = { id, phone, way: "in" as const, body, status: "sent", quoted, at };
    this.#store.put({ ...said, code: null, reason: null, shownAt: 0 });
    // Twice under one key and in calls of their own, as by a vendor that did not get our first answer.
    for (const event of twice ? [message, message] : [message]) {
      const now = Date.now();
      this.#store.leave({ key: id, event }, now, now);
      await this.#deliver(place);
    }
    return this.entries(phone);
  }

  async read(place: ChannelPlace, phone: string): Promise<PhoneEntry[]> {
    const { twice, silent } = await this.trouble();
    const now = Date.now();
    const seen: PlannedStatus = { status: "read", due: now, at: now };
    for (const id of this.#store.read(phone, now)) {
      if (!silent) this.#state(id, twice ? doubled(seen) : [seen]);
    }
    await this.#deliver(place);
    return this.entries(phone);
  }

  async entries(phone: string): Promise<PhoneEntry[]> {
    return this.#store.entries(phone, Date.now());
  }

  async trouble(): Promise<Trouble> {
    return { ...noTrouble, ...(await this.ctx.storage.get<Trouble>("trouble")) };
  }

  async setTrouble(next: Trouble): Promise<Trouble> {
    await this.ctx.storage.put("trouble", next);
    return next;
  }

  async forget(
    place: Pick<ChannelPlace, "enterpriseId" | "channelId">,
    phones: readonly string[] | null,
  ): Promise<void> {
    if (!phones) return this.#forgetAll(place);
    // Files first: if this breaks off, what is left still names them.
    await forgetMedia(this.env.FILES, place, this.#store.media(phones));
    this.#store.forget(phones);
  }

  override async alarm(): Promise<void> {
    const place = await this.ctx.storage.get<ChannelPlace>("place");
    if (place) await this.#deliver(place);
  }

  #state(id: string, statuses: readonly PlannedStatus[]): void {
    const now = Date.now();
    for (const { due, ...told } of statuses) {
      const event = { type: "status" as const, vendorId: `sim.${id}`, ownId: id, ...told };
      this.#store.leave({ key: `${id}:${told.status}`, event }, due, now);
    }
  }

  #deliver(place: ChannelPlace): Promise<void> {
    this.#telling = this.#telling.then(() => this.#tellDue(place));
    return this.#telling;
  }

  /** Tells our webhook what is due; what is not answered 200 is told again, for a day. */
  async #tellDue(place: ChannelPlace): Promise<void> {
    // Events that become due meanwhile are the alarm's: somebody who says something does not wait for them.
    const until = Date.now();
    for (let due = this.#store.due(until); due.length > 0; due = this.#store.due(until)) {
      const answer = await this.#tell(place, due);
      if (answer === "gone") return this.#forgetAll(place);
      if (answer === "refused") {
        this.#refused++;
        this.#store.giveUp(Date.now());
        break;
      }
      this.#refused = 0;
      this.#store.told(due);
    }
    await this.#arm();
  }

  /** The alarm is for what is due next, or for the next try. */
  async #arm(): Promise<void> {
    const next = this.#store.nextDue();
    if (next === null) return;
    const wait = this.#refused > 0 ? Math.min(RETRY_MS * 2 ** (this.#refused - 1), LONGEST_RETRY_MS) : 0;
    await this.ctx.storage.setAlarm(Math.max(next, Date.now() + wait));
  }

  async #tell(place: ChannelPlace, events: readonly WaitingEvent[]): Promise<"taken" | "refused" | "gone"> {
    try {
      const db = tenantDatabase(this.env, place.database);
      const channel = await openChannel(db, keyRing(this.env.DATA_KEY), place.channelId);
      if (!channel || channel.vendor !== vendorCodes.simulator) return "gone";
      const body = new TextEncoder().encode(`{"events":[${events.map(({ event }) => event).join(",")}]}`);
      const url = new URL(`/api/webhooks/simulator/${place.channelId}`, this.env.PUBLIC_URL);
      const signature = signatureOf(body, channel.account.webhookToken);
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", [SIGNATURE]: signature },
        body: body as Uint8Array<ArrayBuffer>,
      });
      await response.body?.cancel();
      return response.ok ? "taken" : "refused";
    } catch {
      return "refused";
    }
  }

  /** Leaves nothing behind: the channel is gone, and its customers' words with it. */
  async #forgetAll(place: Pick<ChannelPlace, "enterpriseId" | "channelId">): Promise<void> {
    await forgetMedia(this.env.FILES, place, null);
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#store.makeTables();
    this.#refused = 0;
  }
}

const refusal = (status: number, code: string, reason: string): Response =>
  Response.json({ code, reason }, { status });

const entryOf = (call: SimulatedCall) => ({
  id: call.id,
  phone: phoneOf(call),
  way: "out" as const,
  body: call.body,
  quoted: call.quoted ?? null,
});

/** The phone that a message is for: its number, or else the first address. */
const phoneOf = ({ to }: SimulatedCall): string =>
  (to.find(({ kind }) => kind === "number") ?? to[0])?.value ?? "";
