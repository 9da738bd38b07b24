import { and, eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { channels } from "#db/tenant/channels.ts";
import { templates } from "#db/tenant/templates.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import type { VendorTemplate } from "#workers/channels/templates.ts";
import type { syncTemplates as contract } from "#workers/contract/endpoints/templates.ts";
import { sameContents, withOurSamples } from "#workers/contract/templates/contents.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { guardFailed } from "../guard.ts";
import { guardRevision, nextRevision } from "../revision.ts";
import { withOurFlows } from "./flows.ts";
import { shown } from "./save.ts";
import type { VendorOfChannel } from "./submit.ts";
import { noting, type TemplateRow } from "./template.ts";

type Statement = BatchItem<"sqlite">;

/** Templates that one batch takes over. */
const AT_ONCE = 20;

/** Clocks of vendors and ours may differ by as much. */
const CLOCKS_APART_MS = 60_000;

/**
 * Takes over what a channel's vendor has: new states, templates that were made elsewhere, and that it has some no more.
 * Drafts of ours stay as they are. Throws vendorSilent where it answers with no list.
 */
export async function syncTemplates(
  ctx: Ctx,
  vendorOf: VendorOfChannel,
  channelId: string,
): Promise<ReplyOf<typeof contract>> {
  const { db, enterpriseId, now } = ctx;
  const read = db.batch([
    db
      .select({ id: channels.id })
      .from(channels)
      .where(and(eq(channels.enterpriseId, enterpriseId), eq(channels.id, channelId))),
    db
      .select()
      .from(templates)
      .where(and(eq(templates.enterpriseId, enterpriseId), eq(templates.channelId, channelId))),
  ]);
  const [[[channel], ours], vendor] = await Promise.all([read, vendorOf(channelId)]);
  if (!channel) throw new DomainError("notFound", { message: texts.channelGone });
  if (!vendor) throw new DomainError("vendorSilent", { message: texts.notThere });
  const since = now() - CLOCKS_APART_MS;
  const answered = await vendor.list();
  if (!answered) throw new DomainError("vendorSilent");
  const theirs = await withOurFlows(ctx, channelId, answered);
  const known = new Map(ours.map((row) => [keyOf(row), row]));
  const listed = new Set(theirs.map(keyOf));
  const changes = [
    ...theirs.flatMap((each) => taken(ctx, channelId, known.get(keyOf(each)), each, since)),
    ...ours.flatMap((row) => (listed.has(keyOf(row)) ? [] : missing(ctx, row, since))),
  ];
  for (let from = 0; from < changes.length; from += AT_ONCE) {
    const [first, ...rest] = changes.slice(from, from + AT_ONCE).flat();
    if (!first) break;
    await db.batch([first, ...rest]).catch((error: unknown) => {
      // The next sync finds what is left.
      if (guardFailed(error)) throw new DomainError("changedMeanwhile", { message: texts.syncedMeanwhile });
      throw error;
    });
  }
  return { changed: changes.length };
}

const keyOf = ({ name, language }: { name: string; language: string }): string => `${language}/${name}`;

/** The statements that take one of theirs over, in a list of its own; none where nothing is new. */
function taken(
  ctx: Ctx,
  channelId: string,
  before: TemplateRow | undefined,
  theirs: VendorTemplate,
  since: number,
): Statement[][] {
  const { enterpriseId, newId, now } = ctx;
  const { vendorId, status, category, reason, quality, name, language } = theirs;
  const statusAt = Math.max(before?.statusAt ?? 0, since);
  if (before) {
    const isDraft = before.status === "DRAFT";
    const decided = isDraft ? {} : { status, category, reason, components: contentsOf(before, theirs) };
    return changed(ctx, before, { vendorId, quality, ...decided, statusAt });
  }
  // A template with parts that nobody could see here is sent from the vendor's own app.
  if (!theirs.components) return [];
  const row = {
    ...{ vendorId, status, category, reason, quality, name, language, statusAt, enterpriseId, channelId },
    components: theirs.components,
    id: newId(),
    createdAt: now(),
    ...nextRevision(ctx, null),
  };
  return [written(ctx, row, null, ctx.db.insert(templates).values(row))];
}

/** People get contents as changed in the vendor's own app; the words of a code are the vendor's alone. */
function contentsOf(
  before: TemplateRow,
  { category, components }: VendorTemplate,
): TemplateRow["components"] {
  const isTheirs =
    category === "AUTHENTICATION" || !components || sameContents(before.components, components);
  return isTheirs ? before.components : withOurSamples(components, before.components);
}

/**
 * Handles a template that the vendor has no more: one that it never got is a draft again, any other can't be sent any
 * longer.
 */
function missing(ctx: Ctx, row: TemplateRow, since: number): Statement[][] {
  if (row.status === "DRAFT") return changed(ctx, row, { vendorId: null });
  if (row.vendorId !== null)
    return changed(ctx, row, { status: "DISABLED", reason: texts.goneAtVendor, vendorId: null });
  // One that is on its way just now may not be in the list yet.
  if (row.status !== "PENDING" || row.updatedAt > since) return [];
  return changed(ctx, row, { status: "DRAFT", reason: texts.neverArrived });
}

function changed(ctx: Ctx, before: TemplateRow, set: Partial<TemplateRow>): Statement[][] {
  const all = ["vendorId", "category", "status", "reason", "quality", "components"] as const;
  const keys = all.filter((key) => key in set);
  if (keys.every((key) => before[key] === set[key])) return [];
  const row = { ...before, ...set, ...nextRevision(ctx, before) };
  const update = ctx.db.update(templates).set(row).where(eq(templates.id, before.id));
  return [written(ctx, row, before, update)];
}

/** A change with its guard, its line of history and its audit entry. */
const written = (
  ctx: Ctx,
  row: Omit<TemplateRow, "updatedAt" | "createdAt" | "updatedBy">,
  before: TemplateRow | null,
  statement: Statement,
): Statement[] => [
  guardRevision(ctx, templates, row.id, before?.revision ?? 0),
  statement,
  noting(ctx, row, ""),
  audited(ctx, {
    action: before ? "update" : "create",
    kind: "template",
    object: { id: row.id, name: row.name },
    before: before && { ...shown(before), status: before.status },
    after: { ...shown(row), status: row.status },
  }),
];
