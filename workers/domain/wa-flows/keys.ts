import { and, eq, sql } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { secrets } from "#db/tenant/secrets.ts";
import { waFlowKeys } from "#db/tenant/wa-flows.ts";
import { waFlowsTexts as texts } from "#texts/wa-flows.ts";
import type { WaFlowKey } from "#workers/contract/endpoints/wa-flows.ts";
import { audited } from "../audit.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { open, type Owner } from "../secrets/seal.ts";
import { dropSecret, keepSecret, sealSecret } from "../secrets/secret.ts";
import { newKeyPair } from "./crypto.ts";
import type { VendorFlows, VendorOfFlows } from "./vendor.ts";

/** As long as Meta may use the key before. */
const PREVIOUS_MS = 24 * 3_600_000;

const owner = (id: string, field: "key" | "previous"): Owner => ({ kind: "waFlowKey", id, field });

const thisKey = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, channelId: string) =>
  and(eq(waFlowKeys.enterpriseId, enterpriseId), eq(waFlowKeys.channelId, channelId));

/** The private keys of a channel that may be used now, the newest first. */
export async function privateKeys(
  ctx: Pick<Ctx, "db" | "enterpriseId" | "now">,
  ring: KeyRing,
  channelId: string,
): Promise<string[]> {
  const { db, enterpriseId, now } = ctx;
  const [[row], sealed] = await db.batch([
    db.select().from(waFlowKeys).where(thisKey(ctx, channelId)).limit(1),
    db
      .select()
      .from(secrets)
      .where(
        and(
          eq(secrets.enterpriseId, enterpriseId),
          eq(secrets.ownerKind, "waFlowKey"),
          eq(secrets.ownerId, channelId),
        ),
      ),
  ]);
  if (!row) return [];
  const usable = sealed
    .filter(({ field }) => field === "key" || (row.previousUntil ?? 0) > now())
    .toSorted((a, b) => a.field.localeCompare(b.field));
  return Promise.all(
    usable.map((each) => open(ring, enterpriseId, owner(channelId, each.field as "key"), each)),
  );
}

const onWire = (row: typeof waFlowKeys.$inferSelect | undefined, endpointUrl: string): WaFlowKey => ({
  state: row?.state ?? "none",
  rotatedAt: isoOrNull(row?.rotatedAt ?? null),
  previousUntil: isoOrNull(row?.previousUntil ?? null),
  endpointUrl,
});

interface Around {
  vendorOf: VendorOfFlows;
  endpointUrl: string;
}

/** The key of a number as it is known here, with Meta's present state of it. */
export async function getKey(
  ctx: Ctx,
  channelId: string,
  { vendorOf, endpointUrl }: Around,
): Promise<WaFlowKey> {
  const { db, enterpriseId } = ctx;
  const [there, [row]] = await db.batch([
    db
      .select({ id: channels.id })
      .from(channels)
      .where(and(eq(channels.enterpriseId, enterpriseId), eq(channels.id, channelId)))
      .limit(1),
    db.select().from(waFlowKeys).where(thisKey(ctx, channelId)).limit(1),
  ]);
  if (there.length === 0) throw new DomainError("notFound");
  if (!row) return onWire(undefined, endpointUrl);
  const state = (await (await vendorOf(channelId))?.keyState()) ?? row.state;
  return onWire({ ...row, state }, endpointUrl);
}

/** Makes a new key. It is used from when Meta has its public part; the one before is accepted for a day. */
export async function rotateKey(
  ctx: Ctx,
  ring: KeyRing,
  channelId: string,
  { vendorOf, endpointUrl }: Around,
): Promise<WaFlowKey> {
  const [vendor, kept] = await Promise.all([vendorOf(channelId), keptOf(ctx, channelId)]);
  if (!vendor) throw new DomainError("notFound");
  return onWire(await makeKey(ctx, ring, channelId, vendor, kept), endpointUrl);
}

/** A key where there is none yet. */
export async function ensureKey(
  ctx: Ctx,
  ring: KeyRing,
  channelId: string,
  vendor: VendorFlows,
): Promise<void> {
  const [row] = await ctx.db.select().from(waFlowKeys).where(thisKey(ctx, channelId)).limit(1);
  if (row?.state !== "valid") await makeKey(ctx, ring, channelId, vendor, await keptOf(ctx, channelId));
}

/** The channel with the key that it has, sealed and not. */
const keptOf = (ctx: Ctx, channelId: string) => {
  const { db, enterpriseId } = ctx;
  return db.batch([
    db.select().from(waFlowKeys).where(thisKey(ctx, channelId)).limit(1),
    db
      .select()
      .from(secrets)
      .where(
        and(
          eq(secrets.enterpriseId, enterpriseId),
          eq(secrets.ownerKind, "waFlowKey"),
          eq(secrets.ownerId, channelId),
          eq(secrets.field, "key"),
        ),
      )
      .limit(1),
    db
      .select({ id: channels.id, name: channels.name })
      .from(channels)
      .where(and(eq(channels.enterpriseId, enterpriseId), eq(channels.id, channelId)))
      .limit(1),
  ]);
};

async function makeKey(
  ctx: Ctx,
  ring: KeyRing,
  channelId: string,
  vendor: VendorFlows,
  [[before], [secret], [channel]]: Awaited<ReturnType<typeof keptOf>>,
) {
  const { db, enterpriseId, now } = ctx;
  if (!channel) throw new DomainError("notFound");
  const { privateKey, publicKey } = await newKeyPair();
  const [sealed, previous] = await Promise.all([
    sealSecret(ctx, ring, owner(channelId, "key"), privateKey),
    secret &&
      open(ring, enterpriseId, owner(channelId, "key"), secret).then((text) =>
        sealSecret(ctx, ring, owner(channelId, "previous"), text),
      ),
  ]);
  const at = now();
  const row = {
    channelId,
    enterpriseId,
    publicKey,
    state: "unknown" as "unknown" | "valid" | "invalid",
    rotatedAt: at,
    previousUntil: previous ? at + PREVIOUS_MS : null,
  };
  // Both are kept before Meta hears of the new one: from then on either may be used.
  try {
    await db.batch([
      guard(
        ctx,
        sql`coalesce((SELECT rotated_at FROM wa_flow_keys WHERE channel_id = ${channelId}), 0) = ${before?.rotatedAt ?? 0}`,
      ),
      db.insert(waFlowKeys).values(row).onConflictDoUpdate({ target: waFlowKeys.channelId, set: row }),
      keepSecret(ctx, owner(channelId, "key"), sealed),
      previous
        ? keepSecret(ctx, owner(channelId, "previous"), previous)
        : dropSecret(ctx, owner(channelId, "previous")),
      audited(ctx, {
        action: "renewSecret",
        kind: "channel",
        object: channel,
        after: { rotatedAt: iso(at) },
      }),
    ]);
  } catch (error) {
    if (guardFailed(error)) throw new DomainError("changedMeanwhile", { message: texts.keyRotatedMeanwhile });
    throw error;
  }
  const state = (await vendor.setKey(publicKey)) ? ("valid" as const) : ("invalid" as const);
  await db
    .update(waFlowKeys)
    .set({ state })
    .where(and(thisKey(ctx, channelId), eq(waFlowKeys.rotatedAt, at)));
  return { ...row, state };
}
