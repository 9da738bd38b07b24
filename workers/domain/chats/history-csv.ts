import { chatRatingTexts } from "#texts/chat-rating.ts";
import { chatsTexts } from "#texts/chats.ts";
import { MISSED } from "#workers/contract/chat-states.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import type { Ctx } from "../ctx.ts";
import { onWire, type Reader } from "./chat-row.ts";
import { FIRST, type HistoryFilter, type PastChat, pastChats } from "./history.ts";

const texts = chatsTexts.past;
const PAGE = 200;

/** The entry of an export; of a name that was looked for, erasing somebody takes it out. */
const noting = (ctx: Ctx, { name, ...named }: HistoryFilter) => [
  audited(ctx, { action: "export", kind: "chat", object: { id: "", name: texts.audited }, after: named }),
  ...(name === "" ? [] : [audited(ctx, { action: "search", kind: "chat", object: { id: "", name } })]),
];

/** All that the history finds, page by page; an entry of who took it stands before the first row. */
export function historyCsv(ctx: Ctx, filter: HistoryFilter, reader: Reader): ReadableStream<Uint8Array> {
  const [first, ...others] = noting(ctx, filter);
  return csvStream<PastChat>({
    header: texts.csv,
    begin: () => ctx.db.batch([first as NonNullable<typeof first>, ...others]),
    next: (last) =>
      pastChats(ctx, filter, reader, {
        limit: PAGE,
        after: last ? { at: last.place, id: last.id } : FIRST,
      }),
    cells: (row) => {
      const { person, labels, rating, missedReason, ...chat } = onWire(row, reader);
      return [
        chat.lastAt,
        person.name,
        person.address,
        chat.channelName,
        chat.departmentName,
        chatsTexts.states[chat.state] ?? "",
        missedReason === null ? "" : missedReason === MISSED.timedOut ? texts.timedOut : texts.outOfHours,
        chat.handlerName,
        labels.map(({ name }) => name).join("; "),
        rating === null ? "" : chatRatingTexts.rated(rating),
        chat.lastMessage,
        chat.chatId,
      ];
    },
  });
}
