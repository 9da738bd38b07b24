import type { FileFormat } from "#db/tenant/imports.ts";
import { firstRunTexts as texts } from "#texts/first-run.ts";
import { importsTexts } from "#texts/imports.ts";
import { SAMPLE_CUSTOMERS } from "#workers/contract/first-run.ts";
import { csvLine, UTF8_MARK } from "../csv-cells.ts";
import type { FieldRow } from "../customers/live-fields.ts";
import { exampleOf } from "../imports/sample.ts";

const GIVEN = ["Asha", "Ravi", "Priya", "Arjun", "Meera", "Vikram", "Anita", "Rahul", "Neha", "सुनीता"];
const FAMILY = ["Verma", "Nair", "Mehta", "Iyer", "शर्मा"];
/** Numbers for stories in films, which are given to nobody: +1 202 555 0150 to 0199. */
const numberOf = (at: number): string => `+120255501${String(50 + at)}`;

const encoded = (text: string) => new TextEncoder().encode(text);

/** The file of sample customers and its format, with an example for each field that an enterprise demands. */
export function sampleCustomers(fields: readonly FieldRow[]): { bytes: Uint8Array; format: FileFormat } {
  const { targets } = importsTexts;
  const demanded = fields.filter(({ rules }) => rules.mandatory);
  const headers = [
    targets.name,
    targets.phoneNumber,
    targets.groups,
    targets.tags,
    ...demanded.map(({ fieldLabel }) => fieldLabel),
  ];
  const examples = demanded.map(({ fieldLabel, rules }) => exampleOf({ ...rules, fieldLabel }));
  const rows = Array.from({ length: SAMPLE_CUSTOMERS }, (_, at) => [
    `${GIVEN[at % GIVEN.length]} ${FAMILY[Math.floor(at / GIVEN.length) % FAMILY.length]}`,
    numberOf(at),
    texts.samples.groups[at % texts.samples.groups.length] ?? "",
    texts.samples.label,
    ...examples,
  ]);
  const head = encoded(UTF8_MARK + csvLine(headers));
  return {
    bytes: new Uint8Array([...head, ...encoded(rows.map((cells) => csvLine(cells)).join(""))]),
    format: { encoding: "utf-8", delimiter: ",", headers, bodyStart: head.byteLength, bodyLine: 2 },
  };
}
