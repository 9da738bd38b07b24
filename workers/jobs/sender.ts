import { tenantDatabase } from "#db/client.ts";
import type { SendResult } from "#workers/channels/adapter.ts";
import { keptForAWhile } from "#workers/channels/kept.ts";
import type { ChannelPlace, SenderObject } from "#workers/contract/channel-place.ts";
import { CALLS_AT_ONCE } from "#workers/contract/message.ts";
import { isRecipientId } from "#workers/contract/recipient-ids.ts";
import { noteRecipients } from "#workers/domain/broadcasts/outcomes.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { describe } from "#workers/domain/error.ts";
import { type Claimed, type ClaimedBlock } from "#workers/domain/messaging/claim.ts";
import { laneOf, senderName } from "#workers/domain/messaging/objects.ts";
import {
  type Ended,
  giveBack,
  giveBackAstray,
  noteLost,
  noteOutcomes,
} from "#workers/domain/messaging/outcomes.ts";
import type { Rules } from "#workers/domain/messaging/offer-rules.ts";
import { BURST_S } from "#workers/domain/messaging/permits.ts";
import { OpenCalls } from "./open-calls.ts";
import { isSendingStopped, LOOK_AGAIN_MS } from "./sending-switch.ts";
import { SenderLines } from "./sender-lines.ts";
import { SenderPace } from "./sender-pace.ts";
import { claimFor } from "./sender-claim.ts";
import { SenderNews } from "./sender-news.ts";
import { depsOf, log, type Run, wakeOthers } from "./sender-run.ts";
import { type Calls, Woken } from "./woken.ts";

const SENDER = { userId: "system", name: "", address: "", requestId: "sender" };

/** Messages of one block. */
const MOST_BLOCK = 50;
/** A message is called so soon after the check of its claim, or given back and checked anew. */
const CALLABLE_MS = 1_000;
/** Claims that somebody's waking begins are this far apart: each costs the database two batches. */
const CLAIM_EVERY_MS = 40;
/** Answers are written down together, as far as the others come within so long. */
const NOTED_MS = 250;
/** A claim that the database answered with an error may come about still, for so long. */
const ASTRAY_MS = 60_000;
/** A run ends after so long or so many blocks, and its alarm begins the next: an invocation may ask for only so much. */
const RUN_MS = 20_000;
const MOST_BLOCKS = 80;

/** A block on its way to the vendor. */
interface Calling {
  /** Few of it are left to begin, so that the next block is claimed meanwhile. */
  nearly: Promise<void>;
  /** All of it has begun, or what came too late was given back. */
  begun: Promise<void>;
}

/**
 * Calls a channel's vendor, as nothing else does; a fast channel has several, with permits of its lane. Ids are stored
 * before calls: a message is called again only if it certainly was not, or if its vendor honours our key.
 */
export class Sender extends Woken implements SenderObject {
  readonly #lines = new SenderLines(this.ctx.storage);
  readonly #calls = new OpenCalls(CALLS_AT_ONCE);
  #ended: Ended[] = [];
  /** The block that is being claimed, with all that were claimed before it. */
  #block: Promise<unknown> = Promise.resolve();
  #settled = false;
  /** Something was given back since the latest claim. */
  #gaveBack = false;
  /** Until when there may be claims of ours that we know nothing of: the answer to one was lost, or giving them back failed. */
  #astrayUntil = 0;
  readonly #pace = new SenderPace();
  readonly #kept = keptForAWhile(Date.now);
  readonly #news = new SenderNews(this.env, this.ctx);
  /** The rules for offers as the last claim found them. */
  #offers: Rules | undefined;

  async rest(): Promise<void> {
    await this.#block;
    await this.#calls.all();
  }

  protected async work(place: ChannelPlace, calls: Calls): Promise<{ nextAt: number | null }> {
    const db = tenantDatabase(this.env, place.database);
    const found = await this.channelAt(place);
    if (!found) return { nextAt: null };
    const { channel, adapter } = found;
    const ctx = ctxOf(db, place.enterpriseId, SENDER);
    const name = senderName(place.channelId, place.sender);
    const acting = { ctx, place, name, channel, adapter };
    const run: Run = { ...acting, deps: depsOf(this.env, acting, this.#kept) };
    if (this.#settled) await this.#note(run);
    else await this.#settle(run);
    if (Date.now() < this.#astrayUntil) await this.#findAstray(run);
    const lane = laneOf(this.env, place);
    const whole = Math.max(1, Math.min(MOST_BLOCK, Math.floor(channel.rate * BURST_S)));
    let least = 1;
    let before = Promise.resolve();
    const began = Date.now();
    for (let blocks = 0; blocks < MOST_BLOCKS && Date.now() - began < RUN_MS; blocks++) {
      // Without a free call there is nothing to claim for.
      while (this.#calls.free === 0) await this.#calls.any();
      if (await isSendingStopped(this.env)) {
        await before;
        return { nextAt: Date.now() + LOOK_AGAIN_MS };
      }
      const most = this.#pace.blockOf(whole, { free: this.#calls.free, all: CALLS_AT_ONCE });
      const { granted, afterMs } = await lane.permits(channel.rate, most, Math.min(least, most));
      if (granted === 0) {
        await scheduler.wait(afterMs);
        continue;
      }
      const asks = calls.asks();
      const claimedAt = Date.now();
      const sending = this.#sendBlock(run, granted, before);
      // Also where this claim fails: a pause is answered once the block before has begun.
      this.#block = Promise.allSettled([before, sending.then(({ begun }) => begun)]);
      const { claimed, nearly, begun } = await sending;
      const { block, nextAt, again } = claimed;
      if (block.length < granted) await lane.returnPermits(granted - block.length);
      if (block.length === 0 && this.#calls.size === 0 && !again) {
        // Behind this claim the block before may have given back what it couldn't begin in time; nobody else looks.
        await before;
        if (!this.#gaveBack && this.#calls.size === 0) return { nextAt };
      }
      // Where more waits than may go, blocks are whole ones: each costs the database two batches.
      least = block.length < granted ? 1 : whole;
      if (least > 1) {
        await wakeOthers(this.env, run, this.#pace.usualMs);
        await nearly;
      } else {
        await begun;
        // Whoever writes meanwhile need not wait for a slow answer to somebody else; what comes close together is claimed together.
        const more = calls
          .askedAfter(asks)
          .then(() => scheduler.wait(Math.max(0, claimedAt + CLAIM_EVERY_MS - Date.now())));
        // Without a block there is only the next answer to wait for.
        const none = block.length === 0;
        await this.#calls.answered(none, none ? CALLABLE_MS : NOTED_MS, more);
      }
      before = begun;
      await this.#note(run);
    }
    await before;
    return { nextAt: Date.now() };
  }

  /** Settles an earlier instance's rest: outcomes that it knew, calls that broke off, claims it never called. */
  async #settle(run: Run): Promise<void> {
    const { idempotent } = run.adapter.capabilities(run.channel.type);
    const broken: SendResult = { outcome: "unknown", afterMs: 0 };
    // Without its lines nobody knows what was called.
    if (this.#lines.areNew && !idempotent) this.#news.kept(run, await noteLost(run.ctx, run.name));
    await this.#lines.begin();
    this.#ended = this.#lines
      .all()
      .map(({ id, attempts, result, at }) => ({ id, attempts, at, result: result ?? broken }));
    await this.#note(run);
    await giveBack(run.ctx, run.name);
    // The claim of an instance that died may still come about.
    this.#astrayUntil = Date.now() + ASTRAY_MS;
    this.#settled = true;
  }

  /** Gives back claims of ours that are neither called nor noted: each call has a line from its beginning until it is noted. */
  async #findAstray({ ctx, name }: Run): Promise<void> {
    await this.#block;
    // An instance that was replaced meanwhile must not touch claims that are another's by now.
    await this.#lines.begin();
    await giveBackAstray(
      ctx,
      name,
      this.#lines.all().map(({ id }) => id),
      Date.now(),
    );
  }

  /** Does what may leave claims that nobody knows of where it fails. */
  async #orAstray<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      this.#astrayUntil = Date.now() + ASTRAY_MS;
      throw error;
    }
  }

  /** Claims a block and calls it after the one `before` it. */
  async #sendBlock(
    run: Run,
    most: number,
    before: Promise<void>,
  ): Promise<Calling & { claimed: ClaimedBlock }> {
    this.#gaveBack = false;
    const { changed, ...claimed } = await this.#orAstray(() => claimFor(run, most, this.#offers));
    if (changed) this.#news.broadcasts(run);
    this.#offers = claimed.offers;
    this.#news.kept(run, claimed.kept);
    // Operators see who is refused and why; the messages themselves say it to everybody else.
    if (Object.values(claimed.refused).some(Boolean)) {
      log({ level: "info", channelId: run.channel.id, refused: claimed.refused });
      this.#news.runs(run);
    }
    const { promise: nearly, resolve } = Promise.withResolvers<void>();
    const begun = this.#callAll(run, claimed.block, before, resolve).finally(resolve);
    // Whoever waits for it hears of its failure; a run that has failed elsewhere does not.
    begun.catch(() => undefined);
    return { claimed, nearly, begun };
  }

  /**
   * Calls a block, six at a time, and gives back messages that it could not begin in time; a call that takes longer goes
   * on beside the next block, so that one slow answer holds up nobody else.
   */
  async #callAll(
    run: Run,
    block: readonly Claimed[],
    before: Promise<void>,
    nearly: () => void,
  ): Promise<void> {
    const timer = new AbortController();
    const deadline = { isOver: false };
    const late = scheduler.wait(CALLABLE_MS, { signal: timer.signal }).then(
      () => void (deadline.isOver = true),
      () => undefined,
    );
    await before;
    const waiting = [...block];
    while (waiting.length > 0 && !deadline.isOver) {
      if (waiting.length <= CALLS_AT_ONCE) nearly();
      const inMs = this.#pace.freeInMs(run.channel.rate, Date.now());
      const next = this.#calls.size < CALLS_AT_ONCE && inMs === 0 ? waiting.shift() : undefined;
      if (next) this.#begin(run, next);
      else await Promise.race([late, inMs > 0 ? scheduler.wait(inMs) : this.#calls.any()]);
    }
    timer.abort();
    if (waiting.length === 0) return;
    this.#gaveBack = true;
    // An instance that was replaced meanwhile must not touch claims that are another's by now.
    await this.#lines.begin();
    const left = waiting.map(({ id }) => id);
    await this.#orAstray(() => giveBack(run.ctx, run.name, left, Date.now()));
  }

  #begin(run: Run, message: Claimed): void {
    this.#pace.begun(run.channel.rate, Date.now());
    // The line could not be written, so nothing was called: whoever has replaced this instance sees to it.
    const failed = (error: unknown) => log({ level: "error", failure: describe(error) });
    this.#calls.add(this.#call(run, message).catch(failed));
  }

  async #call({ adapter, channel, deps }: Run, message: Claimed): Promise<void> {
    await this.#lines.open(message);
    const began = Date.now();
    const result = await adapter.send(message, channel.account, deps);
    this.#pace.ended(Date.now() - began);
    this.#ended.push(this.#lines.close(message, result));
  }

  /** Writes the outcomes that are known. Those that the database does not take stay, and are written by the next run. */
  async #note(run: Run): Promise<void> {
    const { ctx, place, name, adapter, channel } = run;
    const ended = [...this.#ended];
    const { pair, idempotent } = adapter.capabilities(channel.type);
    const rules = { id: place.channelId, pairMs: pair?.refillMs ?? 0, idempotent };
    const recipients = ended.filter(({ id }) => isRecipientId(id));
    const messages = ended.filter(({ id }) => !isRecipientId(id));
    const [{ events, kept }, of] = await Promise.all([
      noteOutcomes(ctx, rules, name, messages),
      noteRecipients(ctx, rules, name, recipients),
    ]);
    this.#ended = this.#ended.filter((each) => !ended.includes(each));
    this.#lines.forget(ended.map(({ id }) => id));
    this.#news.kept(run, kept);
    if (messages.length > 0) this.#news.runs(run);
    if (recipients.length > 0) this.#news.broadcasts(run);
    if (events || of.events) await laneOf(this.env, place).wake(place);
  }
}
