import { type Json, record, text } from "../json.ts";

/**
 * Shapes of VI that no document of it that we have shows in full: the older events in the words of the GSMA, and what an
 * answer that takes a message may look like. Everything that is assumed stands here.
 */

/** A status in the GSMA's words, in Google's. */
const STATUS: Readonly<Record<string, string>> = {
  sent: "SENT",
  delivered: "DELIVERED",
  read: "READ",
  displayed: "READ",
  failed: "FAILED",
};

/** An event in Google's shape; one that is so already, or that is of neither kind, stays as it is. */
export function eventOf(raw: unknown): unknown {
  const given = record(raw);
  const message = record(given["RCSMessage"]);
  if (Object.keys(message).length === 0) return raw;
  const base = {
    senderPhoneNumber: record(given["messageContact"])["userContact"],
    messageId: message["msgId"],
    sendTime: message["timestamp"],
  };
  const status = text(message["status"], 64);
  if (status !== undefined) {
    const known = Object.hasOwn(STATUS, status) ? STATUS[status] : undefined;
    return { ...base, eventType: known ?? status, reason: message["reason"] };
  }
  const words = text(message["textMessage"], Number.POSITIVE_INFINITY);
  if (words !== undefined) return { ...base, text: words };
  return { ...base, ...richOf(message) };
}

function richOf(message: Json): Json {
  const file = record(message["fileMessage"]);
  if (text(file["fileUrl"], 2_000) !== undefined) {
    const payload = {
      fileUri: file["fileUrl"],
      mimeType: file["fileMIMEType"],
      fileName: file["fileName"],
      fileSizeBytes: file["fileSize"],
    };
    return { userFile: { payload } };
  }
  const response = record(record(message["suggestedResponse"])["response"]);
  const isReply = Object.keys(record(response["reply"])).length > 0;
  const pressed = record(isReply ? response["reply"] : response["action"]);
  if (Object.keys(pressed).length === 0) return { unsupported: Object.keys(message).join(" ").slice(0, 200) };
  return {
    suggestionResponse: {
      postbackData: record(pressed["postback"])["data"],
      text: pressed["displayText"],
      type: isReply ? "REPLY" : "ACTION",
    },
  };
}

/** A message that was taken is named, or an event says that it waits. */
export function isTaken(json: unknown): boolean {
  const fields = record(json);
  const ids = [fields["name"], fields["messageId"], fields["eventId"], record(fields["RCSMessage"])["msgId"]];
  return fields["error"] === undefined && ids.some((each) => text(each, 500) !== undefined);
}
