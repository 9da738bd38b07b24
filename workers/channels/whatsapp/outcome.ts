import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { SendResult } from "../adapter.ts";
import type { Answer } from "../call.ts";
import { list, number, record, text } from "../json.ts";

const TOO_MANY_TO_ONE = 131056;
/** Codes that only waiting resolves: certainly not accepted. The milliseconds are the least that makes sense. */
const LATER: Readonly<Record<number, { afterMs?: number; growth?: number; reason: string }>> = {
  1: { reason: texts.vendorDown },
  2: { reason: texts.vendorDown },
  4: { reason: texts.busy },
  80007: { reason: texts.busy },
  130429: { reason: texts.busy },
  131000: { reason: texts.vendorDown },
  131016: { reason: texts.vendorDown },
  131048: { afterMs: 15 * 60_000, reason: texts.spam },
  // Too many to one person: Meta asks for 4^n seconds.
  [TOO_MANY_TO_ONE]: { afterMs: 4_000, growth: 4, reason: texts.busy },
  131057: { reason: texts.vendorDown },
  133004: { reason: texts.vendorDown },
};

/** Codes whose remedy we can name; every other refusal is final too. */
const REASONS: Readonly<Record<number, string>> = {
  190: texts.token("WhatsApp"),
  470: texts.windowClosed,
  130472: texts.experiment,
  131026: texts.undeliverable,
  131047: texts.windowClosed,
  131049: texts.marketingCap,
  131053: texts.mediaRefused,
  131062: texts.needsNumber,
  132000: texts.templateParameters,
  132001: texts.templateMissing,
  132015: texts.templatePaused,
  132016: texts.templatePaused,
};

/** Codes that tell of the channel, not of one message or person; so do those that we do not know. */
const OF_CHANNEL: readonly number[] = [190];
const ofOneMessage = (code: number): boolean => Object.hasOwn(REASONS, code) && !OF_CHANNEL.includes(code);

/** Reads a message's outcome from the vendor's answer: by the code, as Meta advises, then by the HTTP status. */
export function whatsappOutcome({ status, json, retryAfter }: Answer): SendResult {
  const error = record(record(json)["error"]);
  const code = number(error["code"]);
  if (code !== undefined) return ofCode(code, status, retryAfter);
  const sent = record(list(record(json)["messages"])[0]);
  const vendorId = text(sent["id"], 500);
  if (status >= 200 && status < 300 && vendorId !== undefined) {
    const held = text(sent["message_status"], 64);
    return { outcome: "sent", vendorId, ...(held !== undefined && held !== "accepted" && { code: held }) };
  }
  return ofStatus(status, retryAfter);
}

function ofCode(code: number, status: number, retryAfter: number | undefined): SendResult {
  const wait = Object.hasOwn(LATER, code) ? LATER[code] : undefined;
  if (wait) {
    const afterMs = retryAfter === undefined ? wait.afterMs : retryAfter * 1_000;
    return {
      outcome: "later",
      code: String(code),
      reason: wait.reason,
      ...(code === TOO_MANY_TO_ONE && { ofMessage: true }),
      ...(afterMs !== undefined && { afterMs }),
      ...(retryAfter === undefined && wait.growth !== undefined && { growth: wait.growth }),
    };
  }
  const known = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  if (known === undefined && !(status >= 400 && status < 500 && status !== 408 && status !== 429)) {
    return ofStatus(status, retryAfter);
  }
  const reason = known ?? texts.refused("WhatsApp", String(code));
  return { outcome: "failed", code: String(code), reason, ...(ofOneMessage(code) && { ofMessage: true }) };
}

/** An answer without Meta's own words comes from something in between. */
function ofStatus(status: number, retryAfter: number | undefined): SendResult {
  const code = `HTTP ${status}`;
  if (status === 408 || status === 429 || status === 503) {
    return {
      outcome: "later",
      code,
      reason: texts.busy,
      ...(retryAfter !== undefined && { afterMs: retryAfter * 1_000 }),
    };
  }
  if (status >= 300 && status < 500) {
    return { outcome: "failed", code, reason: texts.refused("WhatsApp", code) };
  }
  return { outcome: "unknown", code, reason: texts.unclear };
}
