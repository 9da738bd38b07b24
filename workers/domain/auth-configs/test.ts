import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import {
  plainConfig,
  type PlainConfig,
  type PlainType,
  type Secrets,
  secretsNeeded,
} from "#workers/contract/auth-types.ts";
import type { AnyIntegration, Finding } from "#workers/contract/endpoints/integrations.ts";
import { RefusedAddress } from "#workers/outbound/address.ts";
import { Redirected } from "#workers/outbound/call-public.ts";
import type { Ctx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { SecretError } from "../secrets/seal.ts";
import { refuseTarget } from "./address.ts";
import { authConfigRow, type AuthConfigRow, keptOf, targetOf } from "./auth-config.ts";
import { checked, refuse } from "./checked.ts";
import { type Outcome, type ReachDeps, reachTarget } from "./reach.ts";
import { storedSecrets } from "./stored-secrets.ts";

/** Tests a stored configuration with its stored secrets. */
export async function testAuthConfig(
  ctx: Ctx,
  ring: KeyRing,
  deps: ReachDeps,
  row: AuthConfigRow,
): Promise<Finding> {
  const { fields } = keptOf(row);
  const config = { name: row.name, authType: row.authType, data: fields, secrets: {} } as PlainConfig;
  return finding(ctx, async () =>
    reachTarget({ ...config, secrets: await storedSecrets(ctx, ring, row) }, deps),
  );
}

/** Tests a configuration before it is saved; omitted secrets are the stored ones of `id`, for the same host only. */
export async function tryAuthConfig(
  ctx: Ctx,
  ring: KeyRing,
  deps: ReachDeps,
  given: Omit<AnyIntegration, "revision"> & { id?: string | undefined; authType: PlainType },
): Promise<Finding> {
  // A test needs no name.
  const config = checked(plainConfig(given.authType), { ...given, name: given.name || "-" }) as PlainConfig;
  refuseTarget(config.authType, config.data, deps.allowPrivate);
  const stored = given.id ? await authConfigRow(ctx, given.id) : undefined;
  const same =
    stored?.authType === config.authType &&
    targetOf(config.authType, keptOf(stored).fields) === targetOf(config.authType, config.data);
  const hints = stored && same ? keptOf(stored).hints : {};
  const missing = secretsNeeded(config.authType, config.data).filter(
    (field) => config.secrets[field as keyof Secrets] === undefined && hints[field] === undefined,
  );
  const why = stored && !same ? texts.secretForNewTarget : texts.empty;
  refuse(Object.fromEntries(missing.map((field) => [`secrets.${field}`, why])));
  return finding(ctx, async () => {
    const kept = stored && same ? await storedSecrets(ctx, ring, stored) : {};
    return reachTarget({ ...config, secrets: { ...kept, ...config.secrets } }, deps);
  });
}

/** Tests an e-mail and a password at Appiyo; `id` names the configuration whose address is used. */
export async function tryAppiyo(
  ctx: Ctx,
  deps: ReachDeps,
  {
    emailId,
    password,
    baseUrl,
    id,
  }: { emailId: string; password: string; baseUrl?: string | undefined; id?: string | undefined },
): Promise<Finding> {
  const stored = id ? keptOf(await authConfigRow(ctx, id)).fields["baseUrl"] : undefined;
  const given = {
    authType: 1,
    name: "-",
    data: { baseUrl: baseUrl ?? stored, emailId },
    secrets: { password },
  };
  const config = checked(plainConfig(1), given);
  refuseTarget(1, config.data, deps.allowPrivate);
  return finding(ctx, () => reachTarget(config, deps));
}

/** Returns the result and its duration, in our own words. */
async function finding({ now }: Ctx, attempt: () => Promise<Outcome>): Promise<Finding> {
  const begun = now();
  try {
    const { ok, message, answer = null } = await attempt();
    return { ok, milliseconds: now() - begun, message, answer };
  } catch (error) {
    return { ok: false, milliseconds: now() - begun, message: wordsOf(error), answer: null };
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof RefusedAddress) return texts.addressRefused;
  if (error instanceof Redirected) return texts.redirected;
  if (error instanceof SecretError) return texts.secretBroken;
  if (error instanceof DOMException && error.name === "TimeoutError") return texts.tooSlow;
  return texts.notReached;
}
