import type { Status } from "#workers/contract/message.ts";
import { type Json, record, text } from "../json.ts";

/** A message object of Karix, which answers, lookups and webhooks share. */

const STATUSES: Readonly<Record<string, Status>> = {
  queued: "queued",
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "failed",
  undelivered: "failed",
  rejected: "failed",
};

export function statusOf(message: Json): Status | undefined {
  const name = text(message["status"], 64)?.toLowerCase() ?? "";
  return Object.hasOwn(STATUSES, name) ? STATUSES[name] : undefined;
}

/** Its error, by Karix' code and words; undefined where it names none. */
export function errorOf(message: Json): { code: string | undefined; words: string | undefined } | undefined {
  const error = record(message["error"]);
  const [code, words] = [text(error["code"], 64), text(error["message"], 200)];
  return code === undefined && words === undefined ? undefined : { code, words: words?.replace(/\.+$/, "") };
}
