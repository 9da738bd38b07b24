import { EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import { and, desc, eq, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { blacklist } from "#db/tenant/blacklist.ts";
import type { BlacklistEntry, listBlacklist as contract } from "#workers/contract/endpoints/blacklist.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { iso, type Ctx } from "../ctx.ts";
import { masked } from "#workers/contract/mask.ts";
import { countedBeside, page } from "../page.ts";
import { addressOf } from "./address.ts";

export type EntryRow = typeof blacklist.$inferSelect;

/** Which entries are looked for; who sees no numbers finds an address only if they know all of it. */
export interface Sought {
  search: string;
  mayUnmask: () => boolean;
}

/** A page of the entries, the newest first. */
export async function listBlacklist(
  ctx: Ctx,
  { search, ...paging }: InputOf<typeof contract>["query"],
  mayUnmask: () => boolean,
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const which = sought(ctx, { search, mayUnmask });
  const found = await ctx.db
    .select({ row: blacklist, ...countedBeside(ctx, blacklist, which) })
    .from(blacklist)
    .where(which)
    .orderBy(desc(blacklist.id))
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  // Asked once the rows are there: the session is read beside them, unless a search needs it before.
  const unmasked = mayUnmask();
  return {
    blackList: rows.map(({ row }) => onWire(row, unmasked)),
    more,
    total: found[0]?.total ?? 0,
    newest: found[0]?.newest ?? "",
  };
}

/** The entries below an id, as many as a page of the file has. */
export const entriesBelow = (
  ctx: Ctx,
  which: Sought,
  { below, limit }: { below: string | undefined; limit: number },
) =>
  ctx.db
    .select()
    .from(blacklist)
    .where(and(sought(ctx, which), below === undefined ? undefined : lt(blacklist.id, below)))
    .orderBy(desc(blacklist.id))
    .limit(limit);

/** The ids of what is looked for and is not newer than one of them, as a query: the newest so many. */
export const idsMatching = (ctx: Ctx, which: Sought, { upTo, limit }: { upTo: string; limit: number }): SQL =>
  ctx.db
    .select({ id: blacklist.id })
    .from(blacklist)
    .where(soughtUpTo(ctx, which, upTo))
    .orderBy(desc(blacklist.id))
    .limit(limit)
    .getSQL();

/** How many are looked for and are not newer than one of them. */
export async function countMatching(ctx: Ctx, which: Sought, upTo: string): Promise<number> {
  const [row] = await ctx.db
    .select({ total: sql<number>`count(*)` })
    .from(blacklist)
    .where(soughtUpTo(ctx, which, upTo));
  return row?.total ?? 0;
}

const soughtUpTo = (ctx: Ctx, which: Sought, upTo: string) =>
  and(sought(ctx, which), lte(blacklist.id, upTo));

function sought({ enterpriseId }: Ctx, { search, mayUnmask }: Sought): SQL | undefined {
  const mine = eq(blacklist.enterpriseId, enterpriseId);
  if (search === "") return mine;
  const address = addressOf(search);
  const part = search.toLowerCase();
  // A number is looked for without what people write between its digits.
  const digits = /\d/.test(part) && !part.includes("@") ? part.replace(/[\s().-]+/g, "") : part;
  return and(
    mine,
    or(
      "value" in address ? eq(blacklist.address, address.value) : undefined,
      mayUnmask() ? sql`instr(${blacklist.address}, ${digits}) > 0` : undefined,
      sql`instr(lower(${blacklist.reason}), ${part}) > 0`,
    ),
  );
}

export const onWire = (
  { id, address, channelType, reason, source, by, createdAt, revision }: EntryRow,
  mayUnmask: boolean,
): BlacklistEntry => ({
  id,
  address: address !== null && !mayUnmask ? masked(address) : address,
  channelType: channelType === EVERY_CHANNEL ? null : channelType,
  reason,
  source,
  by,
  at: iso(createdAt),
  revision,
});
