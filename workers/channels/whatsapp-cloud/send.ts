import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, ChannelAccount, Tested } from "../adapter.ts";
import { called, sendBy } from "../call.ts";
import { number, record, text } from "../json.ts";
import { cloudCapabilities } from "../whatsapp/capabilities.ts";
import { healthOfNumber, tokenEnd } from "../whatsapp/health.ts";
import { whatsappOutcome } from "../whatsapp/outcome.ts";
import { addressAt, bearer, format, limitField, nodeAt } from "./format.ts";

export const send = sendBy(() => cloudCapabilities, format, whatsappOutcome);

const FIELDS = "display_phone_number,verified_name";
/** Meta's code for a field that its version does not have. */
const NO_FIELD = 100;

/** Reads the number's own name, its quality and its limit, and when the token ends. It sends nothing. */
export async function test(channel: ChannelAccount, deps: AdapterDeps): Promise<Tested> {
  const ask = (path: string) => called(deps, path, { headers: bearer(channel) });
  const first = await ask(
    addressAt(channel, `?fields=${FIELDS},quality_rating,status,${limitField(channel)}`),
  );
  const isRefused = number(record(record(first?.json)["error"])["code"]) === NO_FIELD;
  const answer = isRefused ? await ask(addressAt(channel, `?fields=${FIELDS},quality_rating`)) : first;
  if (!answer) return { ok: false, text: texts.testFailed("WhatsApp") };
  const fields = record(answer.json);
  if (answer.status !== 200 || text(fields["id"], 200) === undefined) {
    const { reason } = whatsappOutcome(answer);
    return { ok: false, text: reason ?? texts.unclear };
  }
  const shown = [text(fields["verified_name"], 200), text(fields["display_phone_number"], 64)].filter(
    Boolean,
  );
  const token = encodeURIComponent(channel.secrets["accessToken"] ?? "");
  const debugged = await ask(nodeAt(channel, "debug_token", `?input_token=${token}`));
  const health = [...healthOfNumber(fields), ...tokenEnd(record(record(debugged?.json)["data"]))];
  return { ok: true, text: texts.tested(shown.join(", ") || texts.noName), health };
}
