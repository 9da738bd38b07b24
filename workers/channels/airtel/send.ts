import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { AdapterDeps, ChannelAccount, SendResult, Tested } from "../adapter.ts";
import { outcomeByStatus, plainWords } from "../by-status.ts";
import { type Answer, called, sendBy } from "../call.ts";
import { record, text } from "../json.ts";
import { whatsappOutcome } from "../whatsapp/outcome.ts";
import { AIRTEL, addressAt, authorized, isRcs, MANAGER } from "./address.ts";
import { airtelCapabilities } from "./capabilities.ts";
import { format } from "./format.ts";
import { errorOf } from "./parse.ts";
import { accountOf, rcsOutcome } from "./rcs.ts";

export const send = sendBy(airtelCapabilities, format, outcomeOf);

function outcomeOf(answer: Answer, channel: ChannelAccount): SendResult {
  if (isRcs(channel)) return rcsOutcome(answer, channel);
  const fields = record(answer.json);
  // Some answers have everything one step deeper.
  const said = "data" in fields ? { ...fields, ...record(fields["data"]) } : fields;
  const { code, reason } = errorOf("error" in said ? said["error"] : said);
  const vendorId = text(said["messageRequestId"], 500) ?? text(said["messageId"], 500);
  const ok = answer.status >= 200 && answer.status < 300;
  if (ok && vendorId !== undefined && !("error" in said && code !== undefined))
    return { outcome: "sent", vendorId };
  if (code === undefined) return outcomeByStatus(AIRTEL, answer);
  const status = ok ? 400 : answer.status;
  // WhatsApp's own codes are passed on, and mean here what they mean at Meta.
  if (/^(470|13\d{4})$/.test(code))
    return whatsappOutcome({ ...answer, status, json: { error: { code: Number(code) } } });
  if (code === "-8") return { outcome: "later", code, reason: texts.vendorDown };
  return outcomeByStatus(AIRTEL, { ...answer, status }, { code, words: plainWords(reason, channel) });
}

/** No call asks about the account alone, so this one asks for what nobody has: nothing can be sent by it. */
export async function test(channel: ChannelAccount, deps: AdapterDeps): Promise<Tested> {
  const path = isRcs(channel)
    ? `/rcs-content-manager/v1/rcs/template?${new URLSearchParams({ ...accountOf(channel), templateId: "0" })}`
    : `${MANAGER}/download/media?${new URLSearchParams({ mediaId: "0", businessId: channel.settings["businessId"] ?? "" })}`;
  const answer = await called(deps, addressAt(channel, path), { headers: authorized(channel) });
  if (!answer || answer.status >= 500) return { ok: false, text: texts.testFailed(AIRTEL) };
  if (answer.status === 401 || answer.status === 403) return { ok: false, text: texts.credentials(AIRTEL) };
  const fields = record(answer.json);
  const isOfAirtel =
    fields["success"] === false || Object.keys(errorOf(fields["error"] ?? fields)).length > 0;
  if (isOfAirtel) return { ok: true, text: texts.notRefused(AIRTEL, channel.contactId) };
  return { ok: false, text: texts.unreadable(AIRTEL) };
}
