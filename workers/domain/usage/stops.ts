import type { TenantDb } from "#db/client.ts";
import type { PlanTerms } from "#workers/contract/billing/money.ts";
import { usageKindNames, type UsageKind } from "#workers/contract/billing/usage.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { Outer } from "../bare/outer.ts";

/** Hard limits stop broadcasts, in the statements that claim their recipients; live chats are never asked. */

const USED = `(SELECT coalesce(sum(u.count), 0) FROM usage_days u WHERE u.enterprise_id = s.enterprise_id AND u.kind = s.kind
  AND u.day >= s.from_day AND u.day < s.to_day)`;

/** SQL for whether an enterprise has come to a hard limit of its plan. */
export const isStopped = (enterprise: Outer): string =>
  `EXISTS (SELECT 1 FROM usage_stops s WHERE s.enterprise_id = ${enterprise} AND s.most <= ${USED})`;

/** SQL for how many recipients a claim may take of `most`: none beyond the limit, with those whose call is under way. */
export const roomOf = (enterprise: Outer, most: string): string =>
  `max(0, min(${most}, coalesce((SELECT s.most - ${USED} - (SELECT count(*) FROM broadcast_recipients f WHERE f.claimed_by IS NOT NULL AND f.enterprise_id = s.enterprise_id)
    FROM usage_stops s WHERE s.enterprise_id = ${enterprise} AND s.kind = 'broadcastMessage'), ${most})))`;

/** An enterprise's hard limits in a month: its days from one to before the other. */
export interface Stops {
  enterpriseId: EnterpriseId;
  terms: PlanTerms;
  from: number;
  to: number;
}

const rowsOf = (all: readonly Stops[]): [EnterpriseId, UsageKind, number, number, number][] =>
  all.flatMap(({ enterpriseId, terms, from, to }) =>
    usageKindNames.flatMap((kind): [EnterpriseId, UsageKind, number, number, number][] => {
      const limit = terms[kind]?.limit;
      return limit?.isHard ? [[enterpriseId, kind, limit.at, from, to]] : [];
    }),
  );

const DROP = `DELETE FROM usage_stops WHERE enterprise_id IN (SELECT value FROM json_each(?2))
  AND (enterprise_id, kind) NOT IN (SELECT value->>0, value->>1 FROM json_each(?1))`;
const KEEP = `INSERT INTO usage_stops (enterprise_id, kind, most, from_day, to_day) SELECT value->>0, value->>1, value->>2, value->>3, value->>4 FROM json_each(?1) WHERE true
  ON CONFLICT DO UPDATE SET most = excluded.most, from_day = excluded.from_day, to_day = excluded.to_day
    WHERE most <> excluded.most OR from_day <> excluded.from_day`;

/** Statements that make these the hard limits of these enterprises. */
export const keepingStops = (
  { $client }: Pick<TenantDb, "$client">,
  all: readonly Stops[],
): D1PreparedStatement[] => {
  const rows = JSON.stringify(rowsOf(all));
  return [
    $client.prepare(DROP).bind(rows, JSON.stringify(all.map(({ enterpriseId }) => enterpriseId))),
    $client.prepare(KEEP).bind(rows),
  ];
};
