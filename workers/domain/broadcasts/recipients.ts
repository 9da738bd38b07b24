import { numberIn } from "#workers/contract/recipient-ids.ts";
import { recipientStatuses } from "#workers/contract/broadcast.ts";
import type { listBroadcastMessages as contract, Recipient } from "#workers/contract/endpoints/broadcasts.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { FactTimes } from "#db/tenant/messages.ts";
import { masked } from "#workers/contract/mask.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { page } from "../page.ts";
import type { ArchiveReader } from "../archives/files.ts";
import { type FileOfPage, linesMatching, linesOf, readingFilesOf, type Which } from "../archives/read.ts";
import { nextRecipients, type RecipientRow, rowsOfLines } from "./archived-recipients.ts";

/** Recipients of a broadcast; ?1 the enterprise, ?2 the broadcast, ?3 a status, ?4 a code, ?5 the statuses that it stands for. */
const RECIPIENTS = `SELECT r.id, r.address, r.data, r.status, r.facts, r.code, r.reason, r.vendor_id AS vendorId, r.replied_at AS repliedAt, r.clicked_at AS clickedAt, r.claimed_at AS claimedAt,
    c.id AS customerId, c.name, b.name AS broadcast, h.contact_id AS contactId, h.name AS channelName, b.updated_at AS updatedAt
  FROM broadcasts b CROSS JOIN broadcast_recipients r ON r.id > b.id AND r.id < substr(b.id, 1, 28) || 'g'
    LEFT JOIN identities i ON i.id = r.identity_id LEFT JOIN customers c ON c.number = i.customer AND c.enterprise_id = ?1 AND c.deleted_at IS NULL
    LEFT JOIN channels h ON h.id = b.channel_id
  WHERE b.enterprise_id = ?1 AND b.id = ?2 AND (?3 = '' OR r.status IN (SELECT value FROM json_each(?5)) OR ?3 = 'replied' AND r.replied_at IS NOT NULL
      OR ?3 = 'clicked' AND r.clicked_at IS NOT NULL)
    AND (?4 = '' OR r.code = ?4)`;

/** Statuses that are asked for as "at least": somebody who has read it was sent it, too. */
const REACHED: Readonly<Partial<Record<string, readonly string[]>>> = {
  sent: ["sent", "delivered", "read"],
  delivered: ["delivered", "read"],
};

type Query = InputOf<typeof contract>["query"];
/** The same for lines of files. */
const whichOf = ({ status, code }: Pick<Query, "status" | "code">): Which => ({
  statuses: status === "" ? [] : (REACHED[status] ?? [status]),
  code,
});
/** Recipients at a status and with a code, in their order; `rest` bounds them further, with `?6` and `?7`. */
const reading = (
  { db: { $client }, enterpriseId }: Ctx,
  id: string,
  which: Pick<Query, "status" | "code">,
  rest: string,
  values: readonly [number | string, number],
): D1PreparedStatement =>
  $client
    .prepare(`${RECIPIENTS} ${rest}`)
    .bind(enterpriseId, id, which.status, which.code, JSON.stringify(whichOf(which).statuses), ...values);

/** Lines of files come first, as they are of the lowest numbers. */
const OFFSET = `max(0, ?6 - ${linesMatching("?5", "?4")})`;

/**
 * Recipients of a broadcast, a page by what became of them; those of one that ended long ago come out of its files. Numbers
 * are masked for whoever may not see customers.
 */
export async function listRecipients(
  ctx: Ctx,
  id: string,
  { from, perPage, ...which }: Query,
  { archive, seesCustomers }: { archive: ArchiveReader; seesCustomers: boolean },
): Promise<ReplyOf<typeof contract>> {
  const { $client } = ctx.db;
  const { limit, offset, cut } = page({ from, perPage });
  const wanted = { offset, limit };
  const [there, files, found] = await $client.batch([
    $client
      .prepare("SELECT 1 FROM broadcasts WHERE enterprise_id = ?1 AND id = ?2")
      .bind(ctx.enterpriseId, id),
    readingFilesOf(ctx, id, whichOf(which), wanted),
    reading(ctx, id, which, `ORDER BY r.id LIMIT ?7 OFFSET ${OFFSET}`, [offset, limit]),
  ]);
  if (there?.results.length === 0) throw new DomainError("notFound");
  const lines = await linesOf(
    archive,
    (files?.results ?? []) as unknown as FileOfPage[],
    whichOf(which),
    wanted,
  );
  const archived = await rowsOfLines(ctx, id, lines);
  const here = (found?.results ?? []) as unknown as RecipientRow[];
  const { rows, more } = cut([...archived, ...here].slice(0, limit));
  const show = seesCustomers ? (text: string) => text : masked;
  return { message: rows.map((row) => recipientOf(row, show)), more };
}

/** The next recipients after one, by their ids: about so many where they are rows, a file's where they are in files. */
export const recipientsAfter = (
  ctx: Ctx,
  archive: ArchiveReader,
  id: string,
  which: Pick<Query, "status" | "code">,
  { after, limit }: { after: string; limit: number },
): Promise<RecipientRow[]> =>
  nextRecipients(
    ctx,
    archive,
    { id, which: whichOf(which), after: numberIn(after) },
    reading(ctx, id, which, "AND r.id > ?6 ORDER BY r.id LIMIT ?7", [after, limit]),
  );

/** A message as the report has it: who got it, how far it came, and what was told of it. */
export function recipientOf(row: RecipientRow, show: (text: string) => string): Recipient {
  const facts = JSON.parse(row.facts) as FactTimes;
  const told = recipientStatuses.flatMap((status) => {
    const time = facts[status as keyof FactTimes];
    return time ? [{ status, at: time[0] }] : [];
  });
  const { status, claimedAt } = row;
  const at = facts[status as keyof FactTimes]?.[0] ?? claimedAt;
  return {
    id: row.id,
    from: row.contactId || row.channelName || "",
    to: show(row.address),
    name: row.name ?? "",
    customerId: row.customerId,
    currentDeliveryStatus: status,
    currentDeliveryStatusTime: isoOrNull(at),
    transId: row.vendorId ?? "",
    code: row.code ?? "",
    reason: row.reason === null ? "" : show(row.reason),
    replied: row.repliedAt !== null,
    clicked: row.clickedAt !== null,
    messageStatuses: [
      ...told
        .toSorted((a, b) => a.at - b.at)
        .map((each) => ({
          status: each.status,
          messageStatusTime: iso(each.at),
          msg: each.status === "failed" ? show(row.reason ?? "") : "",
        })),
      ...[
        { word: "replied", since: row.repliedAt },
        { word: "clicked", since: row.clickedAt },
      ].flatMap(({ word, since }) =>
        since === null ? [] : [{ status: word, messageStatusTime: iso(since), msg: "" }],
      ),
    ],
  };
}
