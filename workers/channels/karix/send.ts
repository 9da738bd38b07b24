import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, ChannelAccount, SendResult, Tested } from "../adapter.ts";
import { outcomeByStatus, plainWords } from "../by-status.ts";
import { type Answer, called, sendBy } from "../call.ts";
import { type Json, list, record, text } from "../json.ts";
import { karixCapabilities } from "./capabilities.ts";
import { addressAt, format, headersOf } from "./format.ts";
import { errorOf, statusOf } from "./message.ts";

const KARIX = "Karix";

export const send = sendBy(
  karixCapabilities,
  (message, channel, { webhookUrl }) => format(message, channel, webhookUrl),
  (answer, channel) => outcomeOf(answer, list(record(answer.json)["objects"])[0], channel),
);

/** 202 means that a record was made: it may say that it failed already. */
function outcomeOf(answer: Answer, object: unknown, channel: ChannelAccount): SendResult {
  const message = record(object);
  const vendorId = text(message["uid"], 500);
  if (answer.status < 200 || answer.status >= 300 || vendorId === undefined)
    return refusedBy(answer, channel);
  const error = errorOf(message);
  if (!error && statusOf(message) !== "failed") return { outcome: "sent", vendorId };
  const code = error?.code ?? text(message["status"], 64) ?? "error";
  const words = plainWords(error?.words, channel);
  const reason = words === undefined ? texts.refused(KARIX, code) : texts.refusedBecause(KARIX, words);
  return { outcome: "failed", vendorId, code, reason, ofMessage: true };
}

function refusedBy(answer: Answer, channel: ChannelAccount): SendResult {
  const error = record(record(answer.json)["error"]);
  const parts = [text(error["message"], 200)?.replace(/\.+$/, ""), text(error["param"], 100)];
  // Which field it means is half of what it says.
  return outcomeByStatus(KARIX, answer, { words: plainWords(parts.filter(Boolean).join(": "), channel) });
}

const asked = (deps: AdapterDeps, channel: ChannelAccount, path: string) =>
  called(deps, addressAt(channel, path), { headers: headersOf(channel) });

/** Reads the account, whose id is the user name. */
export async function test(channel: ChannelAccount, deps: AdapterDeps): Promise<Tested> {
  const account = channel.settings["username"] ?? "";
  const answer = await asked(deps, channel, `/account/${encodeURIComponent(account)}/`);
  if (!answer || answer.status >= 500) return { ok: false, text: texts.testFailed(KARIX) };
  const data = record(record(answer.json)["data"]);
  if (answer.status === 403) return { ok: false, text: texts.credentials(KARIX) };
  if (answer.status !== 200 || text(data["uid"], 200) === undefined) {
    return { ok: false, text: refusedBy(answer, channel).reason ?? texts.unclear };
  }
  return accountOf(data);
}

function accountOf(data: Json): Tested {
  const name = text(data["name"], 200) ?? texts.noName;
  const state = text(data["status"], 64) ?? "enabled";
  if (state !== "enabled") return { ok: false, text: texts.accountState(KARIX, name, state) };
  return { ok: true, text: texts.tested(name) };
}
