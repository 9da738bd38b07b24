import { broadcastsTexts } from "#texts/broadcasts.ts";
import { reportsOfMessagesTexts as texts } from "#texts/reports-of-messages.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import { iso, type Ctx } from "../ctx.ts";
import { masked } from "#workers/contract/mask.ts";
import { sentMessageOf } from "./list.ts";
import { readingSent, type SentRow } from "./rows.ts";
import { type Filters, soughtIn } from "./sought.ts";

const PAGE = 1_000;

/** The delivery report as a CSV, newest first. Numbers are masked for whoever may not see customers. */
export function messageStatusCsv(ctx: Ctx, filters: Filters, seesCustomers: boolean) {
  const sought = soughtIn(filters, ctx.now());
  const show = seesCustomers ? (text: string) => text : masked;
  const next = async (after: SentRow | undefined): Promise<SentRow[]> => {
    // A message that is sought by its id is on the first page.
    if (after && sought.messageId) return [];
    return (await readingSent(ctx, sought, { after, limit: PAGE }).all<SentRow>()).results;
  };
  const { channelId, source, status, since, until } = sought;
  return () =>
    csvStream<SentRow>({
      header: Object.values(texts.csv),
      begin: () =>
        audited(ctx, {
          action: "export",
          kind: "deliveryReport",
          object: { id: "", name: texts.title },
          // A number may be of somebody who asked to be erased: only that there was one is kept.
          after: {
            from: iso(since),
            to: iso(until),
            channelId,
            source,
            status,
            searched: sought.to !== null,
          },
        }),
      next,
      cells: (row) => cellsOf(row, show),
    });
}

function cellsOf(row: SentRow, show: (text: string) => string): string[] {
  const sent = sentMessageOf(row, show);
  return [
    sent.at,
    sent.to || texts.erased,
    sent.name,
    sent.channelName || texts.noChannel,
    texts.sources[sent.source],
    sent.broadcast?.name ?? "",
    sent.templateName || (texts.kinds[sent.kind] ?? sent.kind),
    broadcastsTexts.view.statuses[sent.currentDeliveryStatus],
    sent.currentDeliveryStatusTime ?? "",
    sent.reason,
    sent.hint,
    sent.transId,
    sent.id,
  ];
}
