import { sql, type SQL } from "drizzle-orm";
import type { RunsFilter } from "#workers/contract/endpoints/automation-runs.ts";
import type { Ctx } from "../ctx.ts";
import { filterOf } from "./runs-filter.ts";

export interface Among {
  instanceId: string;
  filter: RunsFilter;
  /** When it was asked for: who came in later is not meant. */
  at: number;
}

interface Window {
  limit: number;
  below?: number;
  upTo?: number;
}

/** The numbers of customers who are people of a figure, the newest first; whoever is no customer has none. */
export const customersAmong =
  ({ enterpriseId }: Pick<Ctx, "enterpriseId">, { instanceId, filter, at }: Among) =>
  ({ limit, below = Number.MAX_SAFE_INTEGER, upTo = Number.MAX_SAFE_INTEGER }: Window): SQL => {
    const { where, values } = filterOf(filter, "a.filter", at);
    // The filter is text about ?1 and its values: here both are columns.
    const about = sql.raw(where.replaceAll("?1", "a.instance"));
    return sql`SELECT DISTINCT c.number AS number FROM (SELECT ${instanceId} AS instance, ${values} AS filter) a
      CROSS JOIN runs r ON r.instance_id = a.instance AND +r.enterprise_id = ${enterpriseId} AND r.started_at <= ${at}
      LEFT JOIN automation_versions v ON v.id = r.version_id
      CROSS JOIN identities p ON p.id = r.identity_id AND p.enterprise_id = ${enterpriseId}
      CROSS JOIN customers c ON c.enterprise_id = ${enterpriseId} AND c.number = p.customer AND c.deleted_at IS NULL
      WHERE c.number < ${below} AND c.number <= ${upTo} ${about} ORDER BY c.number DESC LIMIT ${limit}`;
  };
