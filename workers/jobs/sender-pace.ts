import { BURST_S } from "#workers/domain/messaging/permits.ts";

/** A call's time in milliseconds until one was measured, and the weight of the last one in the average. */
const USUAL_MS = 100;
const LAST_COUNTS = 0.1;
const SECOND_MS = 1_000;

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

  /** Time until one more call leaves no more of this sender's than the rate within any second. */
  freeInMs(rate: number, now: number): number {
    const oldest = this.#begun.at(-wholeOf(rate));
    return oldest === undefined ? 0 : Math.max(0, oldest + SECOND_MS - now);
  }

  /**
   * The size of the next block, of at most `whole`. While calls hang it is what the free ones do within the time of a burst:
   * permits that lie about would be used beside those that come meanwhile, and the vendor would see more than the rate.
   */
  blockOf(whole: number, { free, all }: { free: number; all: number }): number {
    if (free >= all) return whole;
    const each = Math.max(1, Math.floor((BURST_S * SECOND_MS) / Math.max(1, this.#quickMs)));
    return Math.max(1, Math.min(whole, free * each));
  }
}

const wholeOf = (rate: number): number => Math.max(1, Math.floor(rate));
