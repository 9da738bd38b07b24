import { formatBytes } from "#workers/contract/bytes.ts";
import type { Artifact } from "#workers/contract/endpoints/library.ts";

/** The words below an entry's name in a list: a message's own text, a place's address, a file's size. */
export function wordsBelow({ type, desc, address, text, url, bytes, fileId }: Artifact["data"]): string {
  if (type === "MSG") return text;
  if (type === "LOCATION") return [desc, address].filter(Boolean).join(", ");
  if (fileId) return [desc, formatBytes(bytes)].filter(Boolean).join(", ");
  return desc || url;
}
