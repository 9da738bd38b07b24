import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { Adapter, AdapterDeps, ChannelAccount, SendResult, Tested } from "../adapter.ts";
import { outcomeByStatus, plainWords } from "../by-status.ts";
import { type Answer, called, sendBy } from "../call.ts";
import { record, text } from "../json.ts";
import { sinchCapabilities } from "./capabilities.ts";
import { format } from "./format.ts";
import { addressAt, authorized, SINCH, tokenOf } from "./login.ts";

export const send: Adapter["send"] = async (message, channel, deps) => {
  const made = await tokenOf(channel, deps);
  if ("failed" in made) return made.failed;
  const withToken: typeof send = sendBy(
    sinchCapabilities,
    (formed) => format(formed, channel, made.token),
    outcomeOf,
  );
  return withToken(message, channel, deps);
};

function outcomeOf(answer: Answer, channel: ChannelAccount): SendResult {
  const fields = record(answer.json);
  const vendorId = text(fields["message_id"], 500);
  if (answer.status === 200 && vendorId !== undefined) return { outcome: "sent", vendorId };
  const error = record(fields["error"]);
  const words = plainWords(text(error["message"], 500), channel);
  const code = text(error["status"], 64);
  const outcome = outcomeByStatus(SINCH, answer, { code, words });
  // A code about an argument is about the message; access and region are about the channel.
  return outcome.outcome === "failed" && code === "INVALID_ARGUMENT"
    ? { ...outcome, ofMessage: true }
    : outcome;
}

/** Reads the app that the channel sends by: it proves key, project, region and app, and sends nothing. */
export async function test(channel: ChannelAccount, deps: AdapterDeps): Promise<Tested> {
  const made = await tokenOf(channel, deps);
  if ("failed" in made) return { ok: false, text: made.failed.reason ?? texts.testFailed(SINCH) };
  const address = addressAt(channel, `/apps/${encodeURIComponent(channel.settings["appId"] ?? "")}`);
  const answer = await called(deps, address, { headers: authorized(made.token) });
  if (!answer || answer.status >= 500) return { ok: false, text: texts.testFailed(SINCH) };
  const fields = record(answer.json);
  if (answer.status === 200 && text(fields["id"], 200) !== undefined)
    return { ok: true, text: texts.tested(text(fields["display_name"], 200) ?? texts.noName) };
  return { ok: false, text: outcomeOf(answer, channel).reason ?? texts.unclear };
}
