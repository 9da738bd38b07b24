import type { Permission } from "#workers/contract/permissions.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { bindable } from "../guard.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import type { Addressee, Letter } from "../mail/compose.ts";
import { writingMail } from "../mail/write.ts";
import { peopleWithRights } from "../roles/people-with-rights.ts";

const BILLING: Permission = "ENTERPRISE.MANAGE_BILLING";
const CONTACT =
  "SELECT details ->> '$.email' AS address, details ->> '$.legalName' AS name FROM subscriptions WHERE enterprise_id = ?1";

/** Whom mails about billing go to: those who manage it, and the address of the billing details. */
async function peopleOf({ db, enterpriseId }: DirectoryCtx): Promise<Addressee[]> {
  const { people, beside } = await peopleWithRights(db, enterpriseId, CONTACT);
  const all = [
    ...people
      .filter(({ permissions }) => permissions.includes(BILLING))
      .map(({ name, email, language }): Addressee => ({ name, address: email, language })),
    ...(beside as Partial<Addressee>[]).map(({ address, name }) => ({
      address: address ?? "",
      name: name ?? "",
      language: "" as const,
    })),
  ].filter(({ address }) => address !== "");
  const byAddress = new Map(all.map((each) => [each.address.toLowerCase(), each]));
  return [...byAddress.values()];
}

/** Statements that write a mail about billing, one to each of them. */
export async function writingMails(
  ctx: DirectoryCtx,
  ring: KeyRing,
  letter: Omit<Letter, "to">,
): Promise<D1PreparedStatement[]> {
  const mails: D1PreparedStatement[] = [];
  for (const to of await peopleOf(ctx)) {
    const { statement } = await writingMail(ctx, ring, { ...letter, to });
    mails.push(bindable(ctx, statement));
  }
  return mails;
}
