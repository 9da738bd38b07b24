import { automationReadersTexts as texts } from "#texts/automation-readers.ts";
import type { ReferenceKind } from "#workers/contract/automation/automation-file.ts";
import { MOST_SOURCE } from "#workers/contract/expression.ts";
import { type GraphSketch, literal } from "./graph-sketch.ts";

type Refer = (kind: ReferenceKind, id: string, name: string) => string;

/** `@results.age`, `@(fields.city)` and `@@` in their texts. */
const PLACE = /@@|@\(([^()]{1,200}(?:\([^()]{0,100}\)[^()]{0,100})*)\)|@([a-z_][\w.]*\w|[a-z_])/gi;
const ALIKE: Readonly<Record<string, string>> = {
  contact: "contact.name",
  "contact.name": "contact.name",
  "contact.first_name": "contact.name",
  "contact.urn": "contact.phoneNumber",
  "contact.tel": "contact.phoneNumber",
  "urns.tel": "contact.phoneNumber",
  "urns.whatsapp": "contact.phoneNumber",
  input: "last.text",
  "input.text": "last.text",
  "webhook.status": "http.status",
};

/** Our name for one of theirs; undefined where there is none. */
export function nameOf(sketch: GraphSketch, theirs: string, refer: Refer): string | undefined {
  const name = theirs.trim().replace(/^legacy_extra\./, "webhook.");
  if (Object.hasOwn(ALIKE, name)) return ALIKE[name];
  const [group = "", key = "", ...rest] = name.startsWith("contact.fields.")
    ? ["fields", ...name.split(".").slice(2)]
    : name.split(".");
  if (!/^\w+$/.test(key)) return undefined;
  if (group === "fields" && rest.length === 0) {
    sketch.fields.add(key);
    return `contact.${refer("field", key, key)}`;
  }
  if (group === "results") {
    const isValue = rest.length === 0 || (rest.length === 1 && ["value", "input"].includes(rest[0] ?? ""));
    return isValue ? `vars.${sketch.variable(key)}` : undefined;
  }
  if (group === "locals" && rest.length === 0) return `vars.${sketch.variable(key)}`;
  if (group === "webhook") return `http.body.${[key, ...rest].join(".").replace(/^json\./, "")}`;
  return undefined;
}

/** A text of theirs as one of ours; a name that is not known here stays as it is written, with a note. */
export function rapidproText(sketch: GraphSketch, where: string, given: string, refer: Refer): string {
  const source = given.slice(0, 2 * MOST_SOURCE);
  let text = "";
  let at = 0;
  for (const { 0: whole, 1: inside, 2: plain, index } of source.matchAll(PLACE)) {
    text += literal(source.slice(at, index));
    at = index + whole.length;
    if (whole === "@@") {
      text += "@";
      continue;
    }
    const theirs = inside ?? plain ?? "";
    const ours = nameOf(sketch, theirs, refer);
    if (ours !== undefined) text += `{${ours}|}`;
    else {
      // An address in a text is no name.
      if (inside !== undefined || theirs.includes(".")) {
        const isMail = /[\w.+-]$/.test(source.slice(0, index));
        if (!isMail) sketch.note(texts.names(where, whole.slice(0, 60)));
      }
      text += literal(whole);
    }
  }
  return sketch.text(where, text + literal(source.slice(at)));
}
