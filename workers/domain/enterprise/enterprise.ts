import { eq, sql } from "drizzle-orm";
import { enterpriseTexts } from "#texts/enterprise.ts";
import { shellTexts } from "#texts/shell.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import type { Enterprise } from "#workers/contract/endpoints/enterprise.ts";
import type { EnterpriseDetails, FeatureFlags, WhiteLabel } from "#workers/contract/endpoints/profile.ts";
import { countryOfZone } from "#workers/contract/zone-countries.ts";
import { auditedInDirectory } from "../audit.ts";
import { fileRow } from "../drive/file.ts";
import { quotaOf, usedBytes } from "../drive/quota.ts";
import { replaceFiles } from "../drive/remove.ts";
import type { DriveBucket } from "../drive/store.ts";
import { DomainError } from "../error.ts";
import { guard } from "../guard.ts";
import { proofOf } from "../links/own-host.ts";
import { outsideOf } from "../residency/outside.ts";
import { regionOf, type RegionSettings } from "../residency/regions.ts";
import { refuseStale, unlessStale } from "../revision.ts";
import { type Place, USUAL_PLACE } from "../runs/contact-fields.ts";
import { iso, type DirectoryCtx, type Ctx } from "../ctx.ts";
import { decidedFeatures, featuresOf, refuseNotOffered } from "./features.ts";

type EnterpriseRow = typeof enterprises.$inferSelect;

const noDetails: EnterpriseDetails = {
  industry: "",
  country: "",
  timezone: "",
  address: "",
  phone: "",
  website: "",
  contactEmail: "",
  linkHost: "",
};
const noWhiteLabel: WhiteLabel = { title: "", logoId: "", accent: "", accentDark: "" };

export const whiteLabelOf = ({ whiteLabel }: Pick<EnterpriseRow, "whiteLabel">): WhiteLabel => ({
  ...noWhiteLabel,
  ...whiteLabel,
});

/** The console's name for this enterprise. */
export const titleOf = (row: Pick<EnterpriseRow, "whiteLabel">): string =>
  row.whiteLabel.title || shellTexts.product;

/** The country in which the enterprise's phone numbers are, as far as its details tell. */
export const countryOf = ({ details }: Pick<EnterpriseRow, "details">): string =>
  details.country || countryOfZone(details.timezone ?? "");

/** Where it is, for its bots and journeys. */
export const placeOf = (row: Pick<EnterpriseRow, "details">): Place => ({
  zone: row.details.timezone || USUAL_PLACE.zone,
  country: countryOf(row) || USUAL_PLACE.country,
});

async function enterpriseRow({ db, enterpriseId }: DirectoryCtx): Promise<EnterpriseRow> {
  const [row] = await db.select().from(enterprises).where(eq(enterprises.id, enterpriseId));
  if (!row) throw new DomainError("notFound");
  return row;
}

/** Things that an installation lets its enterprises have. */
export interface Offer {
  features: FeatureFlags;
  /** Short links stand there, unless the enterprise has a domain of its own. */
  linkOrigin: string;
  /** Where it keeps what. */
  regions: RegionSettings;
  /** The carrier of its mail: mailchimp, or outbox where none leaves. */
  mail: string;
}

/** The facts of an answer that the enterprise's own database has. */
async function besidesOf(ctx: Ctx, { mail }: Offer) {
  const [used, outside] = await Promise.all([usedBytes(ctx), outsideOf(ctx, mail)]);
  return { used, outside };
}

const replyOf = (
  row: EnterpriseRow,
  { used, outside }: Awaited<ReturnType<typeof besidesOf>>,
  offered: Offer,
): Enterprise => ({
  name: row.name,
  details: { ...noDetails, ...row.details },
  whiteLabel: whiteLabelOf(row),
  features: featuresOf(row.features, offered.features),
  linkProof: { host: new URL(offered.linkOrigin).host, text: proofOf(row.id) },
  drive: { used, quota: quotaOf(row) },
  residency: {
    customers: regionOf(offered.regions, row.database),
    files: regionOf(offered.regions, "FILES"),
    backups: regionOf(offered.regions, "BACKUPS"),
    live: regionOf(offered.regions, "LIVE"),
    ...outside,
  },
  offered: offered.features,
  revision: row.revision,
  updatedBy: row.updatedBy,
  updatedAt: iso(row.updatedAt),
});

export const getEnterprise = async (
  directoryCtx: DirectoryCtx,
  ctx: Ctx,
  offered: Offer,
): Promise<Enterprise> => {
  const [row, besides] = await Promise.all([enterpriseRow(directoryCtx), besidesOf(ctx, offered)]);
  return replyOf(row, besides, offered);
};

export interface EnterpriseChange {
  name?: string | undefined;
  details?: Partial<EnterpriseDetails> | undefined;
  whiteLabel?: Partial<WhiteLabel> | undefined;
  features?: Partial<FeatureFlags> | undefined;
  driveQuota?: number | undefined;
  revision?: number | undefined;
}

/**
 * Changes the given fields and keeps the rest, unless somebody was faster. A logo must have been uploaded as one; the
 * old file is deleted.
 */
export async function saveEnterprise(
  directoryCtx: DirectoryCtx,
  ctx: Ctx,
  bucket: DriveBucket,
  { name, details = {}, whiteLabel = {}, features = {}, driveQuota, revision }: EnterpriseChange,
  offered: Offer & { requireOwnHost: (host: string) => Promise<void> },
): Promise<Enterprise> {
  const { db, enterpriseId, actor, now } = directoryCtx;
  refuseNotOffered(features, offered.features);
  const [before, besides] = await Promise.all([
    enterpriseRow(directoryCtx),
    besidesOf(ctx, offered),
    whiteLabel.logoId && requireLogo(ctx, whiteLabel.logoId),
  ]);
  refuseStale(before, revision);
  const host = details.linkHost ?? "";
  if (host !== "" && host !== before.details.linkHost) await offered.requireOwnHost(host);
  const after = {
    name: name ?? before.name,
    details: { ...before.details, ...given(details) },
    whiteLabel: { ...before.whiteLabel, ...given(whiteLabel) },
    features: { ...decidedFeatures(before.features), ...given(features) },
    driveQuota: driveQuota ?? before.driveQuota,
  };
  const mine = eq(enterprises.id, enterpriseId);
  const write = db.batch([
    guard(
      directoryCtx,
      sql`EXISTS (SELECT 1 FROM ${enterprises} WHERE ${mine} AND ${enterprises.revision} = ${before.revision})`,
    ),
    db
      .update(enterprises)
      .set({ ...after, revision: before.revision + 1, updatedBy: actor.name, updatedAt: now() })
      .where(mine)
      .returning(),
    auditedInDirectory(directoryCtx, {
      action: "configure",
      kind: "enterprise",
      object: { id: enterpriseId, name: after.name },
      before: {
        name: before.name,
        details: before.details,
        whiteLabel: before.whiteLabel,
        features: before.features,
        driveQuota: before.driveQuota,
      },
      after,
    }),
  ]);
  const [, [saved]] = await unlessStale(write, () => enterpriseRow(directoryCtx));
  if (!saved) throw new DomainError("notFound");
  if (whiteLabel.logoId === undefined) return replyOf(saved, besides, offered);
  await replaceFiles(ctx, bucket, { use: "logo", keep: whiteLabel.logoId || null });
  return replyOf(saved, { ...besides, used: await usedBytes(ctx) }, offered);
}

/** Drops the fields that were not given. */
const given = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

async function requireLogo(ctx: Ctx, id: string): Promise<void> {
  const file = await fileRow(ctx, id).catch(() => undefined);
  if (file?.use === "logo") return;
  const message = enterpriseTexts.logoUnknown;
  throw new DomainError("invalid", { message, errors: { "whiteLabel.logoId": message } });
}
