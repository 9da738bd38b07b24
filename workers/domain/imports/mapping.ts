import { importsTexts as texts } from "#texts/imports.ts";
import { type ColumnTarget, MOST_COLUMNS, standardTargets } from "#workers/contract/endpoints/imports.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { FieldRow } from "../customers/live-fields.ts";
import { DomainError } from "../error.ts";

type Standard = (typeof standardTargets)[number];

/** Common column headers in English and Hindi, besides the name that our own files use. */
const synonyms: Readonly<Record<Standard, readonly string[]>> = {
  name: [
    "name",
    "full name",
    "customer",
    "customer name",
    "contact",
    "contact name",
    "client",
    "client name",
    "नाम",
    "पूरा नाम",
    "ग्राहक",
    "ग्राहक का नाम",
    "ग्राहक नाम",
  ],
  phoneNumber: [
    "phone number",
    "phone",
    "phone no",
    "mobile",
    "mobile number",
    "mobile no",
    "mob",
    "mob no",
    "cell",
    "cell phone",
    "cell number",
    "telephone",
    "tel",
    "tel no",
    "contact number",
    "contact no",
    "number",
    "msisdn",
    "फ़ोन",
    "फोन",
    "फ़ोन नंबर",
    "फोन नंबर",
    "मोबाइल",
    "मोबाइल नंबर",
    "मोबाइल नम्बर",
    "दूरभाष",
    "संपर्क नंबर",
  ],
  whatsAppNumber: [
    "whatsapp",
    "whatsapp number",
    "whatsapp no",
    "wa",
    "wa number",
    "व्हाट्सएप",
    "व्हाट्सएप नंबर",
    "व्हाट्सऐप",
    "वाट्सएप",
  ],
  facebookId: ["facebook id", "facebook", "fb", "fb id", "फ़ेसबुक", "फेसबुक", "फेसबुक आईडी"],
  instaId: ["instagram id", "instagram", "insta", "insta id", "इंस्टाग्राम", "इंस्टाग्राम आईडी"],
  twitterId: ["twitter id", "twitter", "twitter handle", "x id", "ट्विटर", "ट्विटर आईडी"],
  groups: ["groups", "group", "group name", "segment", "segments", "समूह", "ग्रुप"],
  tags: ["labels", "label", "tags", "tag", "label name", "लेबल", "टैग"],
};

/**
 * Normalises a header: "phone_number", "Phone-No." and "PHONE NUMBER" are equal; punctuation between words is ignored.
 */
const headerKey = (header: string): string =>
  nameKey(header.normalize("NFKC").replace(/[^\p{L}\p{M}\p{N}]+/gu, " "));

const bySynonym = new Map<string, Standard>(
  standardTargets.flatMap((target) =>
    [texts.targets[target], ...synonyms[target]].map((word): [string, Standard] => [headerKey(word), target]),
  ),
);
const own = new Map<string, Standard>(
  standardTargets.map((target): [string, Standard] => [headerKey(texts.targets[target]), target]),
);

/**
 * Guesses the columns' targets by their headers: our own names, then the enterprise's fields, then common synonyms.
 * Each is used once, for the first column that fits best; the column of reasons in a file of errors has none.
 */
export function guessMapping(headers: readonly string[], fields: readonly FieldRow[]): ColumnTarget[] {
  const byField = new Map<string, ColumnTarget>();
  for (const { id, fieldLabel, fieldName } of fields.toReversed()) {
    byField.set(headerKey(fieldName), `field:${id}`);
    byField.set(headerKey(fieldLabel), `field:${id}`);
  }
  const mapping: ColumnTarget[] = headers.map(() => "");
  const taken = new Set<ColumnTarget>();
  for (const known of [own, byField, bySynonym] as ReadonlyMap<string, ColumnTarget>[]) {
    for (const [column, header] of headers.entries()) {
      const target = known.get(headerKey(header));
      if (mapping[column] !== "" || target === undefined || taken.has(target)) continue;
      mapping[column] = target;
      taken.add(target);
    }
  }
  return mapping;
}

/**
 * Refuses a mapping that does not fit the file or the enterprise's fields, or that omits a built-in mandatory field.
 */
export function checkMapping(
  mapping: readonly ColumnTarget[],
  headers: readonly string[],
  fields: readonly FieldRow[],
): void {
  const refuse = (message: string): never => {
    throw new DomainError("invalid", { message, errors: { mapping: message } });
  };
  if (mapping.length !== headers.length || mapping.length > MOST_COLUMNS) {
    refuse(texts.mappingLength(headers.length));
  }
  const labels = new Map(fields.map(({ id, fieldLabel }) => [`field:${id}`, fieldLabel]));
  const seen = new Set<string>();
  for (const target of mapping) {
    if (target === "") continue;
    const standard = standardTargets.find((each) => each === target);
    const label = standard ? texts.targets[standard] : labels.get(target);
    if (label === undefined) refuse(texts.unknownField);
    if (seen.has(target)) refuse(texts.columnTwice(label ?? ""));
    seen.add(target);
  }
  if (!seen.has("name")) refuse(texts.noName);
  if (!seen.has("phoneNumber")) refuse(texts.noPhone);
}
