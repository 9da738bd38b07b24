import { desc, eq } from "drizzle-orm";
import { directory } from "#db/client.ts";
import { mails } from "#db/directory/mails.ts";
import { users } from "#db/directory/users.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { readMail } from "#workers/domain/mail/send.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { Harness } from "./harness.ts";
import { type Person, sessionFor, signedInAs } from "./people.ts";

let made = 0;

/** A further user of somebody's enterprise, signed in; without a password of their own. */
export async function makeColleague(
  harness: Harness,
  of: Pick<Person, "enterpriseId">,
  { roles = [3], name = `Colleague ${++made}` }: { roles?: number[]; name?: string } = {},
): Promise<Person> {
  const enterpriseId = asEnterpriseId.parse(of.enterpriseId);
  const email = `colleague-${++made}-${Date.now()}@example.com`;
  const db = directory(harness.env);
  const userId = `user-${made}-${Date.now()}`;
  const at = Date.now();
  await db.insert(users).values({
    id: userId,
    enterpriseId,
    name,
    email,
    emailKey: email,
    roles,
    state: 1,
    createdAt: at,
    updatedAt: at,
  });
  const token = await sessionFor(harness, { userId, enterpriseId });
  return signedInAs(harness, { userId, email, enterpriseId }, token);
}

/** The entries of an enterprise's audit trail in the directory, oldest first. */
export async function directoryAuditOf(
  { env }: Harness,
  { enterpriseId }: Pick<Person, "enterpriseId">,
): Promise<{ action: string; object_kind: string; object_name: string; before: string; after: string }[]> {
  const { results } = await env.DIRECTORY.prepare(
    "SELECT * FROM directory_audit WHERE enterprise_id = ? ORDER BY id",
  )
    .bind(enterpriseId)
    .all();
  return results as never;
}

/** Template and text of the mails to an address, newest first. */
export async function mailsTo(
  harness: Harness,
  address: string,
): Promise<{ template: string; text: string }[]> {
  const rows = await directory(harness.env)
    .select()
    .from(mails)
    .where(eq(mails.toAddress, address))
    .orderBy(desc(mails.id));
  const ring = keyRing(harness.secrets.DATA_KEY);
  return Promise.all(
    rows.map(async (row) => ({ template: row.template, text: (await readMail(ring, row)).text })),
  );
}
