import { and, asc, eq } from "drizzle-orm";
import { integrations } from "#db/tenant/integrations.ts";
import { authTypes, type listIntegrations as contract } from "#workers/contract/endpoints/integrations.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { PAGE_CAP } from "#workers/contract/fields.ts";
import { page } from "../page.ts";
import type { Scope } from "../scope.ts";
import { integrationOnWire, withKey } from "./integration.ts";

/** The enterprise's integrations by name, of one kind or all. */
export async function listIntegrations(
  scope: Scope,
  { authType, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const found = await scope.db
    .select()
    .from(integrations)
    .where(
      and(
        eq(integrations.enterpriseId, scope.enterpriseId),
        authType === undefined ? undefined : eq(integrations.authType, authType),
      ),
    )
    .orderBy(asc(integrations.nameKey), asc(integrations.id))
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  const keyed = await withKey(
    scope,
    rows.map(({ id }) => id),
  );
  return { configs: rows.map((row) => integrationOnWire(row, keyed.has(row.id))), more };
}

/** The GenAI integrations that an agent can choose, by name. */
export async function genAiConfigs({ db, enterpriseId }: Scope): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: integrations.id, name: integrations.name })
    .from(integrations)
    .where(and(eq(integrations.enterpriseId, enterpriseId), eq(integrations.authType, authTypes.genAi)))
    .orderBy(asc(integrations.nameKey), asc(integrations.id))
    .limit(PAGE_CAP);
}
