import type { RecipientStatus } from "#workers/contract/broadcast.ts";
import { numberIn } from "#workers/contract/recipient-ids.ts";
import type { Ctx } from "../ctx.ts";
import { type ArchiveReader, readLines } from "../archives/files.ts";
import type { Line } from "../archives/line.ts";
import { isAskedFor, type NextFile, readingNextFile, type Which } from "../archives/read.ts";

/** A recipient as they are shown, whether out of a row or a file. */
export interface RecipientRow {
  id: string;
  address: string;
  /** Their own values, as JSON. */
  data?: string | null;
  status: RecipientStatus;
  facts: string;
  code: string | null;
  reason: string | null;
  vendorId: string | null;
  repliedAt: number | null;
  clickedAt: number | null;
  claimedAt: number | null;
  customerId: string | null;
  name: string | null;
  contactId: string | null;
  channelName: string | null;
}

const CHANNEL =
  "SELECT h.contact_id AS contactId, h.name AS channelName FROM broadcasts b JOIN channels h ON h.id = b.channel_id WHERE b.id = ?1 AND b.enterprise_id = ?2";
const CUSTOMERS = `SELECT i.id, c.id AS customerId, c.name FROM json_each(?2) e CROSS JOIN identities i ON i.id = e.value
  JOIN customers c ON c.number = i.customer AND c.enterprise_id = ?1 AND c.deleted_at IS NULL`;

/** The lines of a broadcast's file as its rows were read: with the channel, and whose customers they are by now. */
export async function rowsOfLines(
  { db: { $client }, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  id: string,
  lines: readonly Line[],
): Promise<RecipientRow[]> {
  if (lines.length === 0) return [];
  const people = JSON.stringify(lines.flatMap(({ identityId }) => identityId ?? []));
  const [channels, customers] = await $client.batch([
    $client.prepare(CHANNEL).bind(id, enterpriseId),
    $client.prepare(CUSTOMERS).bind(enterpriseId, people),
  ]);
  const [channel] = (channels?.results ?? []) as { contactId: string; channelName: string }[];
  const of = new Map(
    ((customers?.results ?? []) as { id: string; customerId: string; name: string }[]).map((each) => [
      each.id,
      each,
    ]),
  );
  return lines.map((line) => {
    const customer = of.get(line.identityId ?? "");
    return {
      ...line,
      data: line.data === null ? null : JSON.stringify(line.data),
      facts: JSON.stringify(line.facts),
      customerId: customer?.customerId ?? null,
      name: customer?.name ?? null,
      contactId: channel?.contactId ?? null,
      channelName: channel?.channelName ?? null,
    };
  });
}

/**
 * The next recipients behind a number: of the next file that has some, else those whose rows are here still. `reading` is the
 * statement for these, read together with the files, so that a page that moves in between is in one of both.
 */
export async function nextRecipients(
  ctx: Pick<Ctx, "db" | "enterpriseId">,
  archive: ArchiveReader,
  { id, which, after }: { id: string; which: Which; after: number },
  reading: D1PreparedStatement,
): Promise<RecipientRow[]> {
  for (let from = after; ;) {
    const [files, rows] = await ctx.db.$client.batch([readingNextFile(ctx, id, which, from), reading]);
    const [file] = (files?.results ?? []) as unknown as NextFile[];
    if (!file) return (rows?.results ?? []) as unknown as RecipientRow[];
    const { lines } = await readLines(archive, file.key);
    const asked = lines.filter((line) => numberIn(line.id) > after && isAskedFor(line, which));
    if (asked.length > 0) return rowsOfLines(ctx, id, asked);
    from = file.last;
  }
}
