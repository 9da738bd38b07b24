import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, ChannelAccount, SendResult, Tested } from "../adapter.ts";
import { outcomeByStatus, plainWords } from "../by-status.ts";
import { type Answer, called, sendBy } from "../call.ts";
import { record, text } from "../json.ts";
import { mcmiCapabilities } from "./capabilities.ts";
import { addressAt, callOf, format } from "./format.ts";
import { errorIn, isBusy, MCMI } from "./wire.ts";

export const send = sendBy(mcmiCapabilities, format, outcomeOf);

function outcomeOf(answer: Answer, channel: ChannelAccount): SendResult {
  const ok = answer.status >= 200 && answer.status < 300;
  const error = errorIn(answer.json);
  const vendorId = text(record(answer.json)["messageId"], 500);
  if (ok && !error && vendorId !== undefined) return { outcome: "sent", vendorId };
  if (!error) return outcomeByStatus(MCMI, answer);
  // An error within a success is what it would be with the HTTP status that it deserves.
  const status = isBusy(error.code) ? 429 : ok ? 400 : answer.status;
  const words = plainWords(error.words, channel);
  return outcomeByStatus(MCMI, { ...answer, status }, { code: error.code, words });
}

/** No call asks about the account alone, so this one is empty: nothing can be sent by it. */
export async function test(channel: ChannelAccount, deps: AdapterDeps): Promise<Tested> {
  const url = addressAt(channel);
  if (url === undefined) return { ok: false, text: texts.noBaseUrl(MCMI) };
  const answer = await called(deps, url, callOf(channel, {}));
  if (!answer || answer.status >= 500) return { ok: false, text: texts.testFailed(MCMI) };
  const isOfFields = answer.status === 400 && errorIn(answer.json) !== undefined;
  if (isOfFields) return { ok: true, text: texts.notRefused(MCMI, channel.contactId) };
  return { ok: false, text: outcomeOf(answer, channel).reason ?? texts.unclear };
}
