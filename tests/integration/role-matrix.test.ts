import { expect, test } from "vitest";
import { switchBillingOn } from "#tests/support/billing.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { switchLibraryOn } from "#tests/support/library.ts";
import { makePerson, sessionFor } from "#tests/support/people.ts";
import { Tries } from "#tests/support/tries.ts";
import type { Access } from "#workers/contract/endpoint.ts";
import { allEndpoints } from "#tests/support/endpoints.ts";
import { permissionsOf, roles } from "#workers/contract/roles.ts";

/**
 * S-03: every call of the contract as each role, as somebody without any, and as nobody. The contract's table decides;
 * that the table is right, tests/golden/permissions.txt holds.
 */
const harness = await startHarness();
const owner = await makePerson(harness);
// A feature that is off is refused to everybody.
await switchLibraryOn(harness, owner);
await switchBillingOn(harness, owner);
const people = [
  ...Object.entries(roles).map(([id, { name }]) => ({ who: name, held: [Number(id)] })),
  { who: "Somebody without a role", held: [] },
];
const calls = allEndpoints.map(({ endpoint }) => ({
  ...endpoint,
  key: `${endpoint.method} ${endpoint.path}`,
  // Without data: a permitted call finds nothing, or sends nothing that could be stored.
  address: `/api${endpoint.path.replace(/:\w+/g, "nothing-is-called-so")}`,
}));
type Call = (typeof calls)[number];
/** Would end the sessions of the calls beside it. */
const ENDS_THE_OTHERS = "DELETE /account/sessions";
const MINUTES = 10 * 60_000;

const allows = (access: Access, held: number[]): boolean =>
  access.kind !== "permission" || access.anyOf.some((each) => permissionsOf(held).includes(each));

test("each role may make exactly the calls that the contract allows it", { timeout: MINUTES }, async () => {
  const tries = new Tries("role matrix: role × call");
  for (const { who, held } of people) {
    const { userId } = await makeColleague(harness, owner, { roles: held });
    const name = ({ key }: Call) => `${who}, ${key}`;
    const tryOne = async ({ method, address, access }: Call) => {
      // A session for each call: some of them end it.
      const token = await sessionFor(harness, { userId, enterpriseId: owner.enterpriseId });
      const response = await harness.fetch(address, { method, headers: { "authentication-token": token } });
      const text = await response.text();
      const refused = response.status === 403;
      expect(refused, text).toBe(!allows(access, held));
      if (refused) expect(JSON.parse(text)).toMatchObject({ status: false, code: 1403 });
      else expect(text).not.toContain("login_required");
    };
    await tries.all(
      calls.filter(({ key }) => key !== ENDS_THE_OTHERS),
      name,
      tryOne,
    );
    await tries.all(
      calls.filter(({ key }) => key === ENDS_THE_OTHERS),
      name,
      tryOne,
    );
  }
  tries.report();
  expect(tries.tried).toBe(calls.length * people.length);
});

test("nobody makes a call without a session unless it is public", { timeout: MINUTES }, async () => {
  const tries = new Tries("role matrix: nobody × call");
  const name = ({ key }: Call) => key;
  await tries.all(calls, name, async ({ method, address, access }) => {
    const response = await harness.fetch(address, { method });
    const text = await response.text();
    const wanted = access.kind !== "public";
    expect(text.includes("login_required"), text).toBe(wanted);
    if (wanted) expect(response.status).toBe(403);
  });
  tries.report();
});
