import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { allChannelTypes, channelTypeName, EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { LONGEST_REASON } from "#workers/contract/endpoints/blacklist.ts";
import { unguarded } from "../formula.ts";
import { addressOf } from "./address.ts";
import { type Listed } from "./blocking.ts";

/** Words of a header by which its column is known. */
const ADDRESS = /number|phone|mobile|msisdn|address|e-?mail/i;
const REASON = /^reason$/i;
const CHANNEL = /^channel$/i;

export interface Columns {
  hasHeader: boolean;
  address: number;
  reason: number;
  channel: number;
}

/** Which column is what, by the first row; one that has an address itself is no header. */
export function columnsOf(first: readonly string[]): Columns {
  const cells = first.map((cell) => cell.trim());
  const at = (word: RegExp) => cells.findIndex((cell) => word.test(cell));
  const data = cells.findIndex((cell) => "value" in addressOf(cell));
  if (data >= 0) return { hasHeader: false, address: data, reason: -1, channel: -1 };
  return { hasHeader: true, address: Math.max(at(ADDRESS), 0), reason: at(REASON), channel: at(CHANNEL) };
}

const types = new Map<string, number>([
  [nameKey(texts.every), EVERY_CHANNEL],
  ...allChannelTypes.map((type) => [nameKey(channelTypeName(type)), type] as const),
]);

/** A row of a file as an entry, or why it is none; what the row does not say is as it was asked for. */
export function listedIn(
  cells: readonly string[],
  columns: Columns,
  asked: { channelType: number; reason: string },
): Listed | { problem: string } {
  const cell = (column: number) => unguarded(cells[column] ?? "").trim();
  const address = addressOf(cell(columns.address));
  if ("problem" in address) return address;
  const reason = cell(columns.reason) || asked.reason;
  if (reason.length > LONGEST_REASON) return { problem: texts.reasonLong(LONGEST_REASON) };
  const named = cell(columns.channel);
  const channelType = named === "" ? asked.channelType : types.get(nameKey(named));
  return channelType === undefined
    ? { problem: texts.channelUnknown(named) }
    : { address, channelType, reason: reason.toWellFormed() };
}
