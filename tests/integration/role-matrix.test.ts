import { afterAll, describe, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, sessionFor } from "#tests/support/people.ts";
import type { Access } from "#workers/contract/endpoint.ts";
import { allEndpoints } from "#workers/contract/endpoints.ts";
import { permissionsOf, roles } from "#workers/contract/roles.ts";

/** S-03: every call of the contract as each role, as somebody without any, and as nobody: the table decides. */
const harness = await startHarness();
const owner = await makePerson(harness);
const tried = { calls: 0, wrong: 0 };

const people = [
  ...Object.entries(roles).map(([id, { name }]) => ({ who: name, held: [Number(id)] })),
  { who: "Somebody without a role", held: [] },
];

const allows = (access: Access, held: number[]): boolean =>
  access.kind !== "permission" || access.anyOf.some((each) => permissionsOf(held).includes(each));

/** A path without data: a permitted call finds nothing, or sends nothing that could be stored. */
const addressOf = (path: string) => `/api${path.replace(/:\w+/g, "nothing-is-called-so")}`;

afterAll(() => {
  console.log(`role matrix: ${tried.calls} of calls × people tried, ${tried.wrong} wrong`);
});

describe.each(people)("$who", ({ held }) => {
  test.each(allEndpoints)("may call $id exactly when the contract says so", async ({ endpoint }) => {
    const { userId } = await colleague(held);
    // A session for each call: some of them end it.
    const token = await sessionFor(harness, { userId, enterpriseId: owner.enterpriseId });
    const response = await harness.fetch(addressOf(endpoint.path), {
      method: endpoint.method,
      headers: { "authentication-token": token },
    });
    const text = await response.text();
    const refused = response.status === 403;
    note(refused === allows(endpoint.access, held));
    expect(refused, text).toBe(!allows(endpoint.access, held));
    if (refused) expect(JSON.parse(text)).toMatchObject({ status: false, code: 1403 });
    else expect(text).not.toContain("login_required");
  });
});

test.each(allEndpoints)("nobody calls $id without a session unless it is public", async ({ endpoint }) => {
  const response = await harness.fetch(addressOf(endpoint.path), { method: endpoint.method });
  const text = await response.text();
  const wanted = endpoint.access.kind !== "public";
  note(text.includes("login_required") !== wanted);
  expect(text.includes("login_required"), text).toBe(wanted);
});

test("all of it was tried", () => {
  expect(tried).toEqual({ calls: allEndpoints.length * (people.length + 1), wrong: 0 });
});

function note(wrong: boolean): void {
  tried.calls += 1;
  if (wrong) tried.wrong += 1;
}

const made = new Map<string, ReturnType<typeof makeColleague>>();
function colleague(held: number[]): ReturnType<typeof makeColleague> {
  const key = held.join();
  const there = made.get(key) ?? makeColleague(harness, owner, { roles: held });
  made.set(key, there);
  return there;
}
