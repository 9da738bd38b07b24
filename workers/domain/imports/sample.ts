import { importsTexts } from "#texts/imports.ts";
import { checkerOf, type FieldRule } from "#workers/contract/customer-values.ts";
import { hasOptions, optionsOf } from "#workers/contract/endpoints/customer-fields.ts";
import { csvLine, UTF8_MARK } from "../csv-cells.ts";
import type { Ctx } from "../ctx.ts";
import { liveFields } from "../customers/live-fields.ts";

const { targets } = importsTexts;
const { sample } = importsTexts;

/** Returns a file to fill in: every column that an import of this enterprise accepts, and one example row. */
export async function sampleCsv(ctx: Ctx): Promise<string> {
  const fields = await liveFields(ctx);
  const columns: [header: string, example: string][] = [
    [targets.name, sample.name],
    [targets.phoneNumber, sample.phone],
    [targets.whatsAppNumber, sample.phone],
    [targets.twitterId, sample.handle],
    [targets.facebookId, sample.handle],
    [targets.instaId, sample.handle],
    ...fields.map(({ fieldLabel, rules }): [string, string] => [
      fieldLabel,
      exampleOf({ ...rules, fieldLabel }),
    ]),
    [targets.groups, sample.groups],
    [targets.tags, sample.labels],
  ];
  return (
    UTF8_MARK + csvLine(columns.map(([header]) => header)) + csvLine(columns.map(([, example]) => example))
  );
}

/** Returns a value that the field accepts; empty when there is no example. */
export function exampleOf(rule: FieldRule): string {
  const check = checkerOf({ ...rule, mandatory: false });
  return candidatesFor(rule).find((value) => check(value) === undefined) ?? "";
}

function candidatesFor({ fieldType, inputType, defaultValue, minValue, maxValue }: FieldRule): string[] {
  if (hasOptions(fieldType)) return optionsOf(defaultValue);
  const least = Math.min(minValue ?? 0, 10_000);
  const fit = (start: string, filler: string): string[] => {
    const length = Math.max(least, Math.min(start.length, maxValue ?? start.length));
    return [start, (start + filler.repeat(Math.ceil(length / filler.length))).slice(0, length)];
  };
  switch (inputType) {
    case "number":
      return fit("42", "1");
    case "decimal":
      return [...fit("12.5", "0"), ...fit("7", "1")];
    case "email":
      return [
        "asha@example.com",
        `${"a".repeat(Math.max(1, Math.min(least - 12, 60)))}@example.com`,
        "a@b.in",
        `a@${"example.".repeat(Math.ceil(least / 8))}com`,
      ];
    case "alphabets":
    case "alphanumeric":
    case "":
      return fit("Example", "a");
    default:
      return inputType satisfies never;
  }
}
