import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { channelTypeName, isChannelType } from "#workers/contract/channel-types.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import { iso, type Ctx } from "../ctx.ts";
import { entriesBelow, type EntryRow } from "./list.ts";

const PAGE = 1_000;

/** Streams the entries as CSV, page by page; who was erased has none. It imports back to the same. */
export const exportBlacklist = (ctx: Ctx, search: string): ReadableStream<Uint8Array> =>
  csvStream<EntryRow>({
    header: [texts.address, texts.channel, texts.reason, texts.by, texts.at],
    begin: () =>
      audited(ctx, {
        action: "export",
        kind: "blacklist",
        object: { id: "", name: texts.title },
        // A search may name the person who asked to be erased: only that there was one is kept.
        after: { searched: search !== "" },
      }),
    next: (after) => entriesBelow(ctx, { search, mayUnmask: () => true }, { below: after?.id, limit: PAGE }),
    cells: (row) => (row.address === null ? null : cellsOf(row, row.address)),
  });

const cellsOf = ({ channelType, reason, by, createdAt }: EntryRow, address: string): string[] => [
  address,
  isChannelType(channelType) ? channelTypeName(channelType) : texts.every,
  reason,
  by,
  iso(createdAt),
];
