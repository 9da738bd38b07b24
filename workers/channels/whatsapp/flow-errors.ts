import type { WaFlowMetaError } from "#workers/contract/endpoints/wa-flows.ts";
import { list, number, record, text } from "../json.ts";

const MOST = 100;

/** Meta's `validation_errors` of a Flow JSON, with their places as JSON pointers. */
export const flowErrorsOf = (value: unknown): WaFlowMetaError[] =>
  list(value)
    .slice(0, MOST)
    .map((each) => {
      const error = record(each);
      const pointers = list(error["pointers"]).map(record);
      const path = pointers.map((pointer) => text(pointer["path"], 500)).find((one) => one !== undefined);
      return {
        path: pointerOf(path ?? ""),
        sentence: text(error["message"], 500) ?? text(error["error"], 200) ?? "",
        line: number(error["line_start"]) ?? number(pointers[0]?.["line_start"]) ?? null,
      };
    });

/** `screens[0].layout.children[1]['on-click-action']` as `/screens/0/layout/children/1/on-click-action`. */
export function pointerOf(path: string): string {
  const parts = [...path.matchAll(/\[(\d+)\]|\[['"]([^'"]*)['"]\]|([^.[\]]+)/g)];
  return parts
    .map(([, index, quoted, name]) => index ?? quoted ?? name ?? "")
    .filter((part, at) => !(at === 0 && part === "$"))
    .map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}
