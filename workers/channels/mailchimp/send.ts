import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, ChannelAccount, SendResult, Tested } from "../adapter.ts";
import { outcomeByStatus, plainWords } from "../by-status.ts";
import { type Answer, called, jsonPost, sendBy } from "../call.ts";
import { list, record, text } from "../json.ts";
import { mailCapabilities } from "./capabilities.ts";
import { addressAt, format } from "./format.ts";

const NAME = "Mailchimp";

export const send = sendBy(() => mailCapabilities, format, outcomeOf, "dataUrl");

/** An answer for each recipient, of whom there is one. */
function outcomeOf(answer: Answer, channel: ChannelAccount): SendResult {
  const said = record(list(answer.json)[0]);
  const [status, vendorId] = [text(said["status"], 64), text(said["_id"], 500)];
  const isOk = answer.status >= 200 && answer.status < 300;
  if (isOk && (status === "rejected" || status === "invalid")) {
    const code = text(said["reject_reason"], 64) ?? status;
    return { outcome: "failed", code, reason: texts.refused(NAME, code), ofMessage: true };
  }
  if (isOk && vendorId !== undefined && status !== undefined) return { outcome: "sent", vendorId };
  return ofError(answer, channel);
}

/** Names of errors that are about the account, whatever the HTTP status; it is 500 for most of them. */
const FINAL: Readonly<Record<string, number>> = {
  Invalid_Key: 401,
  PaymentRequired: 402,
  Unknown_Subaccount: 400,
  ValidationError: 400,
  Unknown_Template: 400,
};

function ofError(answer: Answer, channel: ChannelAccount): SendResult {
  const error = record(answer.json);
  const code = error["status"] === "error" ? text(error["name"], 64) : undefined;
  if (code === undefined) return outcomeByStatus(NAME, answer);
  const status = Object.hasOwn(FINAL, code) ? (FINAL[code] ?? 400) : answer.status;
  const words = plainWords(text(error["message"], 500), channel);
  return outcomeByStatus(NAME, { ...answer, status }, { code, words });
}

/** Asks whether the key is right. It sends nothing. */
export async function test(channel: ChannelAccount, deps: AdapterDeps): Promise<Tested> {
  const ping = jsonPost({ key: channel.secrets["authKey"] ?? "" });
  const answer = await called(deps, addressAt(channel, "/users/ping2.json"), ping);
  if (!answer) return { ok: false, text: texts.testFailed(NAME) };
  if (answer.status === 200 && record(answer.json)["PING"] === "PONG!")
    return { ok: true, text: texts.notRefused(NAME, channel.contactId) };
  return { ok: false, text: ofError(answer, channel).reason ?? texts.unclear };
}
