import { BURST_S } from "#workers/domain/messaging/permits.ts";

/** A call's time in milliseconds until one was measured, and the weight of the last one in the average. */
const USUAL_MS = 100;
const LAST_COUNTS = 0.1;
const SECOND_MS = 1_000;
/** A block's calls take so long: each of them begins within a second of its claim, those of the block before included. */
const BLOCK_MS = 700;
/** Calls are spread over the second up to this rate; faster ones come closer than a timer can tell. */
const SPREAD_RATE = 200;
/** A little closer than the rate, so that a late call is made up for. */
const SPREAD = 0.9;

/** How fast a sender calls, and how fast it may: permits say how many, this says when. All times are in milliseconds. */
export class SenderPace {
  /** A call's time, as a moving average. */
  usualMs = USUAL_MS;
  /** The same of calls that were answered within a second: one that hangs says nothing about the others. */
  #quickMs = USUAL_MS;
  /** When the last calls began, as many as the rate allows in a second. */
  readonly #begun: number[] = [];

  ended(tookMs: number): void {
    this.usualMs += (tookMs - this.usualMs) * LAST_COUNTS;
    if (tookMs < SECOND_MS) this.#quickMs += (tookMs - this.#quickMs) * LAST_COUNTS;
  }

  begun(rate: number, now: number): void {
    this.#begun.push(now);
    while (this.#begun.length > wholeOf(rate)) this.#begun.shift();
  }

  /**
   * Time until one more call leaves no more of this sender's than the rate within any second, and is not at once after the
   * one before: a vendor that hears them a moment late would count the rest of one second with the next.
   */
  freeInMs(rate: number, now: number): number {
    const last = rate <= SPREAD_RATE ? this.#begun.at(-1) : undefined;
    const spread = last === undefined ? 0 : last + (SECOND_MS / wholeOf(rate)) * SPREAD - now;
    const oldest = this.#begun.at(-wholeOf(rate));
    return oldest === undefined ? Math.max(0, spread) : Math.max(0, spread, oldest + SECOND_MS - now);
  }

  /**
   * The size of the next block, of at most `whole`: as many as are called in time. While calls hang it is what the free ones
   * do within the time of a burst: permits that lie about would be used beside those that come meanwhile, and the vendor
   * would see more than the rate.
   */
  blockOf(whole: number, { free, all }: { free: number; all: number }): number {
    if (free >= all)
      return Math.min(whole, all * Math.max(1, Math.floor(BLOCK_MS / Math.max(1, this.#quickMs))));
    const each = Math.max(1, Math.floor((BURST_S * SECOND_MS) / Math.max(1, this.#quickMs)));
    return Math.max(1, Math.min(whole, free * each));
  }
}

const wholeOf = (rate: number): number => Math.max(1, Math.floor(rate));
