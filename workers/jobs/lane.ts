import { tenantDatabase } from "#db/client.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { openChannel } from "#workers/domain/messaging/channel-account.ts";
import { workPage } from "#workers/domain/messaging/lane.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { Answering } from "./answering.ts";
import { Fetching } from "./fetching.ts";
import { senderOf } from "#workers/domain/messaging/objects.ts";
import { Woken } from "./woken.ts";

/**
 * The lane of a channel: works what came in, in the order of arrival, one transaction a page. A page waits for nothing
 * outside the database; bots' answers and files that it makes necessary are worked beside the pages that follow.
 */
export class Lane extends Woken {
  readonly #answering = new Answering(this.env, (work) => this.ctx.waitUntil(work));

  readonly #fetching = new Fetching(
    this.env,
    (work) => this.ctx.waitUntil(work),
    (at) => this.#armBy(at),
  );

  protected async work(place: ChannelPlace): Promise<{ nextAt: number | null }> {
    const db = tenantDatabase(this.env, place.database);
    const channel = await openChannel(db, keyRing(this.env.DATA_KEY), place.channelId);
    const adapter = channel && adapterOf(channel.vendor);
    if (!channel || !adapter) return { nextAt: null };
    const ctx = ctxOf(db, place.enterpriseId, LANE);
    for (;;) {
      const { events, turns, media, queued } = await workPage(ctx, channel, adapter);
      if (queued > 0) await senderOf(this.env, place).wake(place);
      if (turns > 0) this.#answering.look(place, channel);
      if (media > 0) void this.#fetching.look(place, channel, adapter);
      if (events === 0) break;
      // Locally, alarms starve while one request loops over the database.
      await scheduler.wait(0);
    }
    this.#answering.look(place, channel);
    const fileAt = await this.#fetching.look(place, channel, adapter);
    const busy = this.#answering.isBusy || this.#fetching.isBusy;
    const times = [busy ? Date.now() + NET_MS : null, fileAt].filter((at) => at !== null);
    return { nextAt: times.length > 0 ? Math.min(...times) : null };
  }

  /** A file that is tried again has its time, whatever the last run has armed. */
  async #armBy(at: number): Promise<void> {
    const armed = await this.ctx.storage.getAlarm();
    if (armed === null || armed > at) await this.ctx.storage.setAlarm(at);
  }
}

/** A lane that dies while bots answer is taken up again after so long. */
const NET_MS = 5_000;
const LANE = { userId: "system", name: "", address: "", requestId: "lane" };
