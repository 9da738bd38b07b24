import type { MediaKind } from "./message-body.ts";

/** A file that somebody has sent in a chat, as journeys and the answers of forms keep it; none of its vendor's ids. */
export interface SentFile {
  kind: MediaKind;
  /** The message that brought it. */
  file: string;
  /** Empty where its sender names none. */
  name: string;
  /** As its sender says. */
  type: string;
  /** Where colleagues who see the chat and may look at past chats open it. */
  url: string;
}

/** The file that a value is; undefined for anything else. */
export function sentFile(value: unknown): SentFile | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const isText = (name: string) =>
    name in value && typeof (value as Record<string, unknown>)[name] === "string";
  return ["kind", "file", "name", "type", "url"].every(isText) ? (value as SentFile) : undefined;
}
