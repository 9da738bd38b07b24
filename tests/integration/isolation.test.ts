import { describe, expect, test } from "vitest";
import { makeBot } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { allEndpoints } from "#workers/contract/endpoints.ts";
import { administration } from "./isolation/administration.ts";
import { bots } from "./isolation/bots.ts";
import { customers } from "./isolation/customers.ts";
import { identity } from "./isolation/identity.ts";
import { everythingOf, fill, nowhere } from "./isolation/owner.ts";
import { definitions, intentBody, master, nlp, people, type Rows, teams } from "./isolation/shared.ts";

/**
 * S-01: nobody reaches another enterprise's data by naming its ids. Every endpoint of the contract has a row in the files
 * of isolation/; one without fails here.
 */
const rows: Rows = { ...identity, ...administration, ...bots, ...customers };
const harness = await startHarness();
const owner = await makePerson(harness, { database: "TENANT_1" });
const strangers = {
  "of another enterprise in the same database": await makePerson(harness, { database: "TENANT_1" }),
  "of an enterprise in another database": await makePerson(harness, { database: "TENANT_2" }),
};
const { theirs, trained } = await fill(harness, owner);
const missing = nowhere(theirs);

test("the owner's bot is trained, so that there is something to steal", () => {
  expect(trained).toBe(true);
});

test("every endpoint of the contract has a row here, and every row an endpoint", () => {
  expect(Object.keys(rows).toSorted()).toEqual(allEndpoints.map(({ id }) => id).toSorted());
});

describe.each(Object.entries(strangers))("a person %s", (_, stranger) => {
  const attacks = allEndpoints.flatMap(({ id, endpoint }) => {
    const row = rows[id];
    return typeof row === "function" ? [{ id, method: endpoint.method, row }] : [];
  });

  test.each(attacks)(
    "gets from $id what an id that does not exist gets, and changes nothing",
    async (attack) => {
      const before = await everythingOf(harness, owner);
      const unknown = attack.row(missing);
      for (const [index, { path, body }] of attack.row(theirs).entries()) {
        const response = await stranger.send(attack.method, path, body);
        const text = await response.text();
        expect(response.status, text).toBe(404);
        const other = await stranger.send(attack.method, unknown[index]?.path ?? "", unknown[index]?.body);
        expect(text).toBe(await other.text());
      }
      expect(await everythingOf(harness, owner)).toEqual(before);
    },
  );

  test("never sees the owner's words in a list or a search (S-02)", async () => {
    for (const path of [
      `${nlp}/v2/agent?perPage=-1`,
      `${nlp}/v2/agent?name=Bot`,
      "/api/e/enterprise/users/me",
      people,
      teams,
      "/api/e/enterprise/agents",
      "/api/e/enterprise/invitations",
      definitions,
      `${master}/uploads?perPage=-1`,
      `${master}/sample`,
      "/api/e/enterprise/appiyo_authconfig",
      "/api/e/enterprise/audit_trail",
      "/api/e/enterprise/audit_trail/csv",
      "/api/e/enterprise/audit_trail/people",
    ]) {
      const text = await (await stranger.send("GET", path)).text();
      expect(text).not.toMatch(/canary/i);
      expect(text).not.toContain(theirs.agentId);
    }
  });

  test("cannot bind the owner's entity into an intent of their own", async () => {
    const own = await makeBot(stranger);
    const response = await stranger.send("POST", `${nlp}/intent`, {
      ...intentBody({ ...theirs, ...own }),
      entities: [{ id: theirs.entityId, name: "x", required: true, prompts: ["which?"] }],
    });
    expect(response.status).toBe(400);
  });

  test("cannot become somebody else by naming another enterprise (S-04, S-06)", async () => {
    const response = await stranger.send("POST", `${nlp}/agent`, {
      name: "Mine",
      description: "mine",
      eId: owner.enterpriseId,
      enterpriseId: owner.enterpriseId,
      tenantId: owner.enterpriseId,
      createdBy: "x",
    });
    expect(await response.json()).toMatchObject({ data: { eId: stranger.enterpriseId } });
  });
});

test.each(allEndpoints.filter(({ endpoint }) => endpoint.access.kind !== "public"))(
  "nobody calls $id without a session",
  async ({ endpoint }) => {
    const path = `/api${endpoint.path.replace(/:\w+/g, "x")}`;
    const response = await harness.fetch(path, { method: endpoint.method });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ login_required: true });
  },
);

test.each(allEndpoints.filter(({ endpoint }) => endpoint.access.kind === "permission"))(
  "nobody calls $id without the permission",
  async ({ endpoint }) => {
    const nobody = await sharedNobody();
    const path = `/api${endpoint.path.replace(/:\w+/g, "x")}`;
    const response = await nobody.send(endpoint.method, path);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 1403 });
  },
);

let roleless: Promise<Person> | undefined;
const sharedNobody = (): Promise<Person> => (roleless ??= makePerson(harness, { roles: [] }));
