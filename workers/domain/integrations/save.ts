import { and, eq, sql } from "drizzle-orm";
import { agents } from "#db/tenant/agents.ts";
import { integrations } from "#db/tenant/integrations.ts";
import { knowledgeConfigs } from "#db/tenant/knowledge.ts";
import { messages } from "#app/messages.ts";
import type { Integration, updateIntegration as contract } from "#workers/contract/endpoints/integrations.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { publicAddress, RefusedAddress } from "#workers/outbound/address.ts";
import { audited } from "../audit.ts";
import { DomainError, refusing } from "../error.ts";
import type { Scope } from "../scope.ts";
import { dropSecret, keepSecret, sealSecret } from "../secrets/secret.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { getIntegration, thisIntegration } from "./list.ts";
import { API_KEY } from "./provider-of.ts";

type Fields = InputOf<typeof contract>["body"];
const taken = { "integrations.name_key": "integrationNameTaken" } as const;
const ownerOf = (id: string) => ({ kind: "integration", id, field: API_KEY }) as const;

/** Creates a configuration (without `id`) or changes one, its key encrypted in the same transaction. */
export async function saveIntegration(
  scope: Scope,
  ring: KeyRing,
  { name, authType, llm, settings, apikey }: Fields,
  { id, allowPrivate = false }: { id?: string; allowPrivate?: boolean } = {},
): Promise<Integration> {
  const { db, enterpriseId, now, newId } = scope;
  refuseBadAddress(settings.baseUrl, allowPrivate);
  const before = id ? await getIntegration(scope, id) : null;
  const at = now();
  const row = { id: id ?? newId(), name, nameKey: nameKey(name), authType, llm, settings, updatedAt: at };
  const sealed = apikey ? await sealSecret(scope, ring, ownerOf(row.id), apikey) : undefined;
  const shown = { name, authType, llm, settings };
  await refusing(
    db.batch([
      before
        ? db.update(integrations).set(row).where(thisIntegration(scope, row.id))
        : db.insert(integrations).values({ ...row, enterpriseId, createdAt: at }),
      ...(sealed ? [keepSecret(scope, ownerOf(row.id), sealed)] : []),
      audited(scope, {
        action: before ? "update" : "create",
        kind: "integration",
        object: row,
        before: before && { name: before.name, llm: before.llm, settings: before.settings },
        after: { ...shown, keyChanged: apikey !== undefined },
      }),
    ]),
    taken,
  );
  return getIntegration(scope, row.id);
}

function refuseBadAddress(baseUrl: string, allowPrivate: boolean): void {
  if (baseUrl === "" || allowPrivate) return;
  try {
    if (publicAddress(baseUrl).protocol === "https:") return;
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
  }
  const text = messages.providers.addressRefused;
  throw new DomainError("invalid", { message: text, errors: { "settings.baseUrl": text } });
}

/** Deletes a configuration with its key; integrationInUse while an agent works with it. */
export async function removeIntegration(scope: Scope, id: string): Promise<void> {
  const { db, enterpriseId } = scope;
  const before = await getIntegration(scope, id);
  const [[agent], [knowledge]] = await db.batch([
    db
      .select({ name: agents.name })
      .from(agents)
      .where(and(eq(agents.enterpriseId, enterpriseId), sql`${agents.config}->>'integrationId' = ${id}`))
      .limit(1),
    db
      .select({ agentId: knowledgeConfigs.agentId })
      .from(knowledgeConfigs)
      .where(and(eq(knowledgeConfigs.enterpriseId, enterpriseId), eq(knowledgeConfigs.genAiConfigId, id)))
      .limit(1),
  ]);
  if (agent || knowledge) throw new DomainError("integrationInUse");
  await db.batch([
    db.delete(integrations).where(thisIntegration(scope, id)),
    dropSecret(scope, ownerOf(id)),
    audited(scope, {
      action: "delete",
      kind: "integration",
      object: before,
      before: { name: before.name, llm: before.llm, settings: before.settings },
    }),
  ]);
}
