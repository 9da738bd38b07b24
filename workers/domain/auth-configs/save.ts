import { sql } from "drizzle-orm";
import * as messages from "#app/messages.ts";
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
import { refusing } from "../error.ts";
import { only } from "../guard.ts";
import { nextRevision, refuseStale, unlessStale } from "../revision.ts";
import type { Scope } from "../scope.ts";
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

const texts = messages.authConfigs;

/**
 * Creates a configuration of type 1 to 4 (without `id`) or changes one, its secrets encrypted in the same transaction.
 * Omitted secrets stay unless the host changes: otherwise anyone who may edit the address could have them sent to a
 * server of their own.
 */
export async function saveAuthConfig(
  scope: Scope,
  ring: KeyRing,
  type: PlainType,
  given: Omit<AnyIntegration, "authType">,
  { id, allowPrivate }: { id?: string; allowPrivate: boolean },
): Promise<Integration> {
  const { db, enterpriseId, now, newId } = scope;
  const config = checked(plainConfig(type), { ...given, authType: type }) as PlainConfig;
  refuseTarget(type, config.data, allowPrivate);
  const before = id ? await authConfigRow(scope, id) : null;
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
      return { owner, sealed: await sealSecret(scope, ring, owner, secretIn(config, field)) };
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
    ...nextRevision(scope, before),
  };
  const shown = ({ name, data }: Pick<AuthConfigRow, "name" | "data">) => ({
    name,
    ...keptOf({ data }).fields,
  });
  await unlessStale(
    refusing(
      db.batch([
        before
          ? only(
              scope,
              sql`EXISTS (SELECT 1 FROM ${authConfigs} WHERE ${thisAuthConfig(scope, rowId)} AND revision = ${before.revision})`,
            )
          : only(scope, sql`1`),
        before
          ? db.update(authConfigs).set(row).where(thisAuthConfig(scope, rowId))
          : db.insert(authConfigs).values({ ...row, id: rowId, enterpriseId, createdAt: now() }),
        ...sealed.map((each) => keepSecret(scope, each.owner, each.sealed)),
        ...Object.keys(old)
          .filter((field) => !needed.includes(field))
          .map((field) => dropSecret(scope, secretOwner(rowId, field))),
        audited(scope, {
          action: before ? "update" : "create",
          kind: "authConfig",
          object: { id: rowId, name: config.name },
          before: before && shown(before),
          after: { ...shown(row), ...(before && replaced.length > 0 && { replaced }) },
        }),
      ]),
      { "auth_configs.name_key": "authConfigNameTaken" },
    ),
    () => authConfigRow(scope, rowId),
  );
  return authConfigOnWire(await authConfigRow(scope, rowId));
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
