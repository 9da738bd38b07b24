import { csvLine, UTF8_MARK } from "../csv-cells.ts";

/** A part of a file: a value, or the pages of a list that may be long. */
export type FilePart = { name: string } & (
  | { value: unknown }
  | { pages: () => AsyncIterable<readonly unknown[]> }
);

/** The parts as one JSON object, a page at a time; what stands in a list takes a line each. */
export async function* jsonOf(parts: readonly FilePart[]): AsyncGenerator<string> {
  let between = "{\n  ";
  for (const part of parts) {
    yield `${between}${JSON.stringify(part.name)}: `;
    between = ",\n  ";
    if ("value" in part) {
      yield JSON.stringify(part.value, null, 2).replaceAll("\n", "\n  ");
      continue;
    }
    let before = "[";
    for await (const page of part.pages()) {
      yield page.map((each, at) => `${at === 0 ? before : ","}\n    ${JSON.stringify(each)}`).join("");
      before = ",";
    }
    yield before === "[" ? "[]" : "\n  ]";
  }
  yield "\n}\n";
}

/** The same as CSV, one fact a line: where it stands, and what it is. */
export async function* csvOf(parts: readonly FilePart[]): AsyncGenerator<string> {
  yield UTF8_MARK + csvLine(["what", "value"]);
  for (const part of parts) {
    if ("value" in part) {
      yield linesOf(part.value, part.name);
      continue;
    }
    let number = 0;
    for await (const page of part.pages()) {
      yield page.map((each) => linesOf(each, `${part.name}.${number++}`)).join("");
    }
  }
}

const linesOf = (value: unknown, path: string): string =>
  factsOf(value, path)
    .map((fact) => csvLine(fact))
    .join("");

/** Flattens a JSON tree to lines of path and value. */
function factsOf(value: unknown, path: string): string[][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [[path, typeof value === "string" ? value : JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, each]) => factsOf(each, `${path}.${key}`));
}
