import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, ChannelAccount, SendResult, Tested } from "../adapter.ts";
import { outcomeByStatus, plainWords } from "../by-status.ts";
import { type Answer, called, sendBy } from "../call.ts";
import { record, text } from "../json.ts";
import { sap365Capabilities } from "./capabilities.ts";
import { callOf, format } from "./format.ts";
import { addressAt, errorIn, SAP365 } from "./wire.ts";

export const send = sendBy(() => sap365Capabilities, format, outcomeOf);

function outcomeOf(answer: Answer, channel: ChannelAccount): SendResult {
  const isTaken = answer.status === 200 || answer.status === 202;
  const error = errorIn(answer.json);
  const vendorId = text(record(answer.json)["messageId"], 500);
  if (isTaken && !error && vendorId !== undefined) return { outcome: "sent", vendorId };
  if (!error) return outcomeByStatus(SAP365, answer);
  const status = answer.status < 300 ? 400 : answer.status;
  const words = plainWords(error.words, channel);
  return outcomeByStatus(SAP365, { ...answer, status }, { code: error.code, words });
}

/** No call asks about the account alone, so this one is empty: nothing can be sent by it. */
export async function test(channel: ChannelAccount, deps: AdapterDeps): Promise<Tested> {
  const answer = await called(deps, addressAt(channel.settings), callOf(channel, {}));
  if (!answer || answer.status >= 500) return { ok: false, text: texts.testFailed(SAP365) };
  const isOfFields = answer.status === 400 && errorIn(answer.json) !== undefined;
  if (isOfFields) return { ok: true, text: texts.notRefused(SAP365, channel.settings["accountName"] ?? "") };
  return { ok: false, text: outcomeOf(answer, channel).reason ?? texts.unclear };
}
