import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, ChannelAccount, SendResult, Tested } from "../adapter.ts";
import { outcomeByStatus, plainWords } from "../by-status.ts";
import { type Answer, called, sendBy } from "../call.ts";
import { type Json, list, number, record, text } from "../json.ts";
import { whatsappOutcome } from "../whatsapp/outcome.ts";
import { kaleyraCapabilities } from "./capabilities.ts";
import { addressAt, format, keyOf } from "./format.ts";
import { callId, errorIn } from "./received.ts";

const KALEYRA = "Kaleyra";

export const send = sendBy(() => kaleyraCapabilities, format, outcomeOf);

/** Meta's own errors where it passes them on, else its own: an empty `error` is none. */
function outcomeOf(answer: Answer, channel: ChannelAccount): SendResult {
  const { status } = answer;
  const fields = record(answer.json);
  if (number(record(fields["error"])["code"]) !== undefined) return whatsappOutcome(answer);
  const refused = errorIn(fields["error"]);
  const taken = status >= 200 && status < 300 && refused === undefined;
  const vendorId = taken ? takenAs(fields) : undefined;
  if (vendorId !== undefined) return { outcome: "sent", vendorId };
  const code = text(fields["code"], 64) ?? `HTTP ${status}`;
  const words = plainWords(refused ?? text(fields["message"], 500), channel);
  // An error stands in an answer of any status: it was not taken.
  const meant = status < 300 && refused !== undefined ? { ...answer, status: 400 } : answer;
  const outcome = outcomeByStatus(KALEYRA, meant, { code, words });
  const isOfMessage = outcome.outcome === "failed" && (meant.status === 400 || meant.status === 422);
  return isOfMessage ? { ...outcome, ofMessage: true } : outcome;
}

/** The id of what was taken: no document shows the answer of WhatsApp's calls, so all known places count. */
function takenAs(fields: Json): string | undefined {
  const data = Array.isArray(fields["data"]) ? list(fields["data"])[0] : fields["data"];
  const places = [record(data)["message_id"], record(list(fields["messages"])[0])["id"], fields["id"]];
  return places.map(callId).find((id) => id !== undefined);
}

/** Asks for the account's sender names: a call that only reads, and needs the key and the SID to be right. */
export async function test(channel: ChannelAccount, deps: AdapterDeps): Promise<Tested> {
  const address = addressAt(channel, "v1", "/messages/identifier");
  const answer = await called(deps, address, { headers: keyOf(channel) });
  if (!answer || answer.status >= 500) return { ok: false, text: texts.testFailed(KALEYRA) };
  if (answer.status === 200 && Array.isArray(record(answer.json)["data"]))
    return { ok: true, text: texts.tested(channel.settings["sid"] ?? "") };
  return { ok: false, text: outcomeOf(answer, channel).reason ?? texts.unclear };
}
