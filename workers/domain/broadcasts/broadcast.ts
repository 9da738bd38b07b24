import { and, between, eq, sql } from "drizzle-orm";
import { broadcastCounts, broadcastRecipients, broadcasts } from "#db/tenant/broadcasts.ts";
import { channels } from "#db/tenant/channels.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { recipientStatuses } from "#workers/contract/broadcast.ts";
import type {
  BroadcastDetail,
  listBroadcastMessages as messagesContract,
  Recipient,
} from "#workers/contract/endpoints/broadcasts.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { PAGE_CAP } from "#workers/contract/fields.ts";
import { lastIdOf } from "#workers/contract/recipient-ids.ts";
import type { FactTimes } from "#db/tenant/messages.ts";
import { masked } from "../customers/mask.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { COUNTS, listedColumns, listedOf } from "./list.ts";
import { thisBroadcast } from "./row.ts";

const MINUTE_MS = 60_000;
/** Numbers that a broadcast shows beside its list of recipients. */
const MOST_SHOWN = 500;

/** A broadcast with its figures. Numbers are masked for whoever may not see customers. */
export async function getBroadcast(ctx: Ctx, id: string, seesCustomers: boolean): Promise<BroadcastDetail> {
  const { db } = ctx;
  const counted = sql`${broadcastCounts.broadcastId} = ${id} AND ${broadcastCounts.count} > 0`;
  const [[row], failures, [channel], named] = await db.batch([
    db
      .select({
        row: broadcasts,
        templateName: listedColumns.template.as("template_name"),
        channelName: listedColumns.channelName.as("channel_name"),
        counts: COUNTS.as("counts_json"),
      })
      .from(broadcasts)
      .where(thisBroadcast(ctx, id))
      .limit(1),
    db
      .select({ code: broadcastCounts.code, count: broadcastCounts.count })
      .from(broadcastCounts)
      .where(sql`${counted} AND ${broadcastCounts.status} IN ('failed', 'expired', 'cancelled')`)
      .orderBy(sql`${broadcastCounts.count} DESC`),
    db
      .select({
        rate: channels.rate,
        minute: channels.callsMinute,
        now: channels.callsNow,
        before: channels.callsBefore,
      })
      .from(channels)
      .where(sql`${channels.id} = (SELECT b.channel_id FROM broadcasts b WHERE b.id = ${id})`)
      .limit(1),
    db
      .select({ address: broadcastRecipients.address })
      .from(broadcastRecipients)
      .where(
        and(
          eq(broadcastRecipients.enterpriseId, ctx.enterpriseId),
          between(broadcastRecipients.id, id, lastIdOf(id)),
        ),
      )
      .orderBy(broadcastRecipients.id)
      .limit(MOST_SHOWN),
  ]);
  if (!row) throw new DomainError("notFound");
  const { row: broadcast, templateName, channelName, counts } = row;
  const { request, template } = broadcast;
  return {
    ...listedOf({ ...broadcast, template: templateName, channelName, counts }),
    channelId: broadcast.channelId,
    channelType: broadcast.channelType,
    phoneNumbers: [...request.phoneNumber, ...named.map(({ address }) => address)].map((each) =>
      seesCustomers ? each : masked(each),
    ),
    audience: request.audience,
    message: request.message,
    template,
    columnMapping: request.columnMapping,
    resourceId: request.resourceId,
    resourceType: request.resourceType,
    timezone: broadcast.timezone,
    isPrepared: broadcast.preparedAt !== null,
    jobId: broadcast.jobId,
    startedAt: isoOrNull(broadcast.startedAt),
    endedAt: isoOrNull(broadcast.endedAt),
    reason: broadcast.reason,
    ratePerSecond: channel?.rate ?? 0,
    sentLastMinute: channel && broadcast.state === "processing" ? calledLately(channel, ctx.now()) : 0,
    failures: failures.map(({ code, count }) => {
      const [reason, hint] = texts.reasons[code] ?? [texts.vendorSaid(code), texts.vendorHint];
      return { code, reason, hint, count };
    }),
    revision: broadcast.revision,
  };
}

/** Calls of a channel within the last sixty seconds, as its two latest minutes tell. */
function calledLately(
  { minute, now, before }: { minute: number; now: number; before: number },
  at: number,
): number {
  const present = Math.floor(at / MINUTE_MS);
  const left = 1 - (at % MINUTE_MS) / MINUTE_MS;
  if (minute === present) return Math.round(now + before * left);
  return minute === present - 1 ? Math.round(now * left) : 0;
}

const RECIPIENTS = `SELECT r.id, r.address, r.status, r.facts, r.code, r.reason, r.vendor_id AS vendorId, r.replied_at AS repliedAt, r.claimed_at AS claimedAt,
    c.id AS customerId, c.name, b.name AS broadcast, h.contact_id AS contactId, h.name AS channelName, b.updated_at AS updatedAt
  FROM broadcasts b CROSS JOIN broadcast_recipients r ON r.id > b.id AND r.id < substr(b.id, 1, 28) || 'g'
    LEFT JOIN identities i ON i.id = r.identity_id LEFT JOIN customers c ON c.number = i.customer AND c.enterprise_id = ?1 AND c.deleted_at IS NULL
    LEFT JOIN channels h ON h.id = b.channel_id
  WHERE b.enterprise_id = ?1 AND b.id = ?2 AND (?3 = '' OR r.status IN (SELECT value FROM json_each(?7)) OR ?3 = 'replied' AND r.replied_at IS NOT NULL)
    AND (?4 = '' OR r.code = ?4) ORDER BY r.id LIMIT ?5 OFFSET ?6`;

/** Who has read it was sent it, too: these statuses are asked for as "at least". */
const REACHED: Readonly<Partial<Record<string, readonly string[]>>> = {
  sent: ["sent", "delivered", "read"],
  delivered: ["delivered", "read"],
};

interface RecipientRow {
  id: string;
  address: string;
  status: Recipient["currentDeliveryStatus"];
  facts: string;
  code: string | null;
  reason: string | null;
  vendorId: string | null;
  repliedAt: number | null;
  claimedAt: number | null;
  customerId: string | null;
  name: string | null;
  contactId: string | null;
  channelName: string | null;
}

/** Recipients of a broadcast in their order, by what became of them. Numbers are masked for whoever may not see customers. */
export async function listRecipients(
  ctx: Ctx,
  id: string,
  { status, code, from, perPage }: InputOf<typeof messagesContract>["query"],
  seesCustomers: boolean,
): Promise<ReplyOf<typeof messagesContract>> {
  const { $client } = ctx.db;
  const limit = perPage === -1 ? PAGE_CAP : perPage;
  const [there, found] = await $client.batch([
    $client
      .prepare("SELECT 1 FROM broadcasts WHERE enterprise_id = ?1 AND id = ?2")
      .bind(ctx.enterpriseId, id),
    $client
      .prepare(RECIPIENTS)
      .bind(ctx.enterpriseId, id, status, code, limit + 1, from, JSON.stringify(REACHED[status] ?? [status])),
  ]);
  if (there?.results.length === 0) throw new DomainError("notFound");
  const rows = (found?.results ?? []) as unknown as RecipientRow[];
  const show = seesCustomers ? (text: string) => text : masked;
  return { message: rows.slice(0, limit).map((row) => recipientOf(row, show)), more: rows.length > limit };
}

function recipientOf(row: RecipientRow, show: (text: string) => string): Recipient {
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
    messageStatuses: [
      ...told
        .toSorted((a, b) => a.at - b.at)
        .map((each) => ({
          status: each.status,
          messageStatusTime: iso(each.at),
          msg: each.status === "failed" ? show(row.reason ?? "") : "",
        })),
      ...(row.repliedAt === null
        ? []
        : [{ status: "replied", messageStatusTime: iso(row.repliedAt), msg: "" }]),
    ],
  };
}
