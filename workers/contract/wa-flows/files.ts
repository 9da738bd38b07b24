import { z } from "zod";
import { answersOf, isJson, type Json, textOf } from "./flow-json.ts";
import { flowFileLimits } from "./versions.ts";
import { componentOf } from "./components.ts";

/** Files that people send through a flow: their pickers, and how they stand among the values. */

/** A picker, and how many files it takes at most. */
export interface FilePicker {
  type: string;
  most: number;
}
export type DeclaredFiles = ReadonlyMap<string, FilePicker>;

export const isPicker = (type: string): boolean => componentOf(type)?.answer === "files";

/** The properties of a picker that say how many files it takes. */
export const countsOf = (type: string): { least: string; most: string } => {
  const what = type === "PhotoPicker" ? "photos" : "documents";
  return { least: `min-uploaded-${what}`, most: `max-uploaded-${what}` };
};

/** A picker's count as it is now; nothing where that is not known, such as one that is filled in later. */
export function countIn(properties: Json, part: string, usual: number): number {
  const count = Number(properties[part] ?? usual);
  return Number.isInteger(count) && count >= 0 ? count : usual;
}

/** The pickers of a screen by their names. */
export const filesDeclared = (screen: Json): DeclaredFiles =>
  new Map(
    [...answersOf(screen)]
      .filter(([, { type }]) => isPicker(type))
      .map(([name, { type, component }]) => [
        name,
        { type, most: countIn(component, countsOf(type).most, flowFileLimits.aCall) },
      ]),
  );

const base64 = z.string().max(100);

/** A file as a call of the endpoint names it: encrypted, at the vendor. */
export const exchangedFile = z.object({
  media_id: z.string().min(1).max(200),
  cdn_url: z.string().max(4_000),
  file_name: z.string().max(255).catch(""),
  encryption_metadata: z.object({
    encryption_key: base64,
    hmac_key: base64,
    iv: base64,
    plaintext_hash: base64,
    encrypted_hash: base64,
  }),
});
export type ExchangedFile = z.infer<typeof exchangedFile>;

/** A file as the answer of a flow names it: with the vendor, as those of other messages are. */
export const answeredFile = z.object({
  id: z.string().min(1).max(200),
  mime_type: z.string().max(200),
  file_name: z.string().max(255).catch(""),
});

/** A file of ours, as it stands among the values that are kept and that runs of journeys get. */
export const keptFile = z.object({
  /** The row of the file. */
  file: z.string().min(1).max(64),
  name: z.string(),
  type: z.string(),
  url: z.string(),
});
export type FlowFile = z.infer<typeof keptFile>;

/** The files that a value is; undefined for anything else. */
export function keptFiles(value: unknown): FlowFile[] | undefined {
  const read = z.array(keptFile).min(1).safeParse(value);
  return read.success ? read.data : undefined;
}

/** The files among values, where they are lists of such: the name of the value, and the place in its list. */
export function filesIn<File>(
  values: Json,
  schema: z.ZodType<File>,
): { name: string; at: number; file: File }[] {
  return Object.entries(values).flatMap(([name, list]) =>
    Array.isArray(list)
      ? list.flatMap((each, at) => {
          const read = schema.safeParse(each);
          return read.success ? [{ name, at, file: read.data }] : [];
        })
      : [],
  );
}

/** Whether somebody claims to send encrypted files with a value, well-formed or not. */
export const claimsFiles = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.some((each) => isJson(each) && ("cdn_url" in each || "media_id" in each));

/** Whether a value of the phone is a list of files. */
export const isFileList = (value: unknown): value is { id: string; file_name: string; mime_type: string }[] =>
  Array.isArray(value) &&
  value.every((each) => isJson(each) && textOf(each["id"]) !== "" && typeof each["file_name"] === "string");
