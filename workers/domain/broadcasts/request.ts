import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { LEAST_NUMBERS_LENGTH, type Mapping } from "#workers/contract/broadcast.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import type { Components, Header, Template } from "#workers/contract/templates/template.ts";
import { slotsOf } from "#workers/contract/templates/sending.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { type FieldRow, liveFields } from "../customers/live-fields.ts";
import { checkText } from "../expression/text.ts";
import { bindable } from "../guard.ts";
import { knownOf } from "./values.ts";

/** What a broadcast is about, as the database has it now. */
export interface Asked {
  template: Template;
  channelName: string;
  channelType: number;
  rate: number;
  fields: FieldRow[];
  files: Set<string>;
  /** The broadcast that this command made before, with the hash of what it asked for. */
  before: { id: string; state: string; hash: string } | null;
}

const TEMPLATE = `SELECT t.name, t.language, t.category, t.components, t.status, t.channel_id AS channelId, c.name AS channelName, c.type, c.rate
  FROM templates t JOIN channels c ON c.id = t.channel_id WHERE t.enterprise_id = ?1 AND t.id = ?2`;
const FILES = `SELECT f.id FROM json_each(?2) e CROSS JOIN drive_files f ON f.id = e.value
  WHERE f.enterprise_id = ?1 AND f.state = 'ready' AND f.use IN ('media', 'document', 'attachment', 'library')`;
const BEFORE =
  "SELECT id, state, command_hash AS hash FROM broadcasts WHERE enterprise_id = ?1 AND command_id = ?2";

/** Reads what a request names, one batch; invalid at its field where something is not there, or cannot be sent. */
export async function askedOf(ctx: Ctx, request: BroadcastRequest, commandId = ""): Promise<Asked> {
  const { db, enterpriseId } = ctx;
  const { $client } = db;
  const { templateUId } = request.message.template;
  const fileIds = mediaOf(request).flatMap((media) => media?.fileId ?? []);
  const bound = (text: string, ...values: unknown[]) => $client.prepare(text).bind(enterpriseId, ...values);
  const [found, files, before, fields] = await $client.batch([
    bound(TEMPLATE, templateUId),
    bound(FILES, JSON.stringify(fileIds)),
    bound(BEFORE, commandId),
    bindable(ctx, liveFields(ctx)),
  ]);
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
        rate: number;
      }
    | undefined;
  if (!row) throw new DomainError("notFound", { message: texts.templateGone });
  if (row.status !== "APPROVED") throw wrong("message.template.templateUId", texts.templateGone);
  if (row.channelId !== request.channelId) throw wrong("message.template.templateUId", texts.wrongChannel);
  const { name, language, category, components, channelName, type, rate } = row;
  return {
    template: { name, language, category, components: JSON.parse(components) as Components },
    channelName,
    channelType: type,
    rate,
    fields: ((fields?.results ?? []) as unknown as RawField[]).map(fieldIn),
    files: new Set(((files?.results ?? []) as { id: string }[]).map(({ id }) => id)),
    before: (before?.results[0] as Asked["before"] | undefined) ?? null,
  };
}

const mediaOf = ({ message: { template } }: BroadcastRequest) => [
  template.media,
  ...template.cards.map(({ media }) => media),
];

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
  const isNamed = audience.filter !== null || audience.customerIds.length > 0;
  if (phoneNumber.length === 0 && !isNamed) throw wrong("phoneNumber", texts.noRecipients);
  if (!isNamed && phoneNumber.join(",").length < LEAST_NUMBERS_LENGTH)
    throw wrong("phoneNumber", texts.numbersShort);
  refuseWrongFiles(request, asked);
  const problems = problemsIn(request.columnMapping, asked);
  if (problems.length > 0)
    throw new DomainError("invalid", {
      message: problems[0]?.message ?? texts.mappingMissing,
      errors: Object.fromEntries(
        problems.map(({ variable, message }) => [`columnMapping.${variable}`, message]),
      ),
    });
}

/** What is wrong with the mapping of a template's variables, before anybody's values are known. */
export function problemsIn(
  mappings: readonly Mapping[],
  { template, fields }: Pick<Asked, "template" | "fields">,
): { variable: string; message: string }[] {
  const of = new Map(mappings.map((each) => [each.variable, each]));
  const known = knownOf(fields);
  const columns = new Set([...known.keys()].map((each) => each.slice(each.indexOf(".") + 1)));
  return slotsOf(template.components).flatMap(({ key: variable }) => {
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

function refuseWrongFiles(
  { message: { template: sent } }: BroadcastRequest,
  { template, files }: Asked,
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
