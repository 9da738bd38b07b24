import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { broadcastMessagesCsv as contract } from "#workers/contract/endpoints/broadcasts.ts";
import { slotsOf } from "#workers/contract/templates/sending.ts";
import { labelOf } from "#workers/contract/variable-label.ts";
import type { ArchiveReader } from "../archives/files.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import type { Ctx } from "../ctx.ts";
import { masked } from "#workers/contract/mask.ts";
import { DomainError } from "../error.ts";
import type { RecipientRow } from "./archived-recipients.ts";
import { recipientOf, recipientsAfter } from "./recipients.ts";
import { type BroadcastRow, readBroadcast } from "./row.ts";

const texts = broadcastsTexts.csv;
const PAGE = 1_000;

/** The file of a broadcast's recipients: each with what became of them, and their own values of its variables. */
export async function broadcastCsv(
  ctx: Ctx,
  id: string,
  which: InputOf<typeof contract>["query"],
  { archive, seesCustomers }: { archive: ArchiveReader; seesCustomers: boolean },
): Promise<{ name: string; begin: () => ReadableStream<Uint8Array> }> {
  const broadcast = await readBroadcast(ctx, id);
  if (!broadcast) throw new DomainError("notFound");
  const name = broadcast.name || broadcast.template.name;
  const own = ownVariables(broadcast);
  const show = seesCustomers ? (text: string) => text : masked;
  const begin = () =>
    csvStream<RecipientRow>({
      header: [...Object.values(texts.columns), ...own.map(({ label }) => label)],
      begin: () => audited(ctx, { action: "export", kind: "broadcast", object: { id, name }, after: which }),
      next: (last) => recipientsAfter(ctx, archive, id, which, { after: last?.id ?? id, limit: PAGE }),
      cells: (row) => cellsOf(row, own, show),
    });
  return { name: texts.fileName(name), begin };
}

/** Variables that have a value of their own for each person. */
function ownVariables({ request, template }: BroadcastRow): { key: string; label: string }[] {
  const own = new Set(
    request.columnMapping.filter(({ type }) => type !== "static").map(({ variable }) => variable),
  );
  return slotsOf(template.components)
    .filter(({ key }) => own.has(key))
    .map(({ key, name, place }) => ({ key, label: labelOf({ name: key, label: name || place }) }));
}

/** A recipient's cells below the columns of the texts, and behind them their own values. */
export function cellsOf(
  row: RecipientRow,
  own: readonly { key: string }[],
  show: (text: string) => string,
): string[] {
  const { to, name, currentDeliveryStatus, currentDeliveryStatusTime, reason, code, transId, ...did } =
    recipientOf(row, show);
  const values = JSON.parse(row.data ?? "{}") as Record<string, string>;
  const why = reason || (code && (broadcastsTexts.reasons[code]?.[0] ?? broadcastsTexts.vendorSaid(code)));
  return [
    to,
    name,
    broadcastsTexts.view.statuses[currentDeliveryStatus],
    currentDeliveryStatusTime ?? "",
    why,
    transId,
    did.replied ? texts.yes : texts.no,
    did.clicked ? texts.yes : texts.no,
    ...own.map(({ key }) => show(values[key] ?? "")),
  ];
}
