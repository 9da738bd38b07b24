import { flowPhoneTexts as texts } from "#texts/flow-phone.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import { countIn, countsOf } from "#workers/contract/wa-flows/files.ts";
import { type Json, listOf, textOf } from "#workers/contract/wa-flows/flow-json.ts";
import { flowFileLimits } from "#workers/contract/wa-flows/versions.ts";

/** A file among a phone's answers, as Meta's answer of a flow names it. */
export interface PhoneFile {
  id: string;
  mime_type: string;
  sha256: string;
  file_name: string;
}

/** Gives a chosen file to whoever plays WhatsApp; its picture, where one can be shown. */
export type TakeFile = (file: File) => Promise<{ file: PhoneFile } | { failure: string }>;

const PHOTOS = ["image/jpeg", "image/png", "image/webp", "image/heic", "image/heif"];

const typesOf = (type: string, properties: Json): string[] =>
  type === "PhotoPicker" ? PHOTOS : listOf(properties["allowed-mime-types"]).map(textOf).filter(Boolean);

/** The file types that the browser's own window offers. */
export const acceptOf = (type: string, properties: Json): string => typesOf(type, properties).join(",");

/** How many files may be chosen at most. */
export const mostOf = (type: string, properties: Json): number =>
  countIn(properties, countsOf(type).most, flowFileLimits.aCall);

/** Why a file is not taken by a picker; undefined: it is. */
export function whyNot(file: Pick<File, "name" | "size" | "type">, type: string, properties: Json) {
  const most = countIn(properties, "max-file-size-kb", flowFileLimits.bytes / 1_024) * 1_024;
  const types = typesOf(type, properties);
  if (types.length > 0 && !types.includes(file.type)) return texts.wrongType(file.name);
  return file.size > most ? texts.tooLarge(file.name, formatBytes(most)) : undefined;
}

export async function digestOf(file: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return btoa(String.fromCharCode(...digest));
}
