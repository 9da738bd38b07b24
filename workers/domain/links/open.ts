import type { TenantDb } from "#db/client.ts";
import { recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { isGenuine, type Named } from "./codes.ts";
import { liesHere } from "../bare/fenced.ts";

const FIND = `SELECT n, enterprise_id AS enterpriseId, broadcast_id AS broadcastId, url, key, is_counted AS isCounted, expires_at AS expiresAt FROM links WHERE n = ?1 AND ${liesHere("enterprise_id")}`;
/** An erased recipient has opened nothing any more. */
const THEIRS = "r.id = ?2 AND r.address <> ''";
const BIT = "(1 << (SELECT place FROM links WHERE n = ?1))";
const COUNT = `UPDATE links SET clicks = clicks + 1, people = people + (SELECT count(*) FROM broadcast_recipients r
    WHERE ${THEIRS} AND r.clicked_links & (1 << links.place) = 0)
  WHERE n = ?1 AND EXISTS (SELECT 1 FROM broadcast_recipients r WHERE ${THEIRS})`;
const NOTE = `UPDATE broadcast_recipients AS r SET clicked_at = coalesce(clicked_at, ?3), clicked_links = clicked_links | ${BIT} WHERE ${THEIRS}`;

/** Where a short link leads, and how its click is counted, if it is. */
export interface Opened {
  url: string;
  enterpriseId: string;
  isCounted: boolean;
  /** Notes who clicked and counts the click: one transaction, in which `first` goes before. */
  note: (first?: readonly D1PreparedStatement[]) => Promise<unknown>;
}

/** Opens a code; undefined for one that is not ours, leads nowhere any more, or to no page. */
export async function openCode(
  { $client }: Pick<TenantDb, "$client">,
  named: Named,
  now: number,
): Promise<Opened | undefined> {
  const link = await $client.prepare(FIND).bind(named.n).first<{
    n: number;
    enterpriseId: string;
    broadcastId: string;
    url: string;
    key: string;
    isCounted: 0 | 1;
    expiresAt: number;
  }>();
  if (!link || link.expiresAt <= now || !/^https?:\/\//i.test(link.url)) return undefined;
  if (typeof named.recipient === "string") return undefined;
  if (!(await isGenuine(named, link.key))) return undefined;
  const recipientId = recipientIdOf(link.broadcastId, named.recipient);
  return {
    url: link.url,
    enterpriseId: link.enterpriseId,
    isCounted: link.isCounted === 1,
    note: (first = []) =>
      $client.batch([
        ...first,
        $client.prepare(COUNT).bind(link.n, recipientId),
        $client.prepare(NOTE).bind(link.n, recipientId, now),
      ]),
  };
}
