import type { DirectoryDb } from "#db/client.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import type { Language } from "#workers/contract/language.ts";
import { permissionsOf, type RoleSets } from "#workers/contract/roles.ts";

const PEOPLE = "SELECT id, name, email, language, roles FROM users WHERE enterprise_id = ?1 AND state = 1";
const SETS = "SELECT role, permissions FROM role_permissions WHERE enterprise_id = ?1";

export interface PersonWithRights {
  userId: string;
  name: string;
  email: string;
  language: "" | Language;
  roles: number[];
  permissions: Permission[];
}

/** Everybody active in an enterprise with what they may do now; with one statement `beside`, which has the enterprise as `?1`. */
export async function peopleWithRights(
  { $client }: Pick<DirectoryDb, "$client">,
  enterpriseId: string,
  beside: string,
): Promise<{ people: PersonWithRights[]; beside: unknown[] }> {
  const [people, sets, other] = await $client.batch(
    [PEOPLE, SETS, beside].map((text) => $client.prepare(text).bind(enterpriseId)),
  );
  const held = ((sets?.results ?? []) as { role: number; permissions: string }[]).map(
    ({ role, permissions }) => ({ role, permissions: JSON.parse(permissions) as Permission[] }),
  ) satisfies RoleSets;
  const rows = (people?.results ?? []) as (Omit<PersonWithRights, "userId" | "roles" | "permissions"> & {
    id: string;
    roles: string;
  })[];
  return {
    people: rows.map(({ id, roles: json, ...person }) => {
      const roles = JSON.parse(json) as number[];
      return { userId: id, ...person, roles, permissions: permissionsOf(roles, held) };
    }),
    beside: other?.results ?? [],
  };
}
