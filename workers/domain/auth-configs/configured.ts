import type { PlainType, Secrets } from "#workers/contract/auth-types.ts";
import type { Ctx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { SecretError } from "../secrets/seal.ts";
import { findAuthConfig, keptOf, NoConfig } from "./auth-config.ts";
import { storedSecrets } from "./stored-secrets.ts";

/** Our own database broke off: nobody was called, and may be later. */
export class NotRead extends Error {
  override readonly name = "NotRead";
}

/** A configuration of this kind with its stored secrets, for a call. Throws NoConfig, SecretError or NotRead. */
export async function configured(
  ctx: Ctx,
  ring: KeyRing,
  { configId, authType }: { configId: string; authType: PlainType },
): Promise<{ fields: Record<string, unknown>; secrets: Secrets }> {
  try {
    const row = await findAuthConfig(ctx, configId);
    if (row?.authType !== authType) throw new NoConfig("there is no such configuration");
    return { fields: keptOf(row).fields, secrets: await storedSecrets(ctx, ring, row) };
  } catch (error) {
    if (error instanceof NoConfig || error instanceof SecretError) throw error;
    throw new NotRead("the configuration could not be read", { cause: error });
  }
}
