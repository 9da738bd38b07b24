import { mediumOf, type MessageBody } from "#workers/contract/message-body.ts";
import type { SentFile } from "#workers/contract/sent-file.ts";

/** The file of a message, which may still be on its way to us; its vendor's id ends with the vendor's patience. */
export function fileOf(body: MessageBody, messageId: string, url: string): SentFile | undefined {
  const about = mediumOf(body);
  if (!about) return undefined;
  const { mime: type = "", name = "" } = about.medium;
  return { kind: about.kind, file: messageId, name, type, url };
}
