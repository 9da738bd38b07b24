import { type Json, record, text } from "../json.ts";

/**
 * Shapes of Karix RCM that are assumed, since its documents are not public: RCS, the names of DLT's ids within JSON, reports
 * of SMS, and which answers tell of the key. To be replaced here when an account shows them.
 */

/** RCS goes by the same call, with Google's content within. */
export const rcsContent = (contentMessage: Json): Json => ({ type: "RCS", rcs: { contentMessage } });

export interface Sms {
  key: string;
  sender: string;
  to: string;
  text: string;
  entityId: string;
  templateId: string;
}

export const smsBody = ({ key, sender, to, text: words, entityId, templateId }: Sms): Json => ({
  ver: "1.0",
  key,
  messages: [{ dest: [to], text: words, send: sender, dlt_entity_id: entityId, dlt_template_id: templateId }],
});

/** Reads the answer of either call: a code that is not 200 is an error, whatever the HTTP status. */
export function saidIn(json: unknown): { id?: string; code?: string; words?: string } {
  const fields = record(json);
  const status = record(fields["status"]);
  const id = text(fields["mid"], 500) ?? text(fields["ackid"], 500);
  const code = text(fields["statusCode"], 64) ?? text(status["code"], 64);
  const words = text(fields["statusDesc"], 500) ?? text(status["desc"], 500);
  return { ...(id && { id }), ...(code && { code }), ...(words && { words }) };
}

/** The HTTP status that an error within an answer deserves. */
export function statusOf(code: string, status: number): number {
  if (code === "401" || code === "403") return 401;
  if (code === "408" || code === "429") return 429;
  if (status >= 300) return status;
  return /^5\d\d$/.test(code) ? 500 : 400;
}

/** A report of an SMS, which names it by the id of its answer. */
export function smsReport(item: Json): { id: string; word: string; at: unknown } | undefined {
  const id = text(item["ackid"], 500);
  const word = text(item["status"], 64);
  return id === undefined || word === undefined ? undefined : { id, word, at: item["time"] };
}
