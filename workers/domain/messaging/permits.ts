import type { Permits } from "#workers/contract/channel-place.ts";

/** A number's burst after a rest, in seconds of its rate: no vendor sees more than its rate for long. */
export const BURST_S = 0.25;

/**
 * The rate of one number: a token bucket that many senders draw from. It is empty when it begins, so that an object that
 * starts anew never doubles the rate.
 */
export class PermitBucket {
  #tokens = 0;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Takes at most `most` permits at `rate` messages a second; none where fewer than `least` are there. */
  take(rate: number, most: number, least: number, now: number): Permits {
    this.#refill(rate, now);
    const there = Math.floor(this.#tokens);
    if (there < least) return { granted: 0, afterMs: Math.ceil(((least - this.#tokens) / rate) * 1_000) };
    const granted = Math.min(most, there);
    this.#tokens -= granted;
    return { granted, afterMs: 0 };
  }

  /** Counts messages that came in, where the vendor counts them; never more than a second's worth is owed. */
  spend(count: number, rate: number, now: number): void {
    this.#refill(rate, now);
    this.#tokens = Math.max(-rate, this.#tokens - count);
  }

  giveBack(unused: number): void {
    this.#tokens += unused;
  }

  #refill(rate: number, now: number): void {
    const most = Math.max(1, rate * BURST_S);
    this.#tokens = Math.min(most, this.#tokens + (Math.max(0, now - this.#at) / 1_000) * rate);
    this.#at = now;
  }
}
