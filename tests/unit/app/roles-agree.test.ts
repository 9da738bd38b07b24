import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { isForbidden, menu, placeOf, visibleMenu } from "#app/lib/menu.ts";
import { Tries } from "#tests/support/tries.ts";
import type { Access, Endpoint } from "#workers/contract/endpoint.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as importsApi from "#workers/contract/endpoints/imports.ts";
import * as invitationsApi from "#workers/contract/endpoints/invitations.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";
import { usualFeatures, type Profile } from "#workers/contract/endpoints/profile.ts";
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
const everything = Object.fromEntries(Object.keys(usualFeatures).map((name) => [name, true])) as never;
/** Screens that need more than the entry of the menu that leads to them. */
const narrower: Record<string, Permission> = {
  "/customer-master/customers/create": "CUSTOMER.EDIT",
  "/customer-master/uploadfile": "CUSTOMER.IMPORT",
  "/campaigns/broadcast/create": "CAMPAIGNS.CREATE",
  "/welcome": "CHANNELS.CREATE",
};
const profileOf = (held: readonly Permission[]) => ({ permissions: held }) as unknown as Profile;

test("menu and route guard agree about every address of the console, for every role", async () => {
  const tries = new Tries("roles agree: role × address");
  for (const [who, held] of people) {
    const profile = profileOf(permissionsOf(held));
    const shown = visibleMenu(profile, everything).flatMap(({ sections }) =>
      sections.flatMap(({ entries }) => entries.map(({ to }) => to)),
    );
    for (const address of addresses) {
      await tries.try(`${who}, ${address}`, () => {
        const entry = placeOf(menu, address).entry;
        const hidden = entry !== undefined && !shown.includes(entry);
        const screen = narrower[address];
        const lacks = screen !== undefined && !profile.permissions.includes(screen);
        expect(isForbidden(address, profile, everything)).toBe(lacks || hidden);
      });
    }
  }
  tries.report();
});

/** The first request of each screen: exactly the people who may open the screen may make the request. */
const firstCalls: [screen: string, call: Endpoint][] = [
  ["/bots", botsApi.listAgents],
  ["/customer-master/customers", customersApi.listCustomers],
  ["/customer-master/uploads", importsApi.listUploads],
  ["/admin/users", usersApi.listUsers],
  ["/admin/users/invited", invitationsApi.listInvitations],
  ["/admin/departments", departmentsApi.listDepartments],
  ["/admin/channels", channelsApi.listChannels],
  ["/admin/channels/7", channelsApi.channelDetails],
] as never;

const allows = (access: Access, held: readonly Permission[]) =>
  access.kind !== "permission" || access.anyOf.some((each) => held.includes(each));

test("a screen and the call that fills it are open to the same permissions", async () => {
  const tries = new Tries("roles agree: screen × permission");
  for (const [screen, { access }] of firstCalls) {
    for (const one of permissions) {
      await tries.try(`${screen}, ${one}`, () =>
        expect(isForbidden(screen, profileOf([one]), everything)).toBe(!allows(access, [one])),
      );
    }
  }
  tries.report();
});
