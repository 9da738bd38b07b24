import { and, asc, count, eq, gt, sql } from "drizzle-orm";
import { driveFiles } from "#db/tenant/drive.ts";
import { INBOUND } from "#workers/contract/endpoints/drive.ts";
import { iso, type Ctx } from "../ctx.ts";
import { filesOf } from "./files-of.ts";

/** Rows that one statement reads. */
export const PAGE = 1_000;

/** A file in a copy: `entry` is its place in the archive that has the files too. */
export interface FileEntry {
  name: string;
  type: string;
  bytes: number;
  at: string;
  direction: "in" | "out";
  entry: string;
}
const FROM_CUSTOMERS: readonly string[] = [INBOUND, "visitor"];

/** Pages of what came from somebody and was sent to them; the same that an erasure looks at. */
export async function* filesIn(ctx: Ctx, identities: readonly string[]): AsyncGenerator<FileEntry[]> {
  for await (const rows of fileRows(ctx, identities)) {
    yield rows.map(({ id, use, name, mediaType, bytes, createdAt }) => ({
      name,
      type: mediaType,
      bytes,
      at: iso(createdAt),
      direction: FROM_CUSTOMERS.includes(use) ? "in" : "out",
      entry: entryOf({ id, name }),
    }));
  }
}

/** Unlike names are the same somewhere: the id tells them apart. */
export const entryOf = ({ id, name }: { id: string; name: string }): string =>
  `files/${id} ${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, " ")}`;

const isTheirs = (ctx: Ctx, identities: readonly string[]) =>
  and(
    eq(driveFiles.enterpriseId, ctx.enterpriseId),
    eq(driveFiles.state, "ready"),
    sql`${driveFiles.id} IN (${filesOf(ctx, sql`(SELECT value FROM json_each(${JSON.stringify(identities)}))`)})`,
  );

export async function* fileRows(ctx: Ctx, identities: readonly string[]) {
  for (let last = ""; ;) {
    const rows = await ctx.db
      .select()
      .from(driveFiles)
      .where(and(isTheirs(ctx, identities), gt(driveFiles.id, last)))
      .orderBy(asc(driveFiles.id))
      .limit(PAGE);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? "";
  }
}

/** How many files there are, and their bytes. */
export async function sizeOf(
  ctx: Ctx,
  identities: readonly string[],
): Promise<{ files: number; bytes: number }> {
  const [sum] = await ctx.db
    .select({ files: count(), bytes: sql<number>`coalesce(sum(${driveFiles.bytes}), 0)` })
    .from(driveFiles)
    .where(isTheirs(ctx, identities));
  return sum ?? { files: 0, bytes: 0 };
}
