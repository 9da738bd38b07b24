import { and, eq, inArray, sql } from "drizzle-orm";
import { messages } from "#app/messages.ts";
import { integrations } from "#db/tenant/integrations.ts";
import { secrets } from "#db/tenant/secrets.ts";
import type { Integration, IntegrationSettings } from "#workers/contract/endpoints/integrations.ts";
import { DomainError } from "../error.ts";
import { allowedBaseUrl } from "../providers/base-address.ts";
import { allowsLocal, apiKeyOf, type ProviderEnv } from "../providers/provider-of.ts";
import { iso, type Scope } from "../scope.ts";

export type IntegrationRow = typeof integrations.$inferSelect;

/** Where-clause for one integration of this enterprise. */
export const thisIntegration = ({ enterpriseId }: Scope, id: string) =>
  and(eq(integrations.enterpriseId, enterpriseId), eq(integrations.id, id));

/** The integration's row; notFound when it is not there or another enterprise's. */
export async function integrationRow(scope: Scope, id: string): Promise<IntegrationRow> {
  const [row] = await scope.db.select().from(integrations).where(thisIntegration(scope, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** One integration as the wire has it; notFound when it is not there or another enterprise's. */
export async function getIntegration(scope: Scope, id: string): Promise<Integration> {
  const [row, keyed] = await Promise.all([integrationRow(scope, id), withKey(scope, [id])]);
  return integrationOnWire(row, keyed.has(id));
}

export const integrationOnWire = (row: IntegrationRow, hasKey: boolean): Integration => ({
  _id: row.id,
  id: row.id,
  name: row.name,
  authType: row.authType,
  llm: row.llm,
  settings: row.settings,
  hasKey,
  updatedAt: iso(row.updatedAt),
});

/** Those of the integrations whose key is set. */
export async function withKey(
  { db, enterpriseId }: Scope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { ownerKind, field } = apiKeyOf("");
  const rows = await db
    .select({ id: secrets.ownerId })
    .from(secrets)
    .where(
      and(
        eq(secrets.enterpriseId, enterpriseId),
        eq(secrets.ownerKind, ownerKind),
        inArray(secrets.ownerId, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
        eq(secrets.field, field),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** The settings as they are stored; invalid when the base address is not one that the server may call. */
export function settingsToStore(env: ProviderEnv, settings: IntegrationSettings): IntegrationSettings {
  if (!settings.baseUrl) return settings;
  const baseUrl = allowedBaseUrl(settings.baseUrl, { allowLocal: allowsLocal(env) });
  if (baseUrl === undefined) {
    const message = messages.genAi.baseUrlRefused;
    throw new DomainError("invalid", { message, errors: { "settings.baseUrl": message } });
  }
  return { ...settings, baseUrl };
}
