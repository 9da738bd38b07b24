import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { channelTypeName, isChannelType } from "#workers/contract/channel-types.ts";
import { audited } from "../audit.ts";
import { csvLine, UTF8_MARK } from "../csv-cells.ts";
import { iso, type Ctx } from "../ctx.ts";
import { entriesBelow, type EntryRow } from "./list.ts";

const PAGE = 1_000;

/** Streams the entries as CSV, page by page; who was erased has none. It imports back to the same. */
export function exportBlacklist(ctx: Ctx, search: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let below: string | undefined;
  let begun = false;
  return new ReadableStream({
    async pull(controller) {
      if (!begun) {
        begun = true;
        await audited(ctx, {
          action: "export",
          kind: "blacklist",
          object: { id: "", name: texts.title },
          // A search may name the person who asked to be erased: only that there was one is kept.
          after: { searched: search !== "" },
        });
        const header = [texts.address, texts.channel, texts.reason, texts.by, texts.at];
        return controller.enqueue(encoder.encode(UTF8_MARK + csvLine(header)));
      }
      const rows = await entriesBelow(ctx, { search, mayUnmask: () => true }, { below, limit: PAGE });
      const last = rows.at(-1);
      if (!last) return controller.close();
      below = last.id;
      const lines = rows.flatMap((row) => (row.address === null ? [] : [csvLine(cellsOf(row, row.address))]));
      // An empty chunk would be pulled no further.
      controller.enqueue(encoder.encode(lines.join("")));
    },
  });
}

const cellsOf = ({ channelType, reason, by, createdAt }: EntryRow, address: string): string[] => [
  address,
  isChannelType(channelType) ? channelTypeName(channelType) : texts.every,
  reason,
  by,
  iso(createdAt),
];
