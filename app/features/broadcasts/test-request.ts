import { type Mapping, ROW_GROUP } from "#workers/contract/broadcast.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";

type Row = Readonly<Record<string, string>>;

/** A request for one's own numbers, to see it on a telephone before everybody gets it. Of a data file its first row is shown. */
export const testOf = (
  request: BroadcastRequest,
  number: string | readonly string[],
  name: string,
  firstRow: Row = {},
): BroadcastRequest => ({
  ...request,
  name,
  phoneNumber: [number].flat(),
  audience: { filter: null, customerIds: [], file: null },
  columnMapping: request.columnMapping.map((each) => withRow(each, firstRow)),
});

function withRow({ variable, type, value }: Mapping, row: Row): Mapping {
  const inAddress = (text: string) =>
    variable.startsWith("buttons.") ? encodeURIComponent(text.toWellFormed()) : text;
  if (type === "column" && value.startsWith(ROW_GROUP))
    return { variable, type: "static", value: inAddress(row[value] ?? "") };
  if (type !== "expression") return { variable, type, value };
  return {
    variable,
    type,
    value: value.replaceAll(/\{\s*(row\.[^{}|]*?)\s*(?:\|([^{}]*))?\}/g, (_, name: string, fallback = "") =>
      inAddress(row[name] || (fallback as string)).replaceAll(/[{}]/g, "$&$&"),
    ),
  };
}
