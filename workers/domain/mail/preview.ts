import { desc, eq, isNotNull } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { mails } from "#db/directory/mails.ts";
import type { PreviewedMail } from "#workers/contract/endpoints/mail-preview.ts";
import { DomainError } from "../error.ts";
import { iso } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { SecretError } from "../secrets/seal.ts";
import { readMail } from "./send.ts";

const NEWEST = 50;

/**
 * Whether this is a local system that keeps its mail. Mail holds links that open accounts, so everything must say so:
 * the configured mail transport, the configured address, and the address of the request.
 */
export const hasMailPreview = (
  { MAIL, PUBLIC_URL }: { MAIL: string; PUBLIC_URL: string },
  asked: string,
): boolean => MAIL === "outbox" && isLoopback(PUBLIC_URL) && isLoopback(asked);

const isLoopback = (address: string): boolean =>
  URL.canParse(address) && ["127.0.0.1", "localhost", "[::1]"].includes(new URL(address).hostname);

/** The newest mails that are still here, newest first. One that does not open (its key is gone) is left out. */
export async function listMailPreview(db: DirectoryDb, ring: KeyRing): Promise<PreviewedMail[]> {
  const rows = await db
    .select()
    .from(mails)
    .where(isNotNull(mails.sealed))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(NEWEST);
  const opened = await Promise.all(rows.map((row) => previewedMail(ring, row)));
  return opened.filter((mail) => mail !== undefined);
}

async function previewedMail(
  ring: KeyRing,
  row: typeof mails.$inferSelect,
): Promise<PreviewedMail | undefined> {
  try {
    const { subject, text, link, code } = await readMail(ring, row);
    return {
      id: row.id,
      to: row.toAddress,
      name: row.toName,
      subject,
      at: iso(row.createdAt),
      kept: row.state === "kept",
      text,
      link: link ?? null,
      code: code ?? null,
    };
  } catch (error) {
    if (error instanceof SecretError) return undefined;
    throw error;
  }
}

/** A mail's HTML. Its links open in the whole window: in the preview's frame no page of the console may be. */
export async function previewHtml(db: DirectoryDb, ring: KeyRing, id: string): Promise<string> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id)).limit(1);
  if (!row?.sealed) throw new DomainError("notFound");
  const { html } = await readMail(ring, row);
  return html.replace("<head>", '<head><base target="_top">');
}
