import { eq, sql } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import type { CheckedPackage, MadeKind, PackagePart } from "#workers/contract/endpoints/marketplace.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { CHANNEL_OF, type PackageContent } from "#workers/contract/marketplace/package.ts";
import { checkImport } from "../automation-files/import-automations.ts";
import { numbered } from "../automation-files/import-plan.ts";
import type { Ctx } from "../ctx.ts";
import { ofFlows } from "../wa-flows/flow.ts";
import { type InstallRow, readingInstalls } from "./installs.ts";
import type { Offer } from "./offer.ts";
import { sumsOf, templatePart } from "./sums.ts";
import { idsOf, leftOf, type ThingNow, thingsNow } from "./things.ts";

/** Things left of the newest install of a source, by its parts. */
export type Left = Map<string, ReturnType<typeof leftOf>[number]>;

/** Tells what an install would make of an offer; nothing is written. */
export async function checkOffer(ctx: Ctx, offer: Offer): Promise<CheckedPackage> {
  const { content, name, version, changes } = offer;
  const about = { name, kind: content.kind, version, changes };
  const [[install], names] = await Promise.all([
    readingInstalls(ctx, offer.source),
    content.kind === "journey" || content.kind === "encap" ? new Set<string>() : namesLike(ctx, content),
  ]);
  if (content.kind === "journey" || content.kind === "encap") {
    const [checked, left] = await Promise.all([
      checkImport(ctx, content.kind, content.file),
      leftHere(ctx, install),
    ]);
    const partsOf = (of: MadeKind, parts: typeof checked.forms) =>
      parts.map(({ existing, ...part }): PackagePart => {
        const known = left.get(part.id);
        return {
          ...part,
          of,
          existing: existing && {
            id: existing.id,
            name: existing.name,
            mark: String(existing.revision),
            // A thing that somebody has imported otherwise is theirs.
            altered: known?.id !== existing.id || known.altered,
            fixed: false,
            // The import itself compares what it holds with what is here.
            newer: true,
          },
        };
      });
    const { automations, forms, references, choices } = checked;
    return {
      ...about,
      used: usedIn(left, install),
      parts: [...partsOf(content.kind, automations), ...partsOf("form", forms)],
      references,
      choices,
      channels: null,
    };
  }
  const [left, found] = await Promise.all([leftHere(ctx, install), channelsFor(ctx, content, install)]);
  return {
    ...about,
    used: usedIn(left, install),
    parts: partsIn(content, left, names, install?.version === version),
    references: [],
    choices: {},
    channels: found,
  };
}

const usedIn = (left: Left, install: InstallRow | undefined): number | null =>
  install && left.size > 0 ? install.version : null;

export async function leftHere(ctx: Ctx, install: InstallRow | undefined): Promise<Left> {
  if (!install) return new Map();
  const now = await ctx.db.all<ThingNow>(thingsNow(ctx, idsOf(install.things)));
  return new Map(leftOf(install.things, now).map((each) => [each.part, each]));
}

type Others = Exclude<PackageContent, { kind: "journey" | "encap" }>;

function wantedOf(content: Others): { id: string; of: MadeKind; name: string }[] {
  switch (content.kind) {
    case "bot":
      return [{ id: "bot", of: "bot", name: content.file.agent.name }];
    case "form":
      return [{ id: "form", of: "form", name: content.form.name }];
    case "flow":
      return [{ id: "flow", of: "flow", name: content.flow.name }];
    case "templates":
      return content.templates.map((each) => ({ id: templatePart(each), of: "template", name: each.name }));
    default:
      return content satisfies never;
  }
}

function partsIn(content: Others, left: Left, taken: Set<string>, isSameVersion: boolean): PackagePart[] {
  const sums = sumsOf(content);
  return wantedOf(content).map((part): PackagePart => {
    const found = left.get(part.id);
    // An install of an earlier build has kept no sum.
    const isAsInstalled = found?.sum ? found.sum === sums.get(part.id) : isSameVersion;
    const freeName =
      part.of === "template" ? freeTemplateName(part.id, part.name, taken) : numbered(part.name, taken);
    return {
      ...part,
      state: found ? (isAsInstalled && !found.altered ? "same" : "changed") : "new",
      existing: found
        ? {
            id: found.id,
            name: found.name,
            mark: found.mark,
            altered: found.altered,
            fixed: found.fixed === 1,
            newer: !isAsInstalled,
          }
        : null,
      freeName,
    };
  });
}

/** A vendor's names have no spaces: order_shipped_2. */
function freeTemplateName(part: string, name: string, taken: ReadonlySet<string>): string {
  const language = part.slice(name.length);
  let free = name;
  for (let number = 2; taken.has(nameKey(`${free}${language}`)); number++) free = `${name}_${number}`;
  return free;
}

/** Names that are taken by things of the kind, as they are compared. */
async function namesLike(ctx: Ctx, content: Others): Promise<Set<string>> {
  const { db, enterpriseId } = ctx;
  const wanted = JSON.stringify(wantedOf(content).map(({ name }) => nameKey(name)));
  const starts = sql`EXISTS (SELECT 1 FROM json_each(${wanted}) w WHERE substr(name_key, 1, length(w.value)) = w.value)`;
  const statements = {
    bot: sql`SELECT name_key AS key FROM agents WHERE enterprise_id = ${enterpriseId} AND ${starts}`,
    form: sql`SELECT name_key AS key FROM forms WHERE enterprise_id = ${enterpriseId} AND deleted_at IS NULL AND ${starts}`,
    flow: sql`SELECT name_key AS key FROM wa_flows WHERE enterprise_id = ${enterpriseId} AND deleted_at IS NULL AND ${starts}`,
    templates: sql`SELECT lower(name || '/' || language) AS key FROM templates WHERE enterprise_id = ${enterpriseId}
      AND EXISTS (SELECT 1 FROM json_each(${wanted}) w WHERE substr(name, 1, length(w.value)) = w.value)`,
  };
  const rows = await db.all<{ key: string }>(statements[content.kind]);
  return new Set(rows.map(({ key }) => key));
}

/** Channels of the kind's type, by name, the one that has what was installed first; null for a kind that needs none. */
async function channelsFor(
  ctx: Ctx,
  { kind }: PackageContent,
  install: InstallRow | undefined,
): Promise<{ id: string; name: string }[] | null> {
  const type = CHANNEL_OF[kind];
  if (type === undefined) return null;
  const { db, enterpriseId } = ctx;
  return db
    .select({ id: channels.id, name: channels.name })
    .from(channels)
    .where(
      kind === "flow"
        ? ofFlows(ctx)
        : sql`${eq(channels.enterpriseId, enterpriseId)} AND ${eq(channels.type, type)}`,
    )
    .orderBy(
      sql`channels.id IN (SELECT t.channel_id FROM templates t WHERE t.enterprise_id = ${enterpriseId}
        AND t.id IN (SELECT value FROM json_each(${idsOf(install?.things ?? [])}))) DESC`,
      channels.nameKey,
    )
    .limit(500);
}
