import { type Json, record, text } from "../json.ts";

/** Shapes of Airtel's RCS that no document which we have shows in full. Everything that is assumed stands here. */

/** A message that is no template: Google's own content, in the place of the template's id. */
export const freeForm = (content: Record<string, unknown>) => ({ contentMessage: content });

/** Words that mean the same in Google's events under another name. */
const EVENTS: Readonly<Record<string, string>> = { INTERNAL_ERROR: "FAILED" };

/** An event as Google writes it: a message that came in has its content one step deeper. */
export function googleEvent(raw: Json): Json {
  const what = text(raw["eventType"], 100) ?? "";
  const { agentId, messageId, sendTime, msisdn } = raw;
  const base = { agentId, messageId, sendTime, senderPhoneNumber: msisdn };
  if (what !== "RECEIVED") {
    const eventType = Object.hasOwn(EVENTS, what) ? EVENTS[what] : raw["eventType"];
    return { ...raw, ...base, eventType, reason: record(raw["error"])["errorMessage"] };
  }
  const content = record(raw["messageContent"]);
  // A pressed button and typed words have the same field for what is read.
  if (content["type"] !== "REPLY" || content["postbackData"] === undefined) return { ...content, ...base };
  const { text: label, postbackData } = content;
  return { ...base, suggestionResponse: { text: label, postbackData, type: "REPLY" } };
}
