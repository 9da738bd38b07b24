import type { Status } from "#workers/contract/message.ts";
import { type Json, list, record, text } from "../json.ts";

/** ASSUMED, all of it: no contract of NGN is public. Corrections by a real account belong here alone. */

export const SEND_PATH = "/v1/sms/send";

interface Sms {
  sender: string;
  to: string;
  text: string;
  entityId: string;
  templateId: string;
  ownId: string;
  reportsTo: string | undefined;
}

export const bodyOf = ({ sender, to, text: words, entityId, templateId, ownId, reportsTo }: Sms): Json => ({
  sender,
  to: [to],
  text: words,
  entityId,
  templateId,
  ref: ownId,
  ...(reportsTo !== undefined && { dlrUrl: reportsTo }),
});

export const headersOf = (accKey: string): Record<string, string> => ({ authorization: `Bearer ${accKey}` });

/** The vendor's id in an answer; undefined where the answer holds none, or is an error whatever its HTTP status. */
export function idIn(json: unknown): string | undefined {
  const fields = record(json);
  if (fields["status"] !== "success") return undefined;
  return text(record(list(fields["data"])[0])["messageId"], 500);
}

/** An error in an answer, by NGN's code and words; undefined where it says none. */
export function errorIn(json: unknown): { code: string | undefined; words: string | undefined } | undefined {
  const fields = record(json);
  if (fields["status"] !== "error") return undefined;
  return { code: text(fields["code"], 64), words: text(fields["message"], 200) };
}

/** Codes that ask to wait; certainly not taken. */
export const isBusy = (code: string | undefined): boolean =>
  /^(429|rate|throttl|too_?many)/i.test(code ?? "");

/** Words of SMPP for what became of a message. */
const STATUSES: Readonly<Record<string, Status>> = {
  DELIVRD: "delivered",
  ACCEPTD: "sent",
  ENROUTE: "sent",
  UNKNOWN: "sent",
  UNDELIV: "failed",
  EXPIRED: "failed",
  REJECTD: "failed",
  DELETED: "failed",
};

export interface Report {
  vendorId: string | undefined;
  ownId: string | undefined;
  word: string;
  status: Status;
  code: string | undefined;
  at: unknown;
}

/** A delivery report; undefined for what is none, or has a word that SMPP does not. */
export function reportOf(report: Json): Report | undefined {
  const word = text(report["status"], 64)?.toUpperCase() ?? "";
  const status = Object.hasOwn(STATUSES, word) ? STATUSES[word] : undefined;
  const [vendorId, ownId] = [text(report["messageId"], 500), text(report["ref"], 64)];
  if (status === undefined || (vendorId === undefined && ownId === undefined)) return undefined;
  return { vendorId, ownId, word, status, code: text(report["errCode"], 64), at: report["doneDate"] };
}
