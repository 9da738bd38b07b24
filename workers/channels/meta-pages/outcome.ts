import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { SendResult } from "../adapter.ts";
import { outcomeByStatus } from "../by-status.ts";
import type { Answer } from "../call.ts";
import { number, record, text } from "../json.ts";

/** Codes that only waiting resolves: certainly not accepted. */
const BUSY: readonly number[] = [4, 17, 32, 613, 80001, 80006];
const DOWN: readonly number[] = [1, 2, 1200];
/** The window is closed, as Messenger and Instagram say it beside the code for a missing permission. */
const WINDOW: readonly number[] = [2018278, 2534022];
/** Nobody with that id writes with this page, or takes messages. */
const NOBODY: readonly number[] = [2018001, 2018108, 2534014];

/** The outcome of a message by Meta's answer: its code first, then the HTTP status. */
export function pageOutcome(vendor: string, answer: Answer): SendResult {
  const { status, json, retryAfter } = answer;
  const vendorId = text(record(json)["message_id"], 500);
  if (status >= 200 && status < 300 && vendorId !== undefined) return { outcome: "sent", vendorId };
  const error = record(record(json)["error"]);
  const code = number(error["code"]);
  if (code === undefined) return outcomeByStatus(vendor, answer);
  const shown = String(code);
  if (BUSY.includes(code) || DOWN.includes(code)) {
    const reason = BUSY.includes(code) ? texts.busy : texts.vendorDown;
    return {
      outcome: "later",
      code: shown,
      reason,
      ...(retryAfter !== undefined && { afterMs: retryAfter * 1_000 }),
    };
  }
  const detail = number(error["error_subcode"]) ?? 0;
  if (WINDOW.includes(detail)) return ofPerson("470", texts.windowClosed);
  if (code === 551 || NOBODY.includes(detail)) return ofPerson(shown, texts.unreachable);
  if (code === 190) return { outcome: "failed", code: shown, reason: texts.token(vendor) };
  // A server's fault with a code that nobody knows leaves open whether it took the message.
  if (status >= 500) return { outcome: "unknown", code: shown, reason: texts.unclear };
  return { outcome: "failed", code: shown, reason: texts.refused(vendor, shown) };
}

const ofPerson = (code: string, reason: string): SendResult => ({
  outcome: "failed",
  code,
  reason,
  ofMessage: true,
});
