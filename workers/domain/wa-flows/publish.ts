import { eq, sql } from "drizzle-orm";
import { waFlows } from "#db/tenant/wa-flows.ts";
import { waFlowsTexts as texts } from "#texts/wa-flows.ts";
import type { FlowAnswer } from "#workers/channels/adapter.ts";
import type { WaFlowDraft } from "#workers/contract/endpoints/wa-flows.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { nextRevision, refuseStale, unlessStale } from "../revision.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import {
  draftIn,
  findFlow,
  findingFlow,
  getDraft,
  guardDraft,
  readingDraft,
  refuseFixed,
  refuseWrong,
  USED_IN,
} from "./draft.ts";
import { invalid, thisFlow, type WaFlowRow } from "./flow.ts";
import { ensureKey } from "./keys.ts";
import type { VendorFlows, VendorOfFlows } from "./vendor.ts";

/** Nobody saves for so long while a flow is uploaded, if whoever uploads it goes down. */
const BUSY_MS = 60_000;

export interface Uploading {
  vendorOf: VendorOfFlows;
  ring: KeyRing;
  endpointUrlOf: (channelId: string) => string;
}

/** Uploads a draft, so that its vendor says what is wrong with it. */
export async function validateFlow(
  ctx: Ctx,
  deps: Uploading,
  id: string,
  revision: number,
): Promise<WaFlowDraft> {
  const { row, vendor } = await begin(ctx, deps, id, revision);
  const answer = await upload(ctx, deps, row, vendor);
  return end(ctx, row, answer, vendorIdIn(answer, row));
}

/**
 * Uploads and publishes a draft. Its vendor's id is kept before it is published, and nobody edits it meanwhile, so that
 * what people get is what is shown here. Where the vendor finds something it stays a draft, and says what.
 */
export async function publishFlow(
  ctx: Ctx,
  deps: Uploading,
  id: string,
  revision: number,
): Promise<WaFlowDraft> {
  const { row, vendor } = await begin(ctx, deps, id, revision, refuseWrong);
  const answer = await upload(ctx, deps, row, vendor);
  const theirs = vendorIdIn(answer, row);
  if (answer.outcome !== "taken" || answer.errors.length > 0) return end(ctx, row, answer, theirs);
  if (theirs.vendorId !== undefined) await ctx.db.update(waFlows).set(theirs).where(thisFlow(ctx, id));
  const published = await vendor.change("publish", answer.vendorId);
  if (published.outcome !== "taken") return end(ctx, row, published, { metaErrors: [] });
  // The vendor may have told already what became of it.
  const [, , ...read] = await ctx.db.batch([
    ctx.db
      .update(waFlows)
      .set({
        state: sql`CASE ${waFlows.state} WHEN 'DRAFT' THEN 'PUBLISHED' ELSE ${waFlows.state} END`,
        busyUntil: 0,
        metaErrors: [],
        health: "",
        revision: sql`${waFlows.revision} + 1`,
      })
      .where(thisFlow(ctx, id)),
    audited(ctx, { action: "publish", kind: "waFlow", object: row, after: { vendorId: answer.vendorId } }),
    ...readingDraft(ctx, id),
  ]);
  return draftIn(read);
}

async function begin(
  ctx: Ctx,
  { vendorOf }: Uploading,
  id: string,
  revision: number,
  check: (row: WaFlowRow) => void = () => {},
): Promise<{ row: WaFlowRow; vendor: VendorFlows }> {
  const row = await findFlow(ctx, id);
  refuseFixed(row, ctx.now());
  refuseStale(row, revision);
  check(row);
  const vendor = await vendorOf(row.channelId);
  if (!vendor) throw invalid("id", texts.noChannel);
  const set = { ...nextRevision(ctx, row), busyUntil: ctx.now() + BUSY_MS };
  await unlessStale(
    ctx.db.batch([guardDraft(ctx, row), ctx.db.update(waFlows).set(set).where(thisFlow(ctx, id))]),
    () => findFlow(ctx, id),
  );
  return { row: { ...row, ...set }, vendor };
}

async function upload(
  ctx: Ctx,
  { ring, endpointUrlOf }: Uploading,
  { vendorId, name, categories, content, channelId, asksEndpoint }: WaFlowRow,
  vendor: VendorFlows,
): Promise<FlowAnswer> {
  if (asksEndpoint) await ensureKey(ctx, ring, channelId, vendor);
  const endpointUrl = asksEndpoint ? endpointUrlOf(channelId) : undefined;
  return vendor.upload({ vendorId, name, categories, content, endpointUrl });
}

/** The id that the vendor has given a flow which had none, or another. */
const vendorIdIn = (answer: FlowAnswer, { vendorId }: WaFlowRow): { vendorId?: string } =>
  answer.outcome === "taken" && answer.vendorId !== vendorId ? { vendorId: answer.vendorId } : {};

/** Lets others edit it again and keeps what the vendor has found; refused as the vendor has refused. */
async function end(
  ctx: Ctx,
  { id }: WaFlowRow,
  answer: FlowAnswer | { outcome: "refused"; reason: string } | { outcome: "unclear" },
  set: Partial<Pick<WaFlowRow, "metaErrors">> & { vendorId?: string },
): Promise<WaFlowDraft> {
  const found = answer.outcome === "taken" ? { metaErrors: answer.errors } : {};
  const [, ...read] = await ctx.db.batch([
    ctx.db
      .update(waFlows)
      .set({ ...found, ...set, busyUntil: 0 })
      .where(thisFlow(ctx, id)),
    ...readingDraft(ctx, id),
  ]);
  refuseAnswer(answer);
  return draftIn(read);
}

function refuseAnswer(
  answer: { outcome: "refused"; reason: string } | { outcome: "taken" | "unclear" },
): void {
  if (answer.outcome === "refused") throw invalid("content", texts.vendorRefused(answer.reason));
  if (answer.outcome === "unclear") throw new DomainError("vendorSilent", { message: texts.vendorSilent });
}

/** Withdraws a flow for good; refused while a published journey sends it. */
export async function deprecateFlow(ctx: Ctx, { vendorOf }: Uploading, id: string): Promise<WaFlowDraft> {
  const [[row], used] = await ctx.db.batch([findingFlow(ctx, id), readingUsers(ctx, id, "published")]);
  if (!row) throw new DomainError("notFound");
  if (row.state === "DEPRECATED") return getDraft(ctx, id);
  if (row.state === "DRAFT" || row.vendorId === null) throw invalid("id", texts.notPublished);
  refuseUsed(used);
  const vendor = await vendorOf(row.channelId);
  if (vendor) refuseAnswer(await vendor.change("deprecate", row.vendorId));
  const [, , ...read] = await ctx.db.batch([
    ctx.db
      .update(waFlows)
      .set({ state: "DEPRECATED", ...nextRevision(ctx, row) })
      .where(thisFlow(ctx, id)),
    audited(ctx, { action: "deprecate", kind: "waFlow", object: row }),
    ...readingDraft(ctx, id),
  ]);
  return draftIn(read);
}

/** A statement that reads the first journeys that send it. */
const readingUsers = (ctx: Ctx, id: string, which: "any" | "published") =>
  ctx.db
    .select({ name: sql<string>`u.name` })
    .from(sql`(${USED_IN(ctx.enterpriseId, id, which)} ORDER BY a.name LIMIT 5) u`);

function refuseUsed(used: readonly { name: string }[]): void {
  if (used.length > 0) throw invalid("id", texts.inUse(used.map(({ name }) => name).join(", ")));
}

/** Deletes a draft that no journey sends. */
export async function deleteFlow(ctx: Ctx, { vendorOf }: Uploading, id: string): Promise<void> {
  const row = await findFlow(ctx, id);
  if (row.state !== "DRAFT") throw invalid("id", texts.notDeleted);
  refuseFixed(row, ctx.now());
  refuseUsed(await readingUsers(ctx, id, "any"));
  if (row.vendorId !== null) {
    const vendor = await vendorOf(row.channelId);
    // One that the vendor has no more is deleted all the same.
    const answer = await vendor?.change("delete", row.vendorId);
    if (answer?.outcome === "unclear") refuseAnswer(answer);
    // Whoever saves it at this moment keeps a draft that is uploaded anew.
    await ctx.db.update(waFlows).set({ vendorId: null, previewUrl: "" }).where(thisFlow(ctx, id));
  }
  try {
    await ctx.db.batch([
      guardDraft(ctx, row),
      guard(ctx, sql`NOT EXISTS (${USED_IN(ctx.enterpriseId, id, "any")})`),
      ctx.db.update(waFlows).set({ deletedAt: ctx.now() }).where(thisFlow(ctx, id)),
      audited(ctx, { action: "delete", kind: "waFlow", object: row, before: { name: row.name } }),
    ]);
  } catch (error) {
    if (guardFailed(error)) throw new DomainError("changedMeanwhile");
    throw error;
  }
}

/** Takes over what the vendor says of a flow now. */
export async function syncFlow(ctx: Ctx, { vendorOf }: Uploading, id: string): Promise<WaFlowDraft> {
  const row = await findFlow(ctx, id);
  const vendor = await vendorOf(row.channelId);
  const theirs = row.vendorId === null ? undefined : await vendor?.read(row.vendorId);
  if (row.vendorId !== null && vendor && !theirs && !row.vendorId.startsWith("sim."))
    throw new DomainError("vendorSilent", { message: texts.vendorSilent });
  if (theirs)
    await ctx.db
      .update(waFlows)
      .set({
        ...{ state: theirs.state, previewUrl: theirs.previewUrl, metaErrors: theirs.errors },
        health: theirs.health,
        stateAt: ctx.now(),
        revision: row.revision + 1,
      })
      .where(sql`${thisFlow(ctx, id)} AND ${eq(waFlows.revision, row.revision)}`);
  return getDraft(ctx, id);
}
