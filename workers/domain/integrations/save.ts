import { messages } from "#app/messages.ts";
import { integrations } from "#db/tenant/integrations.ts";
import type {
  createIntegration as creation,
  Integration,
  updateIntegration as change,
} from "#workers/contract/endpoints/integrations.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { OPENAI } from "#workers/providers/openai/openai.ts";
import { audited } from "../audit.ts";
import { DomainError, refusing } from "../error.ts";
import { apiKeyOf, type ProviderEnv } from "../providers/provider-of.ts";
import type { Scope } from "../scope.ts";
import { keyRing } from "../secrets/key-ring.ts";
import { sealedFor, secretWritten } from "../secrets/store.ts";
import {
  integrationOnWire,
  integrationRow,
  settingsToStore,
  thisIntegration,
  withKey,
  type IntegrationRow,
} from "./integration.ts";

const taken = { "integrations.name_key": "integrationNameTaken" } as const;

/** Creates a GenAI integration with its key, encrypted; integrationNameTaken, or invalid for its base address. */
export async function createIntegration(
  scope: Scope,
  env: ProviderEnv,
  { apikey, ...fields }: InputOf<typeof creation>["body"],
): Promise<Integration> {
  const at = scope.now();
  const stored = { ...fields, settings: settingsToStore(env, fields.settings) };
  const row: IntegrationRow = {
    id: scope.newId(),
    enterpriseId: scope.enterpriseId,
    ...stored,
    nameKey: nameKey(fields.name),
    createdAt: at,
    updatedAt: at,
  };
  const sealed = await sealedFor(scope, keyRing(env.DATA_KEY), apiKeyOf(row.id), apikey);
  await refusing(
    scope.db.batch([
      scope.db.insert(integrations).values(row),
      secretWritten(scope, apiKeyOf(row.id), sealed),
      audited(scope, { action: "create", kind: "integration", object: row, after: stored }),
    ]),
    taken,
  );
  return integrationOnWire(row, true);
}

/**
 * Changes an integration; its key only where a new one is given. Another host needs the key again: who may change
 * an address could otherwise have the stored key sent to a server of their own.
 */
export async function updateIntegration(
  scope: Scope,
  env: ProviderEnv,
  id: string,
  { apikey, ...fields }: InputOf<typeof change>["body"],
): Promise<Integration> {
  const before = await integrationRow(scope, id);
  const stored = { ...fields, settings: settingsToStore(env, fields.settings) };
  if (apikey === undefined && hostOf(stored.settings.baseUrl) !== hostOf(before.settings.baseUrl)) {
    const message = messages.genAi.keyForNewAddress;
    throw new DomainError("invalid", { message, errors: { apikey: message } });
  }
  const set = { ...stored, nameKey: nameKey(fields.name), updatedAt: scope.now() };
  const { name, authType, llm, settings } = before;
  await refusing(
    scope.db.batch([
      scope.db.update(integrations).set(set).where(thisIntegration(scope, id)),
      audited(scope, {
        action: "update",
        kind: "integration",
        object: { id, name: fields.name },
        before: { name, authType, llm, settings },
        // That the key was replaced is worth knowing, what it is is not.
        after: { ...stored, ...(apikey !== undefined && { keyReplaced: true }) },
      }),
      ...(apikey === undefined
        ? []
        : [
            secretWritten(
              scope,
              apiKeyOf(id),
              await sealedFor(scope, keyRing(env.DATA_KEY), apiKeyOf(id), apikey),
            ),
          ]),
    ]),
    taken,
  );
  return integrationOnWire({ ...before, ...set }, (await withKey(scope, [id])).has(id));
}

const hostOf = (baseUrl: string): string => new URL(baseUrl || OPENAI.baseUrl).origin;
