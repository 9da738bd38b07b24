import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, ChannelAccount, SendResult, Tested } from "../adapter.ts";
import { outcomeByStatus, plainWords } from "../by-status.ts";
import { type Answer, called, sendBy } from "../call.ts";
import { record, text } from "../json.ts";
import { smsCapabilities } from "../sms-capabilities.ts";
import { addressAt, format } from "./format.ts";

const TTBS = "TTBS";

export const send = sendBy(
  () => smsCapabilities,
  (message, channel, { webhookUrl }) => format(message, channel, webhookUrl),
  outcomeOf,
);

function outcomeOf(answer: Answer, channel: ChannelAccount): SendResult {
  const taken = answer.status >= 200 && answer.status < 300;
  const vendorId = taken ? submissionOf(answer) : undefined;
  if (vendorId !== undefined) return { outcome: "sent", vendorId };
  return outcomeByStatus(TTBS, answer, { words: plainWords(answer.body, channel) });
}

/** A bare id, whose digits may be more than a number holds, or that of a job; words of another kind are none. */
function submissionOf({ json, body }: Answer): string | undefined {
  const job = text(record(json)["jobId"], 200);
  if (job !== undefined) return job;
  const id = body.trim().replace(/^"(.*)"$/, "$1");
  return /^(?=.*\d)[\w:.-]{4,200}$/.test(id) ? id : undefined;
}

/** No call asks about the account alone, so this one lacks whom to write to and what: nothing can be sent by it. */
export async function test(channel: ChannelAccount, deps: AdapterDeps): Promise<Tested> {
  const answer = await called(deps, addressAt(channel, {}), { method: "GET" });
  if (!answer || answer.status >= 500) return { ok: false, text: texts.testFailed(TTBS) };
  if (answer.status === 400)
    return { ok: true, text: texts.notRefused(TTBS, channel.settings["user"] ?? "") };
  return { ok: false, text: outcomeOf(answer, channel).reason ?? texts.unclear };
}
