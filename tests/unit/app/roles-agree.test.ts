import { describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import { isForbidden, menu, placeOf, visibleMenu } from "#app/lib/menu.ts";
import type { Access, Endpoint } from "#workers/contract/endpoint.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { noFeatures, type Profile } from "#workers/contract/endpoints/profile.ts";
import { type Permission, permissions } from "#workers/contract/permissions.ts";
import { permissionsOf, roles } from "#workers/contract/roles.ts";

/** S-03: menu, route guard and server agree about every address of the console, for every role. */

interface Entry {
  path?: string | undefined;
  index?: boolean | undefined;
  children?: readonly Entry[] | undefined;
}
const below = (entry: Entry, base: string): string[] => {
  const path = [base, entry.path].filter(Boolean).join("/");
  const own = entry.children && !entry.index ? [] : [path];
  return [...own, ...(entry.children ?? []).flatMap((each) => below(each, path))];
};
const addresses = [...new Set((routes as Entry[]).flatMap((entry) => below(entry, "")))].map(
  (path) => `/${path.replace(/:\w+/g, "7")}`,
);
const people: [string, number[]][] = [
  ...Object.entries(roles).map(([id, { name }]): [string, number[]] => [name, [Number(id)]]),
  ["Somebody without a role", []],
];
const everything = Object.fromEntries(Object.keys(noFeatures).map((name) => [name, true])) as never;
/** Screens that need more than the entry of the menu that leads to them. */
const narrower: Record<string, Permission> = {
  "/customer-master/customers/create": "CUSTOMER.EDIT",
  "/customer-master/uploadfile": "CUSTOMER.IMPORT",
};
const profileOf = (held: readonly Permission[]) => ({ permissions: held }) as unknown as Profile;

describe.each(people)("%s", (_, held) => {
  const profile = profileOf(permissionsOf(held));
  const shown = visibleMenu(profile, everything).flatMap(({ sections }) =>
    sections.flatMap(({ entries }) => entries.map(({ to }) => to)),
  );

  test.each(addresses)("is let onto %s exactly when the menu shows what it belongs to", (address) => {
    const entry = placeOf(menu, address).entry;
    const screen = narrower[address];
    const lacks = screen !== undefined && !profile.permissions.includes(screen);
    expect(isForbidden(address, profile, everything)).toBe(
      lacks || (entry !== undefined && !shown.includes(entry)),
    );
  });
});

/** The first request of each screen: exactly the people who may open the screen may make the request. */
const firstCalls: [screen: string, call: Endpoint][] = [
  ["/bots", endpoints.agents.list],
  ["/customer-master/customers", endpoints.customers.list],
  ["/customer-master/uploads", endpoints.imports.list],
  ["/admin/users", endpoints.users.list],
  ["/admin/users/invited", endpoints.invitations.list],
  ["/admin/departments", endpoints.departments.list],
] as never;

const allows = (access: Access, held: readonly Permission[]) =>
  access.kind !== "permission" || access.anyOf.some((each) => held.includes(each));

describe.each(firstCalls)("the screen %s and the call that fills it", (screen, { access }) => {
  test("are open to the same permissions", () => {
    for (const one of permissions) {
      expect(isForbidden(screen, profileOf([one]), everything), one).toBe(!allows(access, [one]));
    }
  });
});
