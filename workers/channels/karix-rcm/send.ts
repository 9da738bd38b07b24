import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, ChannelAccount, SendResult, Tested } from "../adapter.ts";
import { outcomeByStatus, plainWords } from "../by-status.ts";
import { type Answer, called, sendBy } from "../call.ts";
import { karixRcmCapabilities } from "./capabilities.ts";
import { callOf, format, isSms } from "./format.ts";
import { saidIn, statusOf } from "./wire.ts";

const KARIX = "Karix RCM";

export const send = sendBy(karixRcmCapabilities, format, outcomeOf);

function outcomeOf(answer: Answer, channel: ChannelAccount): SendResult {
  const { id, code, words } = saidIn(answer.json);
  const ok = answer.status >= 200 && answer.status < 300;
  if (ok && id !== undefined && code === "200") return { outcome: "sent", vendorId: id };
  // An answer without an id says nothing that can be relied on, and one without a code is nothing of Karix'.
  if (code === undefined || code === "200") return outcomeByStatus(KARIX, answer);
  const status = statusOf(code, answer.status);
  return outcomeByStatus(KARIX, { ...answer, status }, { code, words: plainWords(words, channel) });
}

/** No call asks about the account alone, so this one has no message: nothing can be sent by it. */
export async function test(channel: ChannelAccount, deps: AdapterDeps): Promise<Tested> {
  const nothing = isSms(channel)
    ? { ver: "1.0", key: channel.secrets["accKey"] ?? "", messages: [] }
    : { message: {}, metaData: { version: "v1.0.9" } };
  const { url, init } = callOf(channel, nothing);
  const answer = await called(deps, url, init);
  if (!answer || answer.status >= 500) return { ok: false, text: texts.testFailed(KARIX) };
  const { code } = saidIn(answer.json);
  const isOfFields = code !== undefined && code !== "200" && statusOf(code, answer.status) === 400;
  if (isOfFields) return { ok: true, text: texts.notRefused(KARIX, channel.contactId) };
  return { ok: false, text: outcomeOf(answer, channel).reason ?? texts.unclear };
}
