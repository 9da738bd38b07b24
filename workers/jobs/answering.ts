import { tenantDatabase } from "#db/client.ts";
import type { Adapter } from "#workers/channels/adapter.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";
import { turnDepsOf } from "#workers/domain/bot-sessions/turn-deps.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { describe } from "#workers/domain/error.ts";
import type { ProviderEnv } from "#workers/domain/integrations/provider-of.ts";
import type { LaneChannel } from "#workers/domain/messaging/lane-state.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { fill } from "#workers/domain/live-events/keep.ts";
import { failTurn, runTurn } from "#workers/domain/messaging/turn.ts";
import { waitingTurns, type WaitingTurn } from "#workers/domain/messaging/waiting-turns.ts";
import { emotionIn } from "#workers/nlu/emotions/shipped.ts";
import { clockOf, senderOf } from "#workers/domain/messaging/objects.ts";
import { Places } from "./places.ts";

/** Bots that answer side by side on one channel; each person's messages are answered one after the other. */
const SIDE_BY_SIDE = 6;
/** Of the six calls that the platform allows an object at a time, so many may wait for a model. */
const MODELS_AT_ONCE = 4;
/** Turns that are begun, most of them waiting for a model. */
const MOST_BEGUN = 60;

/** Works the bots' turns of one channel beside its pages. */
export class Answering {
  readonly #env: JobsEnv;
  readonly #keep: (work: Promise<unknown>) => void;
  /** Identities whose turn is being worked. */
  readonly #busy = new Set<string>();
  readonly #places: Places;
  readonly #models = new Seats(MODELS_AT_ONCE);
  /** Turns that wait for no model. */
  #quick = 0;
  #looking = false;
  #more = false;

  constructor(env: JobsEnv, keep: (work: Promise<unknown>) => void) {
    this.#env = env;
    this.#places = new Places(env);
    this.#keep = keep;
  }

  get isBusy(): boolean {
    return this.#looking || this.#busy.size > 0;
  }

  /** Begins what waits, as far as there is room; each turn that ends looks again. */
  look(place: ChannelPlace, channel: LaneChannel, adapter: Adapter): void {
    this.#more = true;
    if (!this.#looking) this.#keep(this.#begin(place, channel, adapter));
  }

  async #begin(place: ChannelPlace, channel: LaneChannel, adapter: Adapter): Promise<void> {
    this.#looking = true;
    try {
      while (this.#more && this.#hasRoom) {
        this.#more = false;
        const db = tenantDatabase(this.#env, place.database);
        // Turns under way still wait in the table, so the limit counts them too.
        for (const turn of await waitingTurns({ db }, channel.id, this.#busy.size + SIDE_BY_SIDE)) {
          if (!this.#hasRoom) break;
          if (this.#busy.has(turn.identityId)) continue;
          this.#busy.add(turn.identityId);
          this.#quick++;
          this.#keep(this.#work(place, channel, adapter, turn));
        }
      }
    } catch (error) {
      // The sweeper wakes the lane again.
      log(error);
    } finally {
      this.#looking = false;
    }
  }

  get #hasRoom(): boolean {
    return this.#quick < SIDE_BY_SIDE && this.#busy.size < MOST_BEGUN;
  }

  async #work(place: ChannelPlace, channel: LaneChannel, adapter: Adapter, turn: WaitingTurn): Promise<void> {
    const db = tenantDatabase(this.#env, place.database);
    const ctx = ctxOf(db, place.enterpriseId, { ...BOT, userId: turn.botId });
    const env = this.#env as JobsEnv & ProviderEnv;
    let isQuick = true;
    const stepAside = () => {
      if (!isQuick) return;
      isQuick = false;
      this.#quick--;
      this.look(place, channel, adapter);
    };
    const { answerFromKnowledge, ...deps } = turnDepsOf(ctx, env, turn.botId, emotionIn);
    try {
      const { type } = channel;
      const can = adapter.capabilities(type);
      const { zone, country } = await this.#places.of(place.enterpriseId);
      await runTurn(ctx, { type, can, timeZone: zone, country }, turn, {
        ...deps,
        // A turn that waits for a model holds up none that needs no model.
        answerFromKnowledge: (question, agent, milliseconds) => {
          const until = Date.now() + milliseconds;
          stepAside();
          return this.#models.within(() => {
            const left = until - Date.now();
            return left > 0 ? answerFromKnowledge(question, agent, left) : Promise.resolve(null);
          });
        },
      });
      await senderOf(this.#env, place).wake(place);
      if (ctx.after.clock)
        this.#keep(clockOf(this.#env, place.database).arm(place.database, Date.now()).catch(log));
      // The sweeper hands over what a hub lacks.
      const hub = hubOf(this.#env, place.enterpriseId);
      this.#keep(
        hub
          .newest()
          .then((known) => fill(ctx, hub, known))
          .catch(log),
      );
    } catch (error) {
      log(error);
      await failTurn(ctx, turn, error).catch(log);
    } finally {
      this.#busy.delete(turn.identityId);
      if (isQuick) this.#quick--;
      this.look(place, channel, adapter);
    }
  }
}

/** So many at a time; the others wait for a place. */
class Seats {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  async within<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}

const BOT = { name: "", address: "", requestId: "turn" };

const log = (error: unknown): void =>
  console.log(JSON.stringify({ level: "error", source: "turns", failure: describe(error) }));
