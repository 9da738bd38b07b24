import { expect, test } from "vitest";
import { allOf, permissions } from "#workers/contract/permissions.ts";
import {
  adminNeeds,
  isAdministrator,
  isRole,
  permissionsOf,
  permissionsOfRole,
  roles,
} from "#workers/contract/roles.ts";

const sets = [
  { role: 4, permissions: ["CAMPAIGNS.VIEW"] as const },
  { role: 3, permissions: ["USERS.VIEW", "CHAT.HANDLE"] as const },
];

test("a role holds what its administrators set, and its defaults where they set nothing", () => {
  expect(permissionsOfRole(3, sets)).toEqual(["USERS.VIEW", "CHAT.HANDLE"]);
  expect(permissionsOfRole(6, sets)).toEqual(roles[6].defaults);
  expect(permissionsOfRole(3, [])).toEqual(roles[3].defaults);
});

test("somebody holds what any of their roles holds, in the table's order, and nothing of a role that is none", () => {
  expect(permissionsOf([3, 4], sets)).toEqual(["CHAT.HANDLE", "CAMPAIGNS.VIEW", "USERS.VIEW"]);
  expect(permissionsOf([3])).toEqual(
    permissions.filter((each) => (roles[3].defaults as readonly string[]).includes(each)),
  );
  expect(permissionsOf([])).toEqual([]);
  expect(permissionsOf([0, 7])).toEqual([]);
  expect([isRole(1), isRole(6), isRole(0), isRole(7)]).toEqual([true, true, false, false]);
});

test("an area is all permissions that begin with its name and a dot", () => {
  expect(allOf("USERS")).toEqual(["USERS.ADD", "USERS.EDIT", "USERS.VIEW"]);
  expect(allOf("CUSTOMER")).not.toContain("CUSTOMER_MASTER.VIEW");
});

test("the administrators' role keeps what gives the others back: roles, users and the enterprise", () => {
  expect(adminNeeds.toSorted()).toEqual(
    permissions.filter((each) => /^(ROLES|USERS|ENTERPRISE)\./.test(each)).toSorted(),
  );
  expect(isAdministrator([3, 1])).toBe(true);
  expect(isAdministrator([2, 3])).toBe(false);
});
