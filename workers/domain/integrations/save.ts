import { sql } from "drizzle-orm";
import { integrations } from "#db/tenant/integrations.ts";
import { genAiTexts } from "#texts/gen-ai.ts";
import { providersTexts } from "#texts/providers.ts";
import type { z } from "zod";
import type { changedIntegration, Integration } from "#workers/contract/endpoints/integrations.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { publicAddress, RefusedAddress } from "#workers/outbound/address.ts";
import { OPENAI } from "#workers/providers/openai/openai.ts";
import { audited } from "../audit.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { openingJob } from "../jobs/open.ts";
import { build, readersOf } from "./knowledge-readers.ts";
import { guard } from "../guard.ts";
import { refuseStale, unlessStale } from "../revision.ts";
import type { Ctx } from "../ctx.ts";
import { keepSecret, sealSecret } from "../secrets/secret.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { getIntegration, thisIntegration } from "./list.ts";
import { keyOwner } from "./provider-of.ts";

type Fields = z.output<typeof changedIntegration>;
const taken = { "integrations.name_key": "integrationNameTaken" } as const;

/**
 * Creates a configuration (without `id`) or changes one, its key encrypted; bots whose knowledge uses it check their
 * embeddings. An omitted key stays unless the host changes: else an editor could have it sent to their own server.
 */
export async function saveIntegration(
  ctx: Ctx,
  ring: KeyRing,
  { name, authType, llm, settings, apikey }: Fields,
  {
    id,
    allowPrivate = false,
    revision,
  }: { id?: string; allowPrivate?: boolean; revision?: number | undefined } = {},
): Promise<Integration> {
  const { db, enterpriseId, now, newId } = ctx;
  refuseBadAddress(settings.baseUrl, allowPrivate);
  const before = id ? await getIntegration(ctx, id) : null;
  if (before && apikey === undefined && hostOf(settings.baseUrl) !== hostOf(before.settings.baseUrl)) {
    const text = genAiTexts.keyForNewAddress;
    throw new DomainError("invalid", { message: text, errors: { apikey: text } });
  }
  const edited = before && { ...before, updatedAt: before.revision };
  if (edited) refuseStale(edited, revision);
  // Two edits within a millisecond still need two revisions.
  const at = Math.max(now(), (before?.revision ?? 0) + 1);
  const row = { id: id ?? newId(), name, nameKey: nameKey(name), authType, llm, settings, updatedAt: at };
  const sealed = apikey ? await sealSecret(ctx, ring, keyOwner(row.id), apikey) : undefined;
  const embedsAnew = before && (apikey !== undefined || !sameVectors(settings, before.settings));
  const readers = embedsAnew ? await readersOf(ctx, row.id) : [];
  const shown = { name, authType, llm, settings };
  const work = mapConflicts(
    db.batch([
      before
        ? guard(
            ctx,
            sql`EXISTS (SELECT 1 FROM ${integrations} WHERE ${thisIntegration(ctx, row.id)} AND updated_at = ${before.revision})`,
          )
        : guard(ctx, sql`1`),
      before
        ? db.update(integrations).set(row).where(thisIntegration(ctx, row.id))
        : db.insert(integrations).values({ ...row, enterpriseId, createdAt: at }),
      ...(sealed ? [keepSecret(ctx, keyOwner(row.id), sealed)] : []),
      ...readers.map(({ agentId }) => openingJob(ctx, build(agentId))),
      audited(ctx, {
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
    const newest = await getIntegration(ctx, row.id);
    return { ...newest, updatedAt: newest.revision };
  });
  return getIntegration(ctx, row.id);
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
  const text = providersTexts.addressRefused;
  throw new DomainError("invalid", { message: text, errors: { "settings.baseUrl": text } });
}

const hostOf = (baseUrl: string): string => new URL(baseUrl || OPENAI.baseUrl).origin;
