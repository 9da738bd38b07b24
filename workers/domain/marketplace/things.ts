import { sql } from "drizzle-orm";
import type { InstalledThing } from "#db/tenant/marketplace.ts";
import type { MadeKind } from "#workers/contract/endpoints/marketplace.ts";
import type { Ctx } from "../ctx.ts";

/** A thing as it is now. */
export interface ThingNow {
  of: MadeKind;
  id: string;
  name: string;
  /** Another one after each change of its contents. */
  mark: string;
  /** 1: nobody may replace it any more. */
  fixed: number;
}

/** Things of an enterprise by their ids, a JSON list; those that are gone are not among them. */
export const thingsNow = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, ids: string) => sql`
  SELECT a.kind AS "of", a.id, a.name, CAST(d.revision AS TEXT) AS mark, 0 AS fixed
    FROM automations a CROSS JOIN automation_drafts d ON d.automation_id = a.id
    WHERE a.id IN (SELECT value FROM json_each(${ids})) AND a.enterprise_id = ${enterpriseId} AND a.deleted_at IS NULL
  UNION ALL SELECT 'bot', id, name, revision || '.' || content_changed_at, 0 FROM agents
    WHERE id IN (SELECT value FROM json_each(${ids})) AND enterprise_id = ${enterpriseId}
  UNION ALL SELECT 'form', id, name, CAST(revision AS TEXT), 0 FROM forms
    WHERE id IN (SELECT value FROM json_each(${ids})) AND enterprise_id = ${enterpriseId} AND deleted_at IS NULL
  UNION ALL SELECT 'flow', id, name, CAST(revision AS TEXT), state <> 'DRAFT' FROM wa_flows
    WHERE id IN (SELECT value FROM json_each(${ids})) AND enterprise_id = ${enterpriseId} AND deleted_at IS NULL
  UNION ALL SELECT 'template', id, name, CAST(revision AS TEXT), status <> 'DRAFT' FROM templates
    WHERE id IN (SELECT value FROM json_each(${ids})) AND enterprise_id = ${enterpriseId}`;

export const idsOf = (things: readonly { id: string }[]): string =>
  JSON.stringify(things.map(({ id }) => id));

/** The things left of an install. */
export function leftOf(
  things: readonly InstalledThing[],
  now: readonly ThingNow[],
): (ThingNow & { part: string; altered: boolean; sum: string | null })[] {
  return things.flatMap(({ part, id, mark, sum = null }) => {
    const found = now.find((each) => each.id === id);
    return found ? [{ ...found, part, altered: found.mark !== mark, sum }] : [];
  });
}
