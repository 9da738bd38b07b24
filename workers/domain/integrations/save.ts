import { sql } from "drizzle-orm";
import { integrations } from "#db/tenant/integrations.ts";
import * as messages from "#app/messages.ts";
import type { z } from "zod";
import type { changedIntegration, Integration } from "#workers/contract/endpoints/integrations.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { publicAddress, RefusedAddress } from "#workers/outbound/address.ts";
import { OPENAI } from "#workers/providers/openai/openai.ts";
import { audited } from "../audit.ts";
import { DomainError, refusing } from "../error.ts";
import { openingJob } from "../jobs/open.ts";
import { build, readersOf } from "../knowledge/work.ts";
import { only } from "../guard.ts";
import { refuseStale, unlessStale } from "../revision.ts";
import type { Scope } from "../scope.ts";
import { keepSecret, sealSecret } from "../secrets/secret.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { getIntegration, thisIntegration } from "./list.ts";
import { keyOwner } from "./provider-of.ts";

type Fields = z.output<typeof changedIntegration>;
const taken = { "integrations.name_key": "integrationNameTaken" } as const;

/**
 * Creates a configuration (without `id`) or changes one, its key encrypted in the same transaction; its embeddings may
 * differ then, so agents whose knowledge base uses it check theirs. An omitted key stays, but for another host it must
 * be given again: otherwise anyone who may edit the address could have it sent to their own server.
 */
export async function saveIntegration(
  scope: Scope,
  ring: KeyRing,
  { name, authType, llm, settings, apikey }: Fields,
  {
    id,
    allowPrivate = false,
    revision,
  }: { id?: string; allowPrivate?: boolean; revision?: number | undefined } = {},
): Promise<Integration> {
  const { db, enterpriseId, now, newId } = scope;
  refuseBadAddress(settings.baseUrl, allowPrivate);
  const before = id ? await getIntegration(scope, id) : null;
  if (before && apikey === undefined && hostOf(settings.baseUrl) !== hostOf(before.settings.baseUrl)) {
    const text = messages.genAi.keyForNewAddress;
    throw new DomainError("invalid", { message: text, errors: { apikey: text } });
  }
  const edited = before && { ...before, updatedAt: before.revision };
  if (edited) refuseStale(edited, revision);
  // Two edits within a millisecond still need two revisions.
  const at = Math.max(now(), (before?.revision ?? 0) + 1);
  const row = { id: id ?? newId(), name, nameKey: nameKey(name), authType, llm, settings, updatedAt: at };
  const sealed = apikey ? await sealSecret(scope, ring, keyOwner(row.id), apikey) : undefined;
  const embedsAnew = before && (apikey !== undefined || !sameVectors(settings, before.settings));
  const readers = embedsAnew ? await readersOf(scope, row.id) : [];
  const shown = { name, authType, llm, settings };
  const work = refusing(
    db.batch([
      before
        ? only(
            scope,
            sql`EXISTS (SELECT 1 FROM ${integrations} WHERE ${thisIntegration(scope, row.id)} AND updated_at = ${before.revision})`,
          )
        : only(scope, sql`1`),
      before
        ? db.update(integrations).set(row).where(thisIntegration(scope, row.id))
        : db.insert(integrations).values({ ...row, enterpriseId, createdAt: at }),
      ...(sealed ? [keepSecret(scope, keyOwner(row.id), sealed)] : []),
      ...readers.map(({ agentId }) => openingJob(scope, build(agentId))),
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
  await unlessStale(work, async () => {
    const newest = await getIntegration(scope, row.id);
    return { ...newest, updatedAt: newest.revision };
  });
  return getIntegration(scope, row.id);
}

const sameVectors = (one: Fields["settings"], other: Fields["settings"]): boolean =>
  one.baseUrl === other.baseUrl && one.embeddingModel === other.embeddingModel;

/** Throws invalid for a base address that is not public https. */
export function refuseBadAddress(baseUrl: string, allowPrivate: boolean): void {
  if (baseUrl === "" || allowPrivate) return;
  try {
    if (publicAddress(baseUrl).protocol === "https:") return;
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
  }
  const text = messages.providers.addressRefused;
  throw new DomainError("invalid", { message: text, errors: { "settings.baseUrl": text } });
}

const hostOf = (baseUrl: string): string => new URL(baseUrl || OPENAI.baseUrl).origin;
