import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { channels } from "#db/tenant/channels.ts";
import { agents } from "#db/tenant/bots.ts";
import { departments } from "#db/tenant/departments.ts";
import { channelsTexts as texts } from "#texts/channels.ts";
import type {
  Channel,
  createChannel as createContract,
  updateChannel as updateContract,
} from "#workers/contract/endpoints/channels.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { Vendor } from "#workers/contract/vendors.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { keepSecret, sealSecret } from "../secrets/secret.ts";
import { accountOf, type Chosen, chosenVendor, newWebhookToken, refuse } from "./account.ts";
import {
  type ChannelRow,
  findChannel,
  readAtTheEnd,
  readingChannel,
  secretOwner,
  thisChannel,
} from "./channel.ts";

type Created = InputOf<typeof createContract>["body"];
type Updated = InputOf<typeof updateContract>["body"];
export interface ChannelDeps {
  ring: KeyRing;
  /** Vendors for new channels; those that exist go on. */
  offered: readonly Vendor[];
}

/** A new channel's id, and further statements of its transaction. */
interface Origin {
  id: string;
  also: readonly BatchItem<"sqlite">[];
}

/** Adds a channel with its secrets, encrypted in the same transaction. */
export async function createChannel(
  ctx: Ctx,
  deps: ChannelDeps,
  body: Created,
  origin: Origin = { id: ctx.newId(), also: [] },
): Promise<Channel> {
  return write(ctx, deps.ring, chosenVendor(body, deps.offered), body, null, origin);
}

/** Changes a channel; secrets that are left out or empty stay. Its type and vendor never change. */
export async function updateChannel(
  ctx: Ctx,
  deps: ChannelDeps,
  id: string,
  body: Updated,
): Promise<Channel> {
  const { channel: before, stored } = await findChannel(ctx, id);
  refuseStale(before, body.revision);
  const fixed = (["type", "vendor"] as const).filter((key) => (body[key] ?? before[key]) !== before[key]);
  refuse(Object.fromEntries(fixed.map((key) => [key, texts.fixed])));
  return write(ctx, deps.ring, chosenVendor(before), body, { row: before, stored });
}

async function write(
  ctx: Ctx,
  ring: KeyRing,
  chosen: Chosen,
  body: Omit<Updated, "type" | "vendor">,
  before: { row: ChannelRow; stored: string[] } | null,
  origin: Origin = { id: "", also: [] },
): Promise<Channel> {
  const account = await sealedAccount(ctx, ring, before?.row.id ?? origin.id, chosen, body, before?.stored);
  await refuseUnknownLinks(ctx, body);
  const id = before?.row.id ?? origin.id;
  const work = ctx.db.batch([
    guardRevision(ctx, channels, id, before?.row.revision ?? 0),
    ...origin.also,
    ...writing(ctx, chosen, { ...body, id }, account, before?.row ?? null),
    ...readingChannel(ctx, id),
  ]);
  const results = await unlessStale(
    mapConflicts(work, { "channels.contact_id": "channelContactTaken" }).catch(async (error: unknown) => {
      // The department or the bot may have been deleted meanwhile, which the foreign key has met.
      if (error instanceof DomainError && error.code === "notFound") await refuseUnknownLinks(ctx, body);
      throw error;
    }),
    async () => (await findChannel(ctx, id)).channel,
  );
  return readAtTheEnd(results);
}

/**
 * The statements that create a channel, for the batch of a change that makes its bot as well: they are made once the bot's
 * id is known. Throws invalid as `createChannel` does.
 */
export async function creatingChannel(
  ctx: Ctx,
  { ring, offered }: ChannelDeps,
  id: string,
  body: Omit<Created, "agentId">,
): Promise<(agentId: string) => BatchItem<"sqlite">[]> {
  const chosen = chosenVendor(body, offered);
  const account = await sealedAccount(ctx, ring, id, chosen, body);
  return (agentId) => writing(ctx, chosen, { ...body, agentId, id }, account, null);
}

type Account = Awaited<ReturnType<typeof sealedAccount>>;

async function sealedAccount(
  ctx: Ctx,
  ring: KeyRing,
  id: string,
  chosen: Chosen,
  body: Pick<Updated, "contactId" | "data">,
  stored?: readonly string[],
) {
  const { secrets, ...account } = accountOf(chosen, body, stored);
  const sealed = await Promise.all(
    Object.entries(secrets).map(async ([field, value]) => {
      const owner = secretOwner(id, field);
      return { owner, sealed: await sealSecret(ctx, ring, owner, value) };
    }),
  );
  return { ...account, sealed, replaced: Object.keys(secrets) };
}

function writing(
  ctx: Ctx,
  chosen: Chosen,
  body: Omit<Updated, "type" | "vendor"> & { id: string },
  { contactId, settings, sealed, replaced }: Account,
  before: ChannelRow | null,
): BatchItem<"sqlite">[] {
  const { db, enterpriseId, now } = ctx;
  const { id } = body;
  const row = {
    type: chosen.type,
    vendor: chosen.vendor.code,
    contactId,
    name: body.name,
    nameKey: nameKey(body.name),
    departmentId: body.deptId || null,
    agentId: body.agentId || null,
    settings,
    rate: body.rate ?? chosen.vendor.rate,
    ...nextRevision(ctx, before),
  };
  return [
    before
      ? db.update(channels).set(row).where(thisChannel(ctx, id))
      : db
          .insert(channels)
          .values({ ...row, id, enterpriseId, webhookToken: newWebhookToken(), createdAt: now() }),
    ...sealed.map((each) => keepSecret(ctx, each.owner, each.sealed)),
    audited(ctx, {
      action: before ? "update" : "create",
      kind: "channel",
      object: { id, name: body.name },
      before: before && shown(before),
      after: { ...shown(row), ...(replaced.length > 0 && { replaced }) },
    }),
  ];
}

/** The form of a channel in the audit trail: never with a secret. */
const shown = (
  row: Pick<ChannelRow, "name" | "type" | "vendor" | "contactId" | "departmentId" | "agentId" | "rate"> &
    Pick<ChannelRow, "settings">,
) => ({
  name: row.name,
  type: row.type,
  vendor: row.vendor,
  contactId: row.contactId,
  department: row.departmentId,
  agent: row.agentId,
  rate: row.rate,
  ...row.settings,
});

/** Throws notFound, at its field, for a department or a bot that is not this enterprise's. */
export async function refuseUnknownLinks(
  { db, enterpriseId }: Ctx,
  { deptId, agentId }: { deptId: string; agentId: string },
): Promise<void> {
  if (!deptId && !agentId) return;
  const [[department], [agent]] = await db.batch([
    db
      .select({ there: sql`1` })
      .from(departments)
      .where(and(eq(departments.enterpriseId, enterpriseId), eq(departments.id, deptId))),
    db
      .select({ there: sql`1` })
      .from(agents)
      .where(and(eq(agents.enterpriseId, enterpriseId), eq(agents.id, agentId))),
  ]);
  const errors = {
    ...(deptId && !department && { deptId: texts.departmentGone }),
    ...(agentId && !agent && { agentId: texts.botGone }),
  };
  const [message] = Object.values(errors);
  if (message) throw new DomainError("notFound", { message, errors });
}
