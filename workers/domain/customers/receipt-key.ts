import { and, eq, sql } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { erasureReceipts } from "#db/tenant/customers.ts";
import { secrets } from "#db/tenant/secrets.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { passedOver } from "../bare/fenced.ts";
import type { Ctx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { firstSecret } from "../secrets/secret.ts";
import { open, type Owner } from "../secrets/seal.ts";

/**
 * The keys of erasure receipts. An enterprise has a secret of its own for them, made once and sealed like any other: a
 * rotation of DATA_KEY seals it anew, and every receipt stays verifiable. A receipt names the version of its key.
 */
export const RECEIPT_KEY_VERSION = 1;
/** Receipts from before were keyed by the text of DATA_KEY, which is kept for them. */
const FORMER_VERSION = 0;

const ownerOf = (enterpriseId: EnterpriseId, version: number): Owner => ({
  kind: "erasure",
  id: enterpriseId,
  field: `receipt-key-${version}`,
});

type ReceiptKey = Uint8Array<ArrayBuffer>;

/** The key of new receipts. Makes the enterprise's secret the first time. */
export async function receiptKey(ctx: Ctx, ring: KeyRing): Promise<ReceiptKey> {
  const made = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
  return derived(await firstSecret(ctx, ring, ownerOf(ctx.enterpriseId, RECEIPT_KEY_VERSION), made));
}

/** The hash of a phone number on a receipt. */
export const receiptHash = (ctx: Ctx, key: ReceiptKey, phone: string): Promise<string> =>
  hmac(key, messageOf(ctx, phone));

/** A statement that reads the enterprise's sealed keys, of every version. */
export const readingReceiptKeys = (ctx: Ctx) =>
  ctx.db
    .select()
    .from(secrets)
    .where(
      and(
        eq(secrets.enterpriseId, ctx.enterpriseId),
        eq(secrets.ownerKind, "erasure"),
        eq(secrets.ownerId, ctx.enterpriseId),
      ),
    );

/** Whether a receipt was given for this phone number. */
export async function provesPhone(
  ctx: Ctx,
  ring: KeyRing,
  sealed: readonly (typeof secrets.$inferSelect)[],
  { phoneHash, keyVersion }: { phoneHash: string; keyVersion: number },
  phone: string,
): Promise<boolean> {
  const owner = ownerOf(ctx.enterpriseId, keyVersion);
  const row = sealed.find(({ field }) => field === owner.field);
  if (!row) return false;
  const secret = await open(ring, ctx.enterpriseId, owner, row);
  const keys =
    keyVersion === FORMER_VERSION
      ? (JSON.parse(secret) as string[]).map((text) => new TextEncoder().encode(text))
      : [await derived(secret)];
  const hashes = await Promise.all(keys.map((key) => receiptHash(ctx, key, phone)));
  return hashes.includes(phoneHash);
}

/**
 * Keeps the key of receipts from before the enterprise had a secret for them, while DATA_KEY is still what made them:
 * in all enterprises of one database that have such receipts and no such key.
 */
export async function keepFormerReceiptKeys(
  db: TenantDb,
  ctxFor: (enterpriseId: EnterpriseId) => Ctx,
  ring: KeyRing,
  dataKey: string,
): Promise<void> {
  const without = await db
    .selectDistinct({ enterpriseId: erasureReceipts.enterpriseId })
    .from(erasureReceipts)
    .where(
      and(
        eq(erasureReceipts.keyVersion, FORMER_VERSION),
        sql.raw(passedOver("erasure_receipts.enterprise_id")),
        sql`NOT EXISTS (SELECT 1 FROM ${secrets} WHERE ${secrets.enterpriseId} = ${erasureReceipts.enterpriseId}
          AND ${secrets.ownerKind} = 'erasure' AND ${secrets.field} = ${`receipt-key-${FORMER_VERSION}`})`,
      ),
    );
  for (const { enterpriseId } of without) {
    const owner = ownerOf(enterpriseId, FORMER_VERSION);
    await firstSecret(ctxFor(enterpriseId), ring, owner, JSON.stringify(formsOf(dataKey)));
  }
}

/** The texts that DATA_KEY may have been, newest first: whole, and without the keys that were put in front since. */
function formsOf(dataKey: string): string[] {
  const parts = dataKey.split(",");
  return [
    ...new Set(
      parts.flatMap((_, at) => {
        const form = parts.slice(at).join(",");
        return [form, form.replace(/^v\d+:/, "")];
      }),
    ),
  ];
}

const messageOf = ({ enterpriseId }: Ctx, phone: string): string => `${enterpriseId}:${phone}`;

async function derived(secret: string): Promise<ReceiptKey> {
  const base = await crypto.subtle.importKey("raw", Buffer.from(secret, "base64"), "HKDF", false, [
    "deriveBits",
  ]);
  const info = new TextEncoder().encode("erasure receipt: phone number");
  const bits = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info },
    base,
    256,
  );
  return new Uint8Array(bits);
}

async function hmac(key: ReceiptKey, message: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  const signed = await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(message));
  return Buffer.from(signed).toString("hex");
}
