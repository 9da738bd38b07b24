import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, ChannelAccount, OutgoingMessage, SendResult, Tested } from "../adapter.ts";
import { called, sendOnce } from "../call.ts";
import { record, text } from "../json.ts";
import { whatsappCapabilities } from "../whatsapp/capabilities.ts";
import { whatsappOutcome } from "../whatsapp/outcome.ts";
import { addressAt, bearer, format } from "./format.ts";

export const send = (
  message: OutgoingMessage,
  channel: ChannelAccount,
  deps: AdapterDeps,
): Promise<SendResult> =>
  sendOnce(
    message,
    whatsappCapabilities,
    deps,
    (body) => format({ ...message, body }, channel),
    whatsappOutcome,
  );

/** Reads the number's own name: it needs the token and the number, and sends nothing. */
export async function test(channel: ChannelAccount, deps: AdapterDeps): Promise<Tested> {
  const url = addressAt(channel, "?fields=display_phone_number,verified_name,quality_rating");
  const answer = await called(deps, url, { headers: bearer(channel) });
  if (!answer) return { ok: false, text: texts.testFailed("WhatsApp") };
  const { verified_name: name, display_phone_number: number, id } = record(answer.json);
  if (answer.status !== 200 || text(id, 200) === undefined) {
    const { reason } = whatsappOutcome(answer);
    return { ok: false, text: reason ?? texts.unclear };
  }
  const shown = [text(name, 200), text(number, 64)].filter(Boolean).join(", ");
  return { ok: true, text: texts.tested(shown || texts.noName) };
}
