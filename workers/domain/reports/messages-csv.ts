import { emotionsTexts } from "#texts/emotions.ts";
import { reportsTexts as texts } from "#texts/reports.ts";
import type { EmotionName } from "#workers/contract/emotions.ts";
import type { messagesCsv as contract } from "#workers/contract/endpoints/reports.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import { agentRow } from "../bots/agent.ts";
import { csvStream } from "../csv-stream.ts";
import { inDownloadSlot } from "../download-slots.ts";
import type { Ctx } from "../ctx.ts";
import { type MessageRow, type Narrowed, readMessages } from "./matching.ts";
import { type Range, readRange } from "./range.ts";
import { localOf, type Zone } from "./zone.ts";

const PAGE = 500;

/**
 * The messages of a range as CSV, newest first, page by page: memory does not grow with the range, and the work stops
 * when the reader does. Times are local times of the zone.
 */
export async function messagesCsv(
  ctx: Ctx,
  { scope: scopeType, ...input }: InputOf<typeof contract>["query"],
): Promise<{ name: string; body: ReadableStream<Uint8Array> }> {
  const range = readRange(input);
  const { name: botName } = await agentRow(ctx, range.agentId);
  const date = new Date(localOf(range.zone, ctx.now())).toISOString().slice(0, 10);
  const body = await inDownloadSlot(ctx, "conversations", () =>
    pages(ctx, { range, botName }, { ...input, scopeType }),
  );
  return { name: texts.csvName(date), body };
}

const pages = (
  ctx: Ctx,
  { range, botName }: { range: Range; botName: string },
  narrowed: Narrowed,
): ReadableStream<Uint8Array> =>
  csvStream<MessageRow>({
    header: Object.values(texts.columns),
    begin: () =>
      audited(ctx, {
        action: "export",
        kind: "agent",
        object: { id: range.agentId, name: botName },
        after: { messages: true },
      }),
    next: async (after) => readMessages(ctx, range, narrowed, { after, limit: PAGE }),
    cells: (row) => cellsOf(row, range.zone),
  });

const cellsOf = (row: MessageRow, zone: Zone): string[] => [
  row.text,
  dayText(localOf(zone, row.at)),
  row.intentId === null ? texts.no : texts.yes,
  row.intentName ?? "",
  String(Math.round(row.confidence * 10_000) / 10_000),
  row.nearestPhrase ?? "",
  row.answer,
  row.emotion ? (emotionsTexts[row.emotion as EmotionName]?.join(" ") ?? row.emotion) : "",
];

/** dd-MM-yyyy HH:mm:ss */
function dayText(local: number): string {
  const [year = "", month = "", day = ""] = new Date(local).toISOString().slice(0, 10).split("-");
  return `${day}-${month}-${year} ${new Date(local).toISOString().slice(11, 19)}`;
}
