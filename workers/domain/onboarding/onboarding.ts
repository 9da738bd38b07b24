import { and, desc, eq, sql } from "drizzle-orm";
import { onboardings } from "#db/tenant/onboardings.ts";
import { onboardingTexts as texts } from "#texts/onboarding.ts";
import type {
  createOnboarding as createContract,
  listOnboardings as listContract,
  Onboarding,
} from "#workers/contract/endpoints/onboarding.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { mayMove, type OnboardingMove } from "#workers/contract/onboarding.ts";
import { audited } from "../audit.ts";
import { newWebhookToken } from "../channels/account.ts";
import { refuseUnknownLinks } from "../channels/save.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { counting, page } from "../page.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";

export type OnboardingRow = typeof onboardings.$inferSelect;

export const thisOnboarding = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(onboardings.enterpriseId, enterpriseId), eq(onboardings.id, id));

/** Its channel has its id; somebody may have deleted it since. */
const columns = {
  row: onboardings,
  channelId: sql<string | null>`(SELECT c.id FROM channels c WHERE c.id = onboardings.id)`.as("its_channel"),
};
const reading = (ctx: Ctx, id: string) =>
  ctx.db.select(columns).from(onboardings).where(thisOnboarding(ctx, id)).limit(1);
export type FoundOnboarding = { row: OnboardingRow; channelId: string | null };

export async function findOnboarding(ctx: Ctx, id: string): Promise<FoundOnboarding> {
  const [found] = await reading(ctx, id);
  if (!found) throw new DomainError("notFound", { message: texts.gone });
  return found;
}

export const onWire = ({ row, channelId }: FoundOnboarding): Onboarding => ({
  id: row.id,
  name: row.name,
  deptId: row.departmentId ?? "",
  step: row.step,
  reason: row.reason,
  wabaId: row.wabaId,
  numberId: row.numberId,
  number: row.number,
  verifiedName: row.verifiedName,
  channelId,
  revision: row.revision,
  updatedBy: row.updatedBy,
  updatedAt: iso(row.updatedAt),
});

/** Numbers on their way, the latest first. */
export async function listOnboardings(
  ctx: Ctx,
  paging: InputOf<typeof listContract>["query"],
): Promise<ReplyOf<typeof listContract>> {
  const { limit, offset, cut } = page(paging);
  const which = eq(onboardings.enterpriseId, ctx.enterpriseId);
  const [found, [counted]] = await ctx.db.batch([
    ctx.db
      .select(columns)
      .from(onboardings)
      .where(which)
      .orderBy(desc(onboardings.updatedAt), desc(onboardings.id))
      .limit(limit)
      .offset(offset),
    counting(ctx, onboardings, which),
  ]);
  const { rows, more } = cut(found);
  return { onboardings: rows.map(onWire), more, total: counted?.total ?? 0 };
}

/** Begins one: nothing but its name is known. */
export async function createOnboarding(
  ctx: Ctx,
  { name, deptId }: InputOf<typeof createContract>["body"],
): Promise<Onboarding> {
  await refuseUnknownLinks(ctx, { deptId, agentId: "" });
  const { db, enterpriseId, newId, now } = ctx;
  const row: OnboardingRow = {
    id: newId(),
    enterpriseId,
    name,
    departmentId: deptId || null,
    step: "started",
    reason: "",
    state: "",
    client: "",
    wabaId: "",
    numberId: "",
    number: "",
    verifiedName: "",
    codeSentAt: null,
    codeTries: 0,
    partnerChannel: "",
    callbackToken: newWebhookToken(),
    createdAt: now(),
    ...nextRevision(ctx, null),
  };
  await db.batch([
    db.insert(onboardings).values(row),
    audited(ctx, { action: "create", kind: "onboarding", object: row, after: shown(row) }),
  ]);
  return onWire({ row, channelId: null });
}

const shown = ({ name, departmentId, step, number }: OnboardingRow) => ({
  name,
  department: departmentId,
  step,
  number,
});

/** Throws stepPassed for a move that its step does not allow. */
export function refuseMove(move: OnboardingMove, { step }: Pick<OnboardingRow, "step">): void {
  if (!mayMove(move, step)) throw new DomainError("stepPassed");
}

/** Takes an onboarding further, unless somebody has meanwhile. */
export async function advance(
  ctx: Ctx,
  { row: before, channelId }: FoundOnboarding,
  set: Partial<OnboardingRow>,
  { revision }: { revision?: number | undefined } = {},
): Promise<FoundOnboarding> {
  refuseStale(before, revision);
  const now: OnboardingRow = { ...before, ...set, ...nextRevision(ctx, before) };
  await unlessStale(
    ctx.db.batch([
      guardRevision(ctx, onboardings, before.id, before.revision),
      ctx.db
        .update(onboardings)
        .set({ ...set, ...nextRevision(ctx, before) })
        .where(thisOnboarding(ctx, before.id)),
      audited(ctx, {
        action: "update",
        kind: "onboarding",
        object: now,
        before: shown(before),
        after: shown(now),
      }),
    ]),
    async () => (await findOnboarding(ctx, before.id)).row,
  );
  return { row: now, channelId };
}

/** Deletes an onboarding; what it has become stays. */
export async function deleteOnboarding(ctx: Ctx, id: string): Promise<void> {
  const { row } = await findOnboarding(ctx, id);
  await unlessStale(
    ctx.db.batch([
      guardRevision(ctx, onboardings, id, row.revision),
      ctx.db.delete(onboardings).where(thisOnboarding(ctx, id)),
      audited(ctx, { action: "delete", kind: "onboarding", object: row, before: shown(row) }),
    ]),
    async () => (await findOnboarding(ctx, id)).row,
  );
}
