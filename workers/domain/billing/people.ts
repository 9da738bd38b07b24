import type { Permission } from "#workers/contract/permissions.ts";
import { permissionsOf, type RoleSets } from "#workers/contract/roles.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { bindable } from "../guard.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import type { Letter } from "../mail/compose.ts";
import { writingMail } from "../mail/write.ts";

const BILLING: Permission = "ENTERPRISE.MANAGE_BILLING";
const PEOPLE = "SELECT name, email AS address, roles FROM users WHERE enterprise_id = ?1 AND state = 1";
const SETS = "SELECT role, permissions FROM role_permissions WHERE enterprise_id = ?1";
const CONTACT =
  "SELECT details ->> '$.email' AS address, details ->> '$.legalName' AS name FROM subscriptions WHERE enterprise_id = ?1";

interface Address {
  name: string;
  address: string;
}

/** Whom mails about billing go to: those who manage it, and the address of the billing details. */
async function peopleOf({ db: { $client }, enterpriseId }: DirectoryCtx): Promise<Address[]> {
  const [people, sets, contact] = await $client.batch(
    [PEOPLE, SETS, CONTACT].map((text) => $client.prepare(text).bind(enterpriseId)),
  );
  const held = ((sets?.results ?? []) as { role: number; permissions: string }[]).map(
    ({ role, permissions }) => ({ role, permissions: JSON.parse(permissions) as Permission[] }),
  ) satisfies RoleSets;
  const all = [
    ...((people?.results ?? []) as (Address & { roles: string })[]).filter(({ roles }) =>
      permissionsOf(JSON.parse(roles) as number[], held).includes(BILLING),
    ),
    ...((contact?.results ?? []) as Partial<Address>[]).map(({ address, name }) => ({
      address: address ?? "",
      name: name ?? "",
    })),
  ].filter(({ address }) => address !== "");
  const byAddress = new Map(all.map((each) => [each.address.toLowerCase(), each]));
  return [...byAddress.values()].map(({ name, address }) => ({ name, address }));
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
