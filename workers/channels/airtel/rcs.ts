import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { InboundEvent } from "#workers/contract/inbound.ts";
import type { BodyOf, MessageBody } from "#workers/contract/message-body.ts";
import type { ChannelAccount, SendResult } from "../adapter.ts";
import { outcomeByStatus, plainWords } from "../by-status.ts";
import { type Answer, type Formed, jsonPost } from "../call.ts";
import { type Json, record, text } from "../json.ts";
import { contentOf } from "../rcs/format.ts";
import { parseRcs } from "../rcs/parse.ts";
import { AIRTEL, addressAt, authorized } from "./address.ts";
import { freeForm, googleEvent } from "./wire.ts";

/** RCS by Airtel: templates by their ids, and any message in a conversation that is open. */

const SEND = "/conversation-message-acceptor/v1/rcs/message/send";

export const accountOf = ({ settings, contactId }: ChannelAccount) => ({
  customerId: settings["customerId"] ?? "",
  subAccountId: settings["subAccountId"] ?? "",
  agentId: contactId,
});

export function rcsCallOf(digits: string, body: MessageBody, channel: ChannelAccount): Formed {
  const content = body.kind === "template" ? templateOf(body) : contentOf(body);
  if ("refused" in content) return { refused: String(content["refused"]) };
  const said = body.kind === "template" ? content : freeForm(content);
  const call = { ...accountOf(channel), msisdn: `+${digits}`, ...said };
  return { url: addressAt(channel, SEND), init: jsonPost(call, authorized(channel)) };
}

/** A template of the portal has its file and buttons there: only the values of its variables go along, in their order. */
function templateOf({ name, header, body, buttons, cards = [], offerEndsAt }: BodyOf<"template">) {
  if (buttons.length > 0 || cards.length > 0 || offerEndsAt !== undefined)
    return { refused: texts.templateValuesOnly };
  const textVariables: string[] = [];
  for (const each of header ? [header, ...body] : body) {
    if (each.kind !== "text") return { refused: texts.templateValuesOnly };
    if (each.name !== undefined) return { refused: texts.namedVariables };
    textVariables.push(each.text);
  }
  return { templateId: name, ...(textVariables.length > 0 && { templateVariableData: { textVariables } }) };
}

/** `success` counts and not the HTTP status. Why not is told in sentences, without codes. */
export function rcsOutcome(answer: Answer, channel: ChannelAccount): SendResult {
  const fields = record(answer.json);
  const vendorId = text(fields["messageRequestId"], 500);
  const isTaken = fields["success"] === true && answer.status >= 200 && answer.status < 300;
  if (isTaken && vendorId !== undefined) return { outcome: "sent", vendorId };
  if (fields["success"] !== false) return outcomeByStatus(AIRTEL, answer);
  const said = text(fields["message"], 500) ?? "";
  const status = answer.status < 300 ? Number(fields["code"]) || 400 : answer.status;
  if (/free flow messages/i.test(said))
    return { outcome: "failed", code: "470", reason: texts.noSession, ofMessage: true };
  const outcome = outcomeByStatus(AIRTEL, { ...answer, status }, { words: plainWords(said, channel) });
  if (outcome.outcome !== "failed") return outcome;
  const isUnreachable = /NOT_FOUND|404 Not Found|user's carrier|rcs is not enabled/i.test(said);
  if (isUnreachable) return { ...outcome, reason: texts.noRcs, ofMessage: true };
  return /phone number|template|variable/i.test(said) ? { ...outcome, ofMessage: true } : outcome;
}

/** An event in Google's words, but for its id, which is Airtel's and not ours. */
export const parseAirtelRcs = (raw: Json, channel: Pick<ChannelAccount, "type" | "contactId">) =>
  parseRcs(googleEvent(raw), channel).map((event): InboundEvent => {
    if (event.type !== "status") return event;
    const { ownId: _, ...status } = event;
    return status;
  });
