import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { BodyOf } from "#workers/contract/message-body.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { digitsOf } from "../number.ts";
import { type Content, contentOf } from "../rcs/format.ts";
import { addressAt } from "./login.ts";

/** The whole call of a message. Pure. */
export function format({ id, to, body }: OutgoingMessage, channel: ChannelAccount, token: string): Formed {
  const digits = digitsOf(to);
  if (digits === undefined) return { refused: texts.noAddress };
  const content = body.kind === "template" ? templateOf(body) : contentOf(body);
  if ("refused" in content) return { refused: String(content["refused"]) };
  // Our own id names the message in every event.
  const asked = new URLSearchParams({ botId: channel.contactId, messageId: id, doCapCheck: "true" });
  const url = addressAt(channel, `/v1/phones/+${digits}/agentMessages/async?${asked}`);
  return { url, init: jsonPost({ contentMessage: content }, { authorization: `Bearer ${token}` }) };
}

/** A template of the portal has its file and buttons there: only the values of its named variables go along. */
function templateOf({ name, header, body, buttons, cards = [], offerEndsAt }: BodyOf<"template">): Content {
  const isMore = buttons.length > 0 || cards.length > 0 || offerEndsAt !== undefined;
  if (isMore) return { refused: texts.templateValuesOnly };
  const values = new Map<string, string>();
  for (const each of header ? [header, ...body] : body) {
    if (each.kind !== "text") return { refused: texts.templateValuesOnly };
    if (!each.name) return { refused: texts.numberedVariables };
    values.set(each.name, each.text);
  }
  const customParams = JSON.stringify(Object.fromEntries(values));
  return { templateMessage: { templateCode: name, ...(values.size > 0 && { customParams }) } };
}
