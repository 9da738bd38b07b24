import { expect, test } from "vitest";
import { allEndpoints } from "#tests/support/endpoints.ts";
import { permissionsOfScopes } from "#workers/contract/api-keys.ts";
import { permissionsOf, roles } from "#workers/contract/roles.ts";

/** By whom a call may be made, which of the six roles that is by default, and by which API keys. */
const lines = allEndpoints.map(({ endpoint: { method, path, access, key } }) => {
  const by = access.kind === "permission" ? access.anyOf.toSorted().join(" | ") : access.kind;
  const held = Object.keys(roles).filter(
    (role) =>
      access.kind !== "permission" ||
      access.anyOf.some((each) => permissionsOf([Number(role)]).includes(each)),
  );
  return `${path} ${method}: ${by}${access.kind === "permission" ? ` (roles ${held.join(", ")})` : ""}${key ? `, keys with ${key}` : ""}`;
});

/**
 * The role matrix reads the same table as the server, so it cannot see that the table is wrong. This file was read by a
 * person, line by line; whoever changes a permission changes it too (`npm run test:unit -- permissions -u`), and the
 * change is read again.
 */
test("who may make a call is what was reviewed", async () => {
  await expect(`${lines.toSorted().join("\n")}\n`).toMatchFileSnapshot("../golden/permissions.txt");
});

test("a key with the scope that a call names may make it", () => {
  const refused = allEndpoints.flatMap(({ id, endpoint: { access, key } }) => {
    if (!key) return [];
    const held = permissionsOfScopes([key]);
    return access.kind === "permission" && access.anyOf.some((each) => held.includes(each)) ? [] : [id];
  });
  expect(refused).toEqual([]);
});
