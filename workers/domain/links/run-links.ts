import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import type { TenantDb } from "#db/client.ts";
import { LINK_DAYS } from "#workers/contract/short-links.ts";
import type { Marked } from "./mark.ts";
import { liesHere } from "../bare/fenced.ts";

const DAY_MS = 86_400_000;
/** Rows that one statement deletes. */
export const RUN_LINKS_PAGE = 1_000;

const KEEP = `INSERT INTO run_links (token, enterprise_id, identity_id, key, url, created_at, until)
  SELECT value->>0, ?2, value->>1, value->>2, value->>3, ?3, ?4 FROM json_each(?1)`;
const FIND = `SELECT url, enterprise_id AS enterpriseId FROM run_links WHERE token = ?1 AND until > ?2 AND ${liesHere("enterprise_id")}`;
/** Told only with the first click: a second one is none for the run. */
const TELL = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT w.enterprise_id, 'message:' || w.key || ':clicked:' || w.run_id, 'message', w.key, w.run_id, json_object('status', 'clicked'), ?2, ?3
  FROM run_links l CROSS JOIN run_waits w ON w.enterprise_id = l.enterprise_id AND w.kind = 'message' AND w.key = l.key
  WHERE l.token = ?1 AND l.clicked_at IS NULL ON CONFLICT DO NOTHING`;
const CLICK = "UPDATE run_links SET clicked_at = ?2 WHERE token = ?1 AND clicked_at IS NULL";
/** To runs that begin to wait for the click of what was clicked before: rows of a wait's key, a run and its step. */
export const PAST_CLICKS = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT ?2, 'message:' || (e.value->>0) || ':clicked:' || (e.value->>1) || ':' || (e.value->>2), 'message', e.value->>0, e.value->>1,
    json_object('status', 'clicked'), ?3, ?4
  FROM json_each(?1) e WHERE EXISTS (SELECT 1 FROM run_links l WHERE l.enterprise_id = ?2 AND l.key = e.value->>0 AND l.clicked_at IS NOT NULL)
  ON CONFLICT DO NOTHING`;
const TIDY = `DELETE FROM run_links WHERE token IN (SELECT token FROM run_links WHERE enterprise_id = ?1 AND until <= ?2 LIMIT ${RUN_LINKS_PAGE})`;

/** Links of a run's message, by its effect and whom it went to. */
export interface RunLinks {
  key: string;
  identityId: string;
  marked: readonly Marked[];
}

/** A statement that keeps links of messages; none where there are none. */
export function keepingRunLinks(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: string,
  said: readonly RunLinks[],
  now: number,
): D1PreparedStatement[] {
  const rows = said.flatMap(({ key, identityId, marked }) =>
    marked.map(({ code, url }) => [code, identityId, key, url]),
  );
  if (rows.length === 0) return [];
  return [$client.prepare(KEEP).bind(JSON.stringify(rows), enterpriseId, now, now + LINK_DAYS * DAY_MS)];
}

/** Where a run's link leads; undefined for one that is unknown, too old, or leads to no page. */
export async function openRunLink(
  { $client }: Pick<TenantDb, "$client">,
  code: string,
  now: number,
): Promise<{ url: string; enterpriseId: string; note: () => Promise<unknown> } | undefined> {
  const found = await $client.prepare(FIND).bind(code, now).first<{ url: string; enterpriseId: string }>();
  if (!found || !/^https?:\/\//i.test(found.url)) return undefined;
  return {
    ...found,
    note: () =>
      $client.batch([
        $client.prepare(TELL).bind(code, now, now + KEPT_MS),
        $client.prepare(CLICK).bind(code, now),
      ]),
  };
}

/** Deletes a page of an enterprise's links that lead nowhere any more; answers whether there may be more. */
export async function tidyRunLinks(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: string,
  now: number,
): Promise<boolean> {
  const { meta } = await $client.prepare(TIDY).bind(enterpriseId, now).run();
  return meta.changes >= RUN_LINKS_PAGE;
}
