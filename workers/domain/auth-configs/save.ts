import { sql } from "drizzle-orm";
import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import { authConfigs } from "#db/tenant/auth-configs.ts";
import {
  type PlainConfig,
  plainConfig,
  type PlainType,
  type Secrets,
  secretsNeeded,
} from "#workers/contract/auth-types.ts";
import type { AnyIntegration, Integration } from "#workers/contract/endpoints/integrations.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { audited } from "../audit.ts";
import { mapConflicts } from "../error.ts";
import { guard } from "../guard.ts";
import { nextRevision, refuseStale, unlessStale } from "../revision.ts";
import type { Ctx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { dropSecret, keepSecret, sealSecret } from "../secrets/secret.ts";
import { refuseTarget } from "./address.ts";
import {
  authConfigOnWire,
  authConfigRow,
  type AuthConfigRow,
  keptOf,
  secretOwner,
  targetOf,
  thisAuthConfig,
} from "./auth-config.ts";
import { checked, refuse } from "./checked.ts";

/**
 * Creates a configuration of type 1 to 4 (without `id`) or changes one, its secrets encrypted in the same transaction.
 * Omitted secrets stay unless the host changes: else an editor could have them sent to a server of their own.
 */
export async function saveAuthConfig(
  ctx: Ctx,
  ring: KeyRing,
  type: PlainType,
  given: Omit<AnyIntegration, "authType">,
  { id, allowPrivate }: { id?: string; allowPrivate: boolean },
): Promise<Integration> {
  const { db, enterpriseId, now, newId } = ctx;
  const config = checked(plainConfig(type), { ...given, authType: type }) as PlainConfig;
  refuseTarget(type, config.data, allowPrivate);
  const before = id ? await authConfigRow(ctx, id) : null;
  if (before && before.authType !== type) refuse({ authType: texts.typeFixed });
  if (before) refuseStale(before, given.revision);
  const needed = secretsNeeded(type, config.data);
  refuse(secretsMissing(config, needed, before));

  const rowId = id ?? newId();
  const old = before ? keptOf(before).hints : {};
  const replaced = needed.filter((field) => config.secrets[field as keyof Secrets] !== undefined);
  const sealed = await Promise.all(
    replaced.map(async (field) => {
      const owner = secretOwner(rowId, field);
      return { owner, sealed: await sealSecret(ctx, ring, owner, secretIn(config, field)) };
    }),
  );
  const hints = Object.fromEntries(
    needed.map((field) => [
      field,
      replaced.includes(field) ? hintOf(secretIn(config, field)) : (old[field] ?? ""),
    ]),
  );
  const row = {
    name: config.name,
    nameKey: nameKey(config.name),
    authType: type,
    data: { fields: config.data, hints },
    ...nextRevision(ctx, before),
  };
  const shown = ({ name, data }: Pick<AuthConfigRow, "name" | "data">) => ({
    name,
    ...keptOf({ data }).fields,
  });
  await unlessStale(
    mapConflicts(
      db.batch([
        before
          ? guard(
              ctx,
              sql`EXISTS (SELECT 1 FROM ${authConfigs} WHERE ${thisAuthConfig(ctx, rowId)} AND revision = ${before.revision})`,
            )
          : guard(ctx, sql`1`),
        before
          ? db.update(authConfigs).set(row).where(thisAuthConfig(ctx, rowId))
          : db.insert(authConfigs).values({ ...row, id: rowId, enterpriseId, createdAt: now() }),
        ...sealed.map((each) => keepSecret(ctx, each.owner, each.sealed)),
        ...Object.keys(old)
          .filter((field) => !needed.includes(field))
          .map((field) => dropSecret(ctx, secretOwner(rowId, field))),
        audited(ctx, {
          action: before ? "update" : "create",
          kind: "authConfig",
          object: { id: rowId, name: config.name },
          before: before && shown(before),
          after: { ...shown(row), ...(before && replaced.length > 0 && { replaced }) },
        }),
      ]),
      { "auth_configs.name_key": "authConfigNameTaken" },
    ),
    () => authConfigRow(ctx, rowId),
  );
  return authConfigOnWire(await authConfigRow(ctx, rowId));
}

const secretIn = ({ secrets }: PlainConfig, field: string): string => secrets[field as keyof Secrets] ?? "";

function secretsMissing(
  { authType, data, secrets }: PlainConfig,
  needed: readonly string[],
  before: AuthConfigRow | null,
): Record<string, string> {
  const kept = before && keptOf(before);
  const moved = kept && targetOf(authType, kept.fields) !== targetOf(authType, data);
  const missing = needed.filter(
    (field) => secrets[field as keyof Secrets] === undefined && (moved || kept?.hints[field] === undefined),
  );
  return Object.fromEntries(
    missing.map((field) => [`secrets.${field}`, moved ? texts.secretForNewTarget : texts.empty]),
  );
}

/** The last characters of a secret, to recognise it by; none of a short secret, since they would reveal too much. */
const hintOf = (secret: string): string => (secret.length >= 12 ? secret.slice(-4) : "");
