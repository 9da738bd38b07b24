import { drizzle } from "drizzle-orm/d1";
import type { TenantDb } from "#db/client.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import type { Adapter } from "#workers/channels/adapter.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import type { InboundEvent } from "#workers/contract/inbound.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { turnDepsOf } from "#workers/domain/bot-sessions/turn-deps.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import { act } from "#workers/domain/chats/act.ts";
import { press } from "#workers/domain/chats/press.ts";
import { tag } from "#workers/domain/chats/tag.ts";
import { chatTimesOut } from "#workers/domain/chats/time-out.ts";
import { ctxOf, type Ctx } from "#workers/domain/ctx.ts";
import type { ProviderEnv } from "#workers/domain/integrations/provider-of.ts";
import { acceptEvents } from "#workers/domain/messaging/accept.ts";
import type { AddressHash } from "#workers/domain/messaging/address-hash.ts";
import type { LaneChannel } from "#workers/domain/messaging/lane-state.ts";
import { workPage } from "#workers/domain/messaging/lane.ts";
import { tellRuns } from "#workers/domain/entries/tell-runs.ts";
import { type Ended, noteOutcomes } from "#workers/domain/messaging/outcomes.ts";
import { runTurn } from "#workers/domain/messaging/turn.ts";
import { waitingTurns } from "#workers/domain/messaging/waiting-turns.ts";
import { USUAL_PLACE } from "#workers/domain/runs/contact-fields.ts";
import { emotionIn } from "#workers/nlu/emotions/shipped.ts";
import { MISSED_MINUTES } from "../hours.ts";
import type { PastChat, PastDay, PastStep } from "../past-chat.ts";
import { AsideDatabase, type Together } from "./aside.ts";

/** As long as the rules of the past let somebody wait. */
const WAITED_MS = MISSED_MINUTES * 60_000;
const UNSENT = `SELECT id, at FROM messages WHERE enterprise_id = ?1
  AND identity_id = (SELECT identity_id FROM chats WHERE id = ?2) AND status = 'aside' ORDER BY at`;
const CLAIM = `UPDATE messages SET status = 'queued', claimed_by = ?2, claimed_at = at, attempts = 1
  WHERE id IN (SELECT value FROM json_each(?1))`;
/** As no sender of a channel is called. */
const SENDER = "past";

/** From the vendor to us, until a bot has answered, and until what was sent is there and read. */
const HEARD_MS = 300;
const BOT_MS = 1_400;
const SENT_MS = 350;
const DELIVERED_MS = 1_200;
const READ_MS = 18_000;
/** Of so many messages one is not read. */
const UNREAD_OF = 6;

/** Plays one chat of the past by the functions that work those of today, each under the clock of its moment. */
export class PastPlayer {
  readonly #day: PastDay;
  readonly #chat: PastChat;
  readonly #env: ProviderEnv & Pick<JobsEnv, "FILES">;
  readonly #hash: AddressHash;
  readonly #channel: LaneChannel;
  readonly #adapter: Adapter;
  readonly #db: TenantDb;
  readonly #key: string;
  #now = 0;
  #said = 0;
  #chatId = "";

  constructor(
    day: PastDay,
    chat: PastChat,
    {
      env,
      together,
      channel,
      hash,
      key,
    }: {
      env: ProviderEnv & Pick<JobsEnv, "FILES">;
      together: Together;
      channel: LaneChannel;
      hash: AddressHash;
      key: string;
    },
  ) {
    const adapter = adapterOf(vendorCodes.simulator);
    if (!adapter) throw new Error("The simulator has no adapter.");
    this.#adapter = adapter;
    this.#day = day;
    this.#chat = chat;
    this.#env = env;
    this.#hash = hash;
    this.#channel = channel;
    this.#key = key;
    this.#db = drizzle(new AsideDatabase(together, channel.id, day.before) as unknown as D1Database);
  }

  async play(): Promise<void> {
    try {
      for (const step of this.#chat.steps) {
        this.#now = step.at;
        await this.#step(step);
      }
      // A bot may have handed over one for whom nobody came.
      if ((await this.#place())?.state === CHAT.started) {
        this.#now += WAITED_MS;
        await this.#misses();
      }
    } finally {
      await this.#settle();
    }
  }

  #ctx(userId: string, name = ""): Ctx {
    return ctxOf(
      this.#db,
      enterpriseId.parse(this.#day.enterpriseId),
      { userId, name, address: "", requestId: "past" },
      { now: () => this.#now },
    );
  }

  #by(place: number): Ctx {
    const { uId, name } = this.#colleague(place);
    return this.#ctx(uId, name);
  }

  #colleague(place: number): { uId: string; name: string } {
    const found = this.#day.colleagues[place];
    if (!found) throw new Error(`There is no colleague ${place}.`);
    return found;
  }

  #colleagueBy(userId: string): { uId: string; name: string } {
    const found = this.#day.colleagues.find(({ uId }) => uId === userId);
    if (!found) throw new Error(`${userId} is no colleague.`);
    return found;
  }

  async #step(step: PastStep): Promise<void> {
    if ("says" in step) return this.#says(step.says);
    if ("misses" in step) return this.#misses();
    const ctx = this.#by(step.by);
    const reader = { mayUnmask: () => true, now: ctx.now };
    if ("closes" in step) {
      await press(ctx, this.#chatId, { action: "close", feedback: step.closes });
    } else if ("labels" in step) {
      await tag(ctx, this.#chatId, step.labels, reader);
    } else {
      const { does } = step;
      const id = ctx.newId();
      const action =
        does.action === "picksUp"
          ? {
              id,
              action:
                (await this.#place())?.state === CHAT.missed ? "agentMissedChatPickup" : "agentPickupChat",
            }
          : "to" in does
            ? {
                action: does.action,
                id,
                userId: this.#colleague(does.to).uId,
                departmentId: "",
                note: does.note,
              }
            : does.action === "transferChat"
              ? { action: does.action, id, userId: "", departmentId: does.departmentId, note: does.note }
              : does.action === "agentReplyChat"
                ? { action: does.action, id, text: does.text, fileId: "" }
                : { ...does, id };
      await act(ctx, this.#chatId, action as Parameters<typeof act>[2], {
        reader,
        colleagueOf: async (userId) => this.#colleagueBy(userId),
        colleaguesAmong: async (userIds) => userIds.map((userId) => this.#colleagueBy(userId)),
        maySupervise: () => false,
      });
    }
  }

  async #says(text: string): Promise<void> {
    const vendorId = `sim.in.${this.#key}.${++this.#said}`;
    const { address, name } = this.#chat.person;
    await this.#hears([
      {
        type: "message",
        vendorId,
        at: this.#now,
        from: { addresses: [address], name },
        body: { kind: "text", text },
      },
    ]);
    // A customer who writes to a bot after a hand-over out of hours opens another chat.
    if (this.#chatId === "" || this.#channel.agentId !== null) this.#chatId = await this.#chatOf(vendorId);
    await this.#answers();
  }

  async #chatOf(vendorId: string): Promise<string> {
    const id = await this.#db.$client
      .prepare("SELECT chat_id FROM messages WHERE enterprise_id = ?1 AND channel_id = ?2 AND vendor_id = ?3")
      .bind(this.#day.enterpriseId, this.#channel.id, vendorId)
      .first<string>("chat_id");
    if (id === null) throw new Error("a customer's message was not taken in");
    return id;
  }

  #place = () =>
    this.#db.$client
      .prepare("SELECT state, waiting_since AS waitingSince FROM chats WHERE id = ?1")
      .bind(this.#chatId)
      .first<{ state: number; waitingSince: number | null }>();

  /** Takes in what the vendor tells, as the channel's lane does. */
  async #hears(events: readonly InboundEvent[]): Promise<void> {
    this.#now += HEARD_MS;
    const ctx = this.#ctx("system");
    const raw = events.map((event, at) => {
      const key = `${this.#key}.${this.#said}.${this.#now}.${at}`;
      return { key, raw: { key, event } };
    });
    await acceptEvents(ctx, this.#channel.id, raw);
    while (
      (
        await workPage(ctx, this.#channel, this.#adapter, {
          hash: this.#hash,
          tellRuns,
          fileUrl: String,
          messageUrl: String,
        })
      ).again
    );
  }

  /** The channel's bot answers what waits for it. */
  async #answers(): Promise<void> {
    if (this.#channel.agentId === null) return;
    const [turn] = await waitingTurns({ db: this.#db }, this.#channel.id, 1);
    if (!turn) return;
    this.#now += BOT_MS;
    const ctx = this.#ctx(turn.botId);
    const { type } = this.#channel;
    const deps = turnDepsOf(ctx, this.#env, turn.botId, emotionIn);
    const can = this.#adapter.capabilities(type);
    const { zone, country } = USUAL_PLACE;
    await runTurn(ctx, { type, can, timeZone: zone, country }, turn, deps);
  }

  async #misses(): Promise<void> {
    const ctx = this.#ctx("system");
    const place = await this.#place();
    const timer = {
      enterpriseId: ctx.enterpriseId,
      kind: "chatTimesOut",
      subject: this.#chatId,
      seq: place?.waitingSince ?? 0,
      dueAt: this.#now,
      attempts: 0,
    } as const;
    const due = { enterpriseId: ctx.enterpriseId, timers: [timer], now: this.#now };
    await this.#db.$client.batch(await chatTimesOut(this.#db, due));
  }

  /** Has everything that was to be sent reach the customer, and most of it read. */
  async #settle(): Promise<void> {
    const { $client } = this.#db;
    const { results: unsent } = await $client
      .prepare(UNSENT)
      .bind(this.#day.enterpriseId, this.#chatId)
      .all<{ id: string; at: number }>();
    if (unsent.length === 0) return;
    const ended = unsent.map(({ id, at }): Ended => ({
      id,
      result: { outcome: "sent", vendorId: `sim.${id}` },
      attempts: 1,
      at: at + SENT_MS,
    }));
    const claimed = $client.batch([
      $client.prepare(CLAIM).bind(JSON.stringify(unsent.map(({ id }) => id)), SENDER),
    ]);
    const channel = { id: this.#channel.id, pairMs: 0, idempotent: true };
    // Asked at once, so that they are one transaction: nobody of today finds the claim.
    await Promise.all([claimed, noteOutcomes(this.#ctx("system"), channel, SENDER, ended)]);
    await this.#hears(
      unsent.flatMap(({ id, at }, place) => {
        const told = { type: "status", ownId: id, vendorId: `sim.${id}` } as const;
        return [
          { ...told, status: "delivered", at: at + DELIVERED_MS } as const,
          ...(place % UNREAD_OF === UNREAD_OF - 1
            ? []
            : [{ ...told, status: "read", at: at + READ_MS + ((place * 7_919) % 40_000) } as const]),
        ];
      }),
    );
  }
}
