import type { KeptRow } from "#workers/contract/socket.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { tell } from "#workers/domain/live-events/keep.ts";
import { NewsOfBroadcasts } from "./news-of-broadcasts.ts";
import type { Run } from "./sender-run.ts";
import { wakeRuns } from "./wake-runs.ts";

/** Tells others of a sender's work, beside it: the hub, the screens of broadcasts, and runs that wait for a message. */
export class SenderNews {
  readonly #env: JobsEnv;
  readonly #state: Pick<DurableObjectState, "waitUntil">;
  #broadcasts: NewsOfBroadcasts | undefined;

  constructor(env: JobsEnv, state: Pick<DurableObjectState, "waitUntil">) {
    this.#env = env;
    this.#state = state;
  }

  kept({ ctx, place }: Run, kept: readonly KeptRow[]): void {
    // The sweeper hands over what a hub lacks.
    this.#state.waitUntil(tell(ctx, hubOf(this.#env, place.enterpriseId), kept).catch(() => undefined));
  }

  broadcasts({ place }: Run): void {
    this.#broadcasts ??= new NewsOfBroadcasts(this.#env, { isOther: Boolean(place.sender) });
    const told = this.#broadcasts.tell(place.enterpriseId, place.channelId);
    if (told) this.#state.waitUntil(told);
  }

  runs({ ctx: { db }, place }: Run): void {
    this.#state.waitUntil(wakeRuns(this.#env, db, place.database));
  }
}
