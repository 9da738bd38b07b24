import { isRecipientId } from "#workers/contract/recipient-ids.ts";
import type { Adapter } from "#workers/channels/adapter.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import { describe } from "../error.ts";
import { guardFailed } from "../guard.ts";
import type { Ctx } from "../ctx.ts";
import { foldPage } from "./fold.ts";
import type { LaneChannel } from "./lane-state.ts";
import { knownState, pendingEvents } from "./read-page.ts";
import { type PageDeps, writePage } from "./write-page.ts";

/** Events of one transaction. */
const MOST_EVENTS = 100;
/** The same by how often the oldest has failed: one that keeps failing is found by smaller pages, the last event by event. */
const PAGE_SIZES = [MOST_EVENTS, MOST_EVENTS, 10] as const;
/** An event that failed as often by itself is set aside, so that the rest goes on. */
const MOST_ATTEMPTS = 5;

const FAILED = `UPDATE inbound_events SET attempts = attempts + 1, failure = ?2,
    state = CASE WHEN ?3 AND attempts + 1 >= ${MOST_ATTEMPTS} THEN 'failed' ELSE state END
  WHERE n IN (SELECT value FROM json_each(?1)) AND state = 'pending'`;

export interface PageWorked {
  /** More waits, or the page has to be read anew. */
  again: boolean;
  /** Messages of customers that it worked. */
  heard: number;
  /** News of messages that left. */
  stated: number;
  /** Whether recipients of broadcasts have got on: their news, or their answers. */
  recipients: boolean;
  /** Bots' turns, files to fetch and messages that it has left to do. */
  turns: number;
  media: number;
  queued: number;
  /** Other channels that it has left something to do. */
  handedTo: string[];
  /** Live events for the enterprise's hub. */
  kept: KeptRow[];
}
const NOTHING = {
  heard: 0,
  stated: 0,
  recipients: false,
  turns: 0,
  media: 0,
  queued: 0,
  handedTo: [],
  kept: [],
};

/** As long as an address is tried that came with its message. */
const ADDRESS_MS = 24 * 3_600_000;

/**
 * Works the next page of a channel: reads what waits, decides in memory, writes in one transaction. No event makes it
 * throw: a page that fails is worked in smaller ones, and an event that keeps failing is set aside with its reason.
 */
export async function workPage(
  ctx: Ctx,
  channel: LaneChannel,
  adapter: Adapter,
  pageDeps: PageDeps,
): Promise<PageWorked> {
  const first = await pendingEvents(ctx, channel, adapter, MOST_EVENTS);
  const most = PAGE_SIZES[first.attempts] ?? 1;
  const page = first.events.slice(0, most);
  if (page.length === 0) return { again: false, ...NOTHING };
  const { windowHours } = adapter.capabilities(channel.type);
  try {
    const known = await knownState(
      ctx,
      channel,
      page.flatMap(({ events }) => events),
    );
    const mediaKeptMs = adapter.media?.keptMs ?? ADDRESS_MS;
    const { fileUrl, messageUrl } = pageDeps;
    const deps = { now: ctx.now(), newId: ctx.newId, windowHours, mediaKeptMs, fileUrl, messageUrl };
    const effects = foldPage(channel, page, known, deps);
    const { kept, replied } = await writePage(ctx, channel, page, effects, pageDeps);
    const { messages, statuses, turns, media, handed } = effects;
    return {
      again: page.length === most,
      heard: messages.filter(({ direction }) => direction === "in").length,
      stated: statuses.size,
      recipients: replied || [...statuses.keys()].some(isRecipientId),
      queued: messages.filter(({ status }) => status === "queued").length,
      turns: turns.length,
      media: media.length,
      handedTo: [...new Set(handed.map(({ channelId }) => channelId))],
      kept,
    };
  } catch (error) {
    // Somebody was faster with one of the chats, or with the page itself: it is read anew.
    if (guardFailed(error)) return { again: true, ...NOTHING };
    const numbers = JSON.stringify(page.map(({ n }) => n));
    await ctx.db.$client
      .prepare(FAILED)
      .bind(numbers, describe(error).slice(0, 300), most === 1 ? 1 : 0)
      .run();
    return { again: true, ...NOTHING };
  }
}
