import { compared } from "../reports/compared.ts";
import type { Counted } from "../counted.ts";

/** Days that are counted anew, with today: what is older was looked at in its nights. */
const DAYS = 7;
const SINCE = `(SELECT unixepoch() / 86400 - ${DAYS - 1})`;
const SENT = (row: string) =>
  `CAST(coalesce(${row}.facts ->> '$.sent[1]', ${row}.facts ->> '$.delivered[1]', ${row}.facts ->> '$.read[1]') AS INTEGER) / 86400000`;

/** An enterprise's (?1) usage by the rows that are there. Rows go for their age and with people, so it may be less. */
const ANEW = `anew AS (SELECT * FROM (
    SELECT 'messageIn' AS kind, at / 86400000 AS day, count(*) AS count FROM messages WHERE enterprise_id = ?1 AND direction = 'in' GROUP BY 2
    UNION ALL SELECT 'messageOut', ${SENT("m")} AS day, count(*) FROM messages m WHERE m.enterprise_id = ?1 AND m.direction = 'out' GROUP BY 2
    UNION ALL SELECT 'broadcastMessage', ${SENT("r")} AS day, count(*) FROM broadcasts b CROSS JOIN broadcast_recipients r
      ON r.id > b.id AND r.id < substr(b.id, 1, 28) || 'g' WHERE b.enterprise_id = ?1 AND b.updated_at >= ${SINCE} * 86400000 GROUP BY 2
    UNION ALL SELECT 'botTurn', at / 86400000, count(*) FROM turns WHERE enterprise_id = ?1 GROUP BY 2
    UNION ALL SELECT 'run', started_at / 86400000, count(*) FROM runs WHERE enterprise_id = ?1 GROUP BY 2)
  WHERE day >= ${SINCE})`;
/** Messages that came in stay until their day is sealed: of them neither more nor fewer may be counted. */
const IS_WRONG = `(is_so > counted OR kind = 'messageIn' AND is_so < counted AND day > coalesce(
    (SELECT sealed_until / 86400000 FROM retentions WHERE enterprise_id = ?1), -1))`;
const SIDES = `WITH ${ANEW}, both AS (SELECT 0 AS side, * FROM anew UNION ALL
    SELECT 1, kind, day, count FROM usage_days WHERE enterprise_id = ?1 AND day >= ${SINCE} AND kind IN ('messageIn', 'messageOut', 'broadcastMessage', 'botTurn', 'run')),
  sides AS (SELECT kind, day, sum(iif(side = 0, count, 0)) AS is_so, sum(iif(side = 1, count, 0)) AS counted FROM both GROUP BY 1, 2)`;
const DRIFT = `${SIDES} SELECT count(*) AS looked, coalesce(sum(${IS_WRONG}), 0) AS rows,
    min(iif(${IS_WRONG}, json_object('kind', kind, 'day', day, 'counts', json_array(is_so, counted)), NULL)) AS example FROM sides`;
/** Nothing is taken back: an invoice may have it. Usage that was not counted is added, and is in the next invoice. */
const FILL = `${SIDES} INSERT INTO usage_days (enterprise_id, kind, day, count) SELECT ?1, kind, day, is_so FROM sides WHERE is_so > counted
  ON CONFLICT DO UPDATE SET count = excluded.count`;

/** Counts an enterprise's use of some days again and compares. `repair` adds what was not counted. */
export const recountUsage = (
  database: Counted,
  enterpriseId: string,
  options?: { repair?: boolean },
): ReturnType<typeof compared> =>
  compared(database, enterpriseId, { drift: DRIFT, empty: "SELECT ?1", fill: FILL }, options);
