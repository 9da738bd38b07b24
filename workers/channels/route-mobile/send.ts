import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { Adapter, AdapterDeps, ChannelAccount, SendResult, Tested } from "../adapter.ts";
import { outcomeByStatus, plainWords } from "../by-status.ts";
import { type Answer, called, sendBy } from "../call.ts";
import { type Json, record, text } from "../json.ts";
import { firstWords } from "../words.ts";
import { healthOfNumber } from "../whatsapp/health.ts";
import { routeMobileCapabilities } from "./capabilities.ts";
import { format } from "./format.ts";
import { addressAt, authorized, ROUTE_MOBILE, tokenOf } from "./login.ts";

export const send: Adapter["send"] = async (message, channel, deps) => {
  const made = await tokenOf(channel, deps);
  if ("failed" in made) return made.failed;
  const withToken: typeof send = sendBy(
    () => routeMobileCapabilities,
    (formed) => format(formed, channel, made.token),
    outcomeOf,
  );
  return withToken(message, channel, deps);
};

/** Refusals have words and a status, and no codes, so the status decides. */
function outcomeOf(answer: Answer, channel: ChannelAccount): SendResult {
  const { status } = answer;
  const fields = record(answer.json);
  const code = `HTTP ${status}`;
  const isRefused = /^fail/i.test(text(fields["status"], 64) ?? "");
  const words = plainWords(reasonIn(fields), channel);
  if (status >= 200 && status < 300 && !isRefused) {
    const vendorId = text(fields["request_id"], 500);
    if (vendorId !== undefined) return { outcome: "sent", vendorId };
  }
  // It says itself that it did not take the message.
  if (status >= 500 && isRefused) return { outcome: "later", code, reason: texts.vendorDown };
  const ofMessage = status === 400 || status === 422 ? { ofMessage: true as const } : {};
  if (status < 300 && isRefused) {
    const reason =
      words === undefined ? texts.refused(ROUTE_MOBILE, code) : texts.refusedBecause(ROUTE_MOBILE, words);
    return { outcome: "failed", code, reason };
  }
  const outcome = outcomeByStatus(ROUTE_MOBILE, answer, { words });
  return outcome.outcome === "failed" ? { ...outcome, ...ofMessage } : outcome;
}

/** A refusal's own words, or its first field with what is wrong with it. */
function reasonIn(fields: Json): string | undefined {
  return firstWords(fields["reason"]) ?? text(fields["message"], 500) ?? firstWords(fields);
}

/** Reads the account's own details: its number, its quality and its limit. It sends nothing. */
export async function test(channel: ChannelAccount, deps: AdapterDeps): Promise<Tested> {
  const made = await tokenOf(channel, deps);
  if ("failed" in made) return { ok: false, text: made.failed.reason ?? texts.testFailed(ROUTE_MOBILE) };
  const address = addressAt(channel, "/wba/management/v1/wbp-account-details");
  const answer = await called(deps, address, { headers: authorized(made.token) });
  if (!answer || answer.status >= 500) return { ok: false, text: texts.testFailed(ROUTE_MOBILE) };
  const fields = record(answer.json);
  const number = text(record(fields["user_details"])["client_msisdn"], 64)?.replace(/\D/g, "");
  if (answer.status !== 200 || !number)
    return { ok: false, text: outcomeOf(answer, channel).reason ?? texts.unclear };
  if (number !== channel.contactId.replace(/\D/g, "")) return { ok: false, text: texts.otherNumber(number) };
  const news = record(fields["phone_number_updates"]);
  const health = healthOfNumber({
    status: news["number_status"],
    messaging_limit_tier: news["messaging_limit"],
  });
  const shown = [text(news["verified_name"], 200), number].filter(Boolean);
  return { ok: true, text: texts.tested(shown.join(", ")), health };
}
