import { formatCount, formatMoment } from "#app/lib/format.ts";
import { channelHealthTexts as texts } from "#texts/channel-health.ts";
import type { ChannelAlert } from "#workers/contract/channel-health.ts";

const DAY_MS = 24 * 3_600_000;

/** Says as a sentence what is wrong with a channel's account and what to do about it; `now` in milliseconds. */
export function alertText({ alert, until, used, limit, text }: ChannelAlert, now: number): string {
  const when = until === null ? "" : formatMoment(until);
  switch (alert) {
    case "tokenEnded":
      return texts.tokenEnded(when);
    case "tokenEnds":
      return texts.tokenEnds(Math.floor((Date.parse(until ?? "") - now) / DAY_MS));
    case "start":
    case "answer":
    case "utility":
      return texts[alert](until === null ? texts.forNow : texts.until(when));
    case "limitUsed":
      return texts.limitUsed(formatCount(used ?? 0), formatCount(limit ?? 0));
    case "lastError":
      return texts.lastError(text ?? "");
    default:
      return texts[alert];
  }
}
