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
  return `${path} ${method}: ${by}${access.kind === "permission" ? ` (roles ${held.join(", ")})` : ""}${key ? `, keys with ${[key].flat().join(" or ")}` : ""}`;
});

/**
 * The role matrix reads the server's own table, so it cannot see that it is wrong. A person has read this file line by
 * line; a change of a permission changes it (`npm run test:unit -- permissions -u`), and is read again.
 */
test("who may make a call is what was reviewed", async () => {
  await expect(`${lines.toSorted().join("\n")}\n`).toMatchFileSnapshot("../golden/permissions.txt");
});

test("a key with the scope that a call names may make it", () => {
  const refused = allEndpoints.flatMap(({ id, endpoint: { access, key } }) => {
    if (!key) return [];
    return [key].flat().flatMap((scope) => {
      const held = permissionsOfScopes([scope]);
      const may = access.kind === "permission" && access.anyOf.some((each) => held.includes(each));
      return may ? [] : [`${id} with ${scope}`];
    });
  });
  expect(refused).toEqual([]);
});
