import { flowPhoneTexts as texts } from "#texts/flow-phone.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import { digestOf, type TakeFile } from "./files.ts";

/** Files of a preview, all together. */
const MOST_BYTES = 5 * 1_024 * 1_024;

/** Plays WhatsApp for a preview: small files stay in the tab's memory, and leave it with the preview. */
export function tabFiles(most = MOST_BYTES): TakeFile {
  const held = new Map<string, File>();
  return async (file) => {
    const bytes = [...held.values()].reduce((sum, { size }) => sum + size, file.size);
    if (bytes > most) return { failure: texts.tooMuch(file.name, formatBytes(most)) };
    const id = String(1_000_000_000_000_000 + held.size + 1);
    held.set(id, file);
    const mime = file.type || "application/octet-stream";
    return { file: { id, mime_type: mime, sha256: await digestOf(file), file_name: file.name } };
  };
}
