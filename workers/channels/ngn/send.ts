import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, ChannelAccount, SendResult, Tested } from "../adapter.ts";
import { outcomeByStatus, plainWords } from "../by-status.ts";
import { type Answer, called, sendBy } from "../call.ts";
import { ngnCapabilities } from "./capabilities.ts";
import { addressAt, callOf, format } from "./format.ts";
import { errorIn, idIn, isBusy } from "./wire.ts";

const NGN = "NGN";

export const send = sendBy(
  () => ngnCapabilities,
  (message, channel, { webhookUrl }) => format(message, channel, webhookUrl),
  outcomeOf,
);

function outcomeOf(answer: Answer, channel: ChannelAccount): SendResult {
  const ok = answer.status >= 200 && answer.status < 300;
  const vendorId = ok ? idIn(answer.json) : undefined;
  if (vendorId !== undefined) return { outcome: "sent", vendorId };
  const error = errorIn(answer.json);
  if (!error) return outcomeByStatus(NGN, answer);
  // An error within a success, and one that asks to wait, are what they would be with the HTTP status that they deserve.
  const status = isBusy(error.code) ? 429 : ok ? 400 : answer.status;
  return outcomeByStatus(NGN, { ...answer, status }, { ...error, words: plainWords(error.words, channel) });
}

/** No call asks about the account alone, so this one is empty: nothing can be sent by it. */
export async function test(channel: ChannelAccount, deps: AdapterDeps): Promise<Tested> {
  const url = addressAt(channel);
  if (url === undefined) return { ok: false, text: texts.noBaseUrl(NGN) };
  const answer = await called(deps, url, callOf(channel, {}));
  if (!answer || answer.status >= 500) return { ok: false, text: texts.testFailed(NGN) };
  const isOfFields = answer.status === 400 && errorIn(answer.json) !== undefined;
  if (isOfFields) return { ok: true, text: texts.notRefused(NGN, channel.contactId) };
  return { ok: false, text: outcomeOf(answer, channel).reason ?? texts.unclear };
}
