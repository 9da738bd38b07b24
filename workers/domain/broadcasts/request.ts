import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { isAddressTyped, type Mapping } from "#workers/contract/broadcast.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import type { Components, Header, Template } from "#workers/contract/templates/template.ts";
import { slotsToFill } from "#workers/contract/templates/unsubscribing.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { type FieldRow, liveFields } from "../customers/live-fields.ts";
import { checkText } from "../expression/text.ts";
import { bindable } from "../guard.ts";
import type { FileFormat } from "#db/tenant/imports.ts";
import type { FileRow } from "../imports/files.ts";
import { openedFile, rowNames } from "../audience/data-file.ts";
import { columnsOf, knownOf } from "../audience/values.ts";

/** Everything that a request names, as the database has it now. */
export interface Asked {
  template: Template;
  channelName: string;
  channelType: number;
  vendor: number;
  rate: number;
  fields: FieldRow[];
  files: Set<string>;
  /** The data file that is named, if it is there. */
  dataFile: Omit<FileRow, "createdAt" | "updatedAt"> | undefined;
  /** The broadcast that this command made before, with the hash of what it asked for. */
  before: { id: string; state: string; hash: string } | null;
}

const TEMPLATE = (
  id: string,
) => `SELECT t.name, t.language, t.category, t.components, t.status, t.channel_id AS channelId, c.name AS channelName, c.type, c.vendor, c.rate
  FROM templates t JOIN channels c ON c.id = t.channel_id WHERE t.enterprise_id = ?1 AND t.id = ${id}`;
export const FILES = (ids: string) => `SELECT f.id FROM (${ids}) e CROSS JOIN drive_files f ON f.id = e.id
  WHERE f.enterprise_id = ?1 AND f.state = 'ready' AND f.use IN ('media', 'document', 'attachment', 'library')`;
const DATA_FILE = (id: string) =>
  `SELECT id, enterprise_id AS enterpriseId, name, bytes, format FROM import_files WHERE enterprise_id = ?1 AND id = ${id}`;
const BEFORE =
  "SELECT id, state, command_hash AS hash FROM broadcasts WHERE enterprise_id = ?1 AND command_id = ?2";

/** Reads what a request names, one batch; invalid at its field where something is not there, or cannot be sent. */
export async function askedOf(ctx: Ctx, request: BroadcastRequest, commandId = ""): Promise<Asked> {
  return askedIn(await ctx.db.$client.batch(readingAsked(ctx, namedIn(request), commandId)), request);
}

/** SQL for a template's id, the data file's id and a query of files' ids (`id`), each with the value of its `?2`. */
export interface Named {
  template: [id: string, value: string];
  dataFile: [id: string, value: string];
  files: [ids: string, value: string];
}

const namedIn = (request: BroadcastRequest): Named => ({
  template: ["?2", request.message.template.templateUId],
  dataFile: ["?2", request.audience.file?.path ?? ""],
  files: [
    "SELECT value AS id FROM json_each(?2)",
    JSON.stringify(mediaOf(request).flatMap((media) => media?.fileId ?? [])),
  ],
});

/** Statements that read what a request names, for `askedIn`. */
export function readingAsked(
  ctx: Ctx,
  { template, dataFile, files }: Named,
  commandId = "",
): D1PreparedStatement[] {
  const bound = (text: string, value: string) => ctx.db.$client.prepare(text).bind(ctx.enterpriseId, value);
  return [
    bound(TEMPLATE(template[0]), template[1]),
    bound(FILES(files[0]), files[1]),
    bound(DATA_FILE(dataFile[0]), dataFile[1]),
    bound(BEFORE, commandId),
    bindable(ctx, liveFields(ctx)),
  ];
}

/** Gathers what a request names from the results of those statements. */
export function askedIn(
  [found, files, dataFile, before, fields]: readonly D1Result[],
  request: BroadcastRequest,
): Asked {
  const row = found?.results[0] as
    | {
        name: string;
        language: string;
        category: Template["category"];
        components: string;
        status: string;
        channelId: string;
        channelName: string;
        type: number;
        vendor: number | null;
        rate: number;
      }
    | undefined;
  if (!row) throw new DomainError("notFound", { message: texts.templateGone });
  if (row.status !== "APPROVED") throw wrong("message.template.templateUId", texts.templateGone);
  if (row.channelId !== request.channelId) throw wrong("message.template.templateUId", texts.wrongChannel);
  const { name, language, category, components, channelName, type, vendor, rate } = row;
  return {
    template: { name, language, category, components: JSON.parse(components) as Components },
    channelName,
    channelType: type,
    vendor: vendor ?? -1,
    rate,
    fields: ((fields?.results ?? []) as unknown as RawField[]).map(fieldIn),
    files: new Set(((files?.results ?? []) as { id: string }[]).map(({ id }) => id)),
    dataFile: fileIn(dataFile?.results[0] as RawFile | undefined),
    before: (before?.results[0] as Asked["before"] | undefined) ?? null,
  };
}

const mediaOf = ({ message: { template } }: BroadcastRequest) => [
  template.media,
  ...template.cards.map(({ media }) => media),
];

type RawFile = Omit<FileRow, "format" | "createdAt" | "updatedAt"> & { format: string | null };
const fileIn = (row: RawFile | undefined): Asked["dataFile"] =>
  row && { ...row, format: row.format === null ? null : (JSON.parse(row.format) as FileFormat) };

export interface RawField {
  id: string;
  field_name: string;
  field_label: string;
  rules: string;
}
/** As much of a field as broadcasts need. */
export const fieldIn = ({ id, field_name: fieldName, field_label: fieldLabel, rules }: RawField): FieldRow =>
  ({ id, fieldName, fieldLabel, rules: JSON.parse(rules) as FieldRow["rules"] }) as FieldRow;

const wrong = (field: string, message: string): DomainError =>
  new DomainError("invalid", { message, errors: { [field]: message } });

/** Refuses a request that cannot be sent: nobody named, a file or a value missing. The first problem is the sentence. */
export function refuseUnsendable(request: BroadcastRequest, asked: Asked): void {
  const { phoneNumber, audience } = request;
  const isNamed = audience.filter !== null || audience.customerIds.length > 0 || audience.file !== null;
  if (phoneNumber.length === 0 && !isNamed) throw wrong("phoneNumber", texts.noRecipients);
  if (!isNamed && !isAddressTyped(asked.channelType, phoneNumber.join(",")))
    throw wrong(
      "phoneNumber",
      asked.channelType === channelTypes.email ? texts.byMail.short : texts.numbersShort,
    );
  refuseWrongMessage(request, asked, columnsIn(request, asked));
}

/** Refuses a message that cannot be sent: a file or a value missing, whoever gets it. */
export function refuseWrongMessage(
  request: Pick<BroadcastRequest, "message" | "columnMapping">,
  asked: Asked,
  ofRows: readonly string[],
): void {
  refuseWrongFiles(request, asked);
  const problems = problemsIn(request.columnMapping, asked, ofRows);
  if (problems.length > 0)
    throw new DomainError("invalid", {
      message: problems[0]?.message ?? texts.mappingMissing,
      errors: Object.fromEntries(
        problems.map(({ variable, message }) => [`columnMapping.${variable}`, message]),
      ),
    });
}

/** The columns of the data file that is named; invalid where it is gone, or lacks the one with the number. */
export function columnsIn(
  { audience: { file } }: Pick<BroadcastRequest, "audience">,
  { dataFile }: Pick<Asked, "dataFile">,
): string[] {
  if (!file) return [];
  const opened = openedFile(file, dataFile);
  return rowNames(opened.file.format);
}

/** Problems in the mapping of a template's variables, before anybody's values are known. */
export function problemsIn(
  mappings: readonly Mapping[],
  { template, channelType, fields }: Pick<Asked, "template" | "channelType" | "fields">,
  ofRows: readonly string[],
): { variable: string; message: string }[] {
  const of = new Map(mappings.map((each) => [each.variable, each]));
  const known = knownOf(fields, ofRows);
  const columns = new Set([...columnsOf(fields, texts.columns).map(({ name }) => name), ...ofRows]);
  return slotsToFill(template, channelType).flatMap(({ key: variable }) => {
    const mapping = of.get(variable);
    if (!mapping || mapping.value.trim() === "") return [{ variable, message: texts.mappingMissing }];
    if (mapping.type === "column" && !columns.has(mapping.value))
      return [{ variable, message: texts.columnGone(mapping.value) }];
    if (mapping.type === "expression") {
      const [problem] = checkText(mapping.value, known);
      if (problem) return [{ variable, message: problem.sentence }];
    }
    return [];
  });
}

const PDF = "application/pdf";

/** Throws invalid for a file that a template needs and that is not there, or is none of its type. */
export function refuseWrongFiles(
  {
    message: { template: sent },
  }: { message: { template: Pick<BroadcastRequest["message"]["template"], "media" | "cards"> } },
  { template, files }: Pick<Asked, "template" | "files">,
): void {
  const { header, cards } = template.components;
  refuseWrongFile(header, sent.media, files, "message.template.media", texts.mediaMissing);
  for (const [at, card] of cards.entries()) {
    const field = `message.template.cards.${at}.media`;
    refuseWrongFile(card.header, sent.cards[at]?.media ?? null, files, field, texts.cardMediaMissing(at + 1));
  }
}

function refuseWrongFile(
  header: Header | null,
  media: BroadcastRequest["message"]["template"]["media"],
  files: Set<string>,
  field: string,
  missing: string,
): void {
  if (!header || header.format === "TEXT") return;
  // The template's own file is the vendor's sample, and no attachment.
  if (!media) throw wrong(field, missing);
  const type = header.format === "DOCUMENT" ? "DOC" : header.format;
  if (media.type !== type) throw wrong(field, texts.wrongFileType);
  if (type === "DOC" && (media.mime ?? PDF) !== PDF) throw wrong(field, texts.wrongFileType);
  if (media.fileId === undefined ? !media.url : !files.has(media.fileId)) throw wrong(field, texts.fileGone);
}
