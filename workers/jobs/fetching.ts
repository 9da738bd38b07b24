import { tenantDatabase } from "#db/client.ts";
import type { Adapter } from "#workers/channels/adapter.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { describe } from "#workers/domain/error.ts";
import { allowsPrivate } from "#workers/domain/integrations/provider-of.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { fill } from "#workers/domain/live-events/keep.ts";
import { askAddress } from "#workers/domain/messaging/ask-address.ts";
import {
  FETCH_MS,
  fetchMedium,
  type MediaChannel,
  takeMedia,
  type WaitingMedium,
} from "#workers/domain/messaging/medium.ts";
import { heldBytes } from "#workers/domain/messaging/held.ts";
import { callSimulator } from "#workers/domain/simulator/call.ts";
import { resolveByHttps } from "#workers/outbound/resolve.ts";

/** Files that are fetched side by side on one channel, each with a part of itself in memory. */
const SIDE_BY_SIDE = 4;

type FetchingChannel = MediaChannel & { id: string };

/** Fetches the files of one channel's messages beside its pages. */
export class Fetching {
  readonly #env: JobsEnv;
  readonly #keep: (work: Promise<unknown>) => void;
  readonly #armBy: (at: number) => Promise<void>;
  #open = 0;
  #looking: Promise<number | null> | undefined;
  #more = false;

  constructor(env: JobsEnv, keep: (work: Promise<unknown>) => void, armBy: (at: number) => Promise<void>) {
    this.#env = env;
    this.#keep = keep;
    this.#armBy = armBy;
  }

  get isBusy(): boolean {
    return this.#open > 0;
  }

  /** Begins what waits, as far as there is room; each that ends looks again. Answers when the next one has its time. */
  look(place: ChannelPlace, channel: FetchingChannel, adapter: Adapter): Promise<number | null> {
    this.#more = true;
    this.#looking ??= this.#begin(place, channel, adapter).finally(() => {
      this.#looking = undefined;
      if (this.#more && this.#open < SIDE_BY_SIDE) void this.look(place, channel, adapter);
    });
    this.#keep(this.#looking);
    return this.#looking;
  }

  async #begin(place: ChannelPlace, channel: FetchingChannel, adapter: Adapter): Promise<number | null> {
    let nextAt: number | null = null;
    try {
      while (this.#more && this.#open < SIDE_BY_SIDE) {
        this.#more = false;
        const db = tenantDatabase(this.#env, place.database);
        const most = SIDE_BY_SIDE - this.#open;
        const found = await takeMedia({ db, now: Date.now }, channel.id, most);
        ({ nextAt } = found);
        for (const medium of found.taken) {
          this.#open++;
          this.#keep(this.#work(place, channel, adapter, medium));
        }
      }
    } catch (error) {
      // The sweeper wakes the lane again.
      this.#more = false;
      log(error);
    }
    return nextAt;
  }

  async #work(
    place: ChannelPlace,
    channel: FetchingChannel,
    adapter: Adapter,
    medium: WaitingMedium,
  ): Promise<void> {
    const ctx = ctxOf(tenantDatabase(this.#env, place.database), place.enterpriseId, MEDIA);
    // Not AbortSignal.timeout: its timer goes on after the answer, and an object with a timer is kept awake.
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), FETCH_MS);
    const { signal } = controller;
    try {
      const { againAt } = await fetchMedium(ctx, channel, adapter, medium, {
        bucket: this.#env.FILES,
        fetch: (url, init) => {
          const how = { ...init, redirect: "manual" as const, signal };
          return callSimulator(this.#env, place, url, how) ?? fetch(url, how);
        },
        held: (id) => heldBytes(this.#env.FILES, place.enterpriseId, id),
        ask: (url) =>
          askAddress(url, { resolve: resolveByHttps, allowPrivate: allowsPrivate(this.#env), signal }),
      });
      if (againAt !== null) return await this.#armBy(againAt);
      // The sweeper hands over what a hub lacks.
      const hub = hubOf(this.#env, place.enterpriseId);
      await fill(ctx, hub, await hub.newest());
    } catch (error) {
      // The row waits until this try must have ended, and is tried again.
      log(error);
    } finally {
      clearTimeout(timer);
      this.#open--;
      void this.look(place, channel, adapter);
    }
  }
}

const MEDIA = { userId: "system", name: "", address: "", requestId: "media" };

const log = (error: unknown): void =>
  console.log(JSON.stringify({ level: "error", source: "media", failure: describe(error) }));
