import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { fillDashboards, switchAnalyticsOn } from "#tests/support/dashboards.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as api from "#workers/contract/endpoints/own-dashboards.ts";
import { saveRole } from "#workers/contract/endpoints/roles.ts";
import { dashboards as everybodys } from "#workers/contract/dashboards.ts";
import { DASHBOARDS } from "#workers/contract/own-dashboards.ts";

/** Dashboards that people make themselves. */
const harness = await startHarness();
const db = harness.env.TENANT_1;
const path = `/api${api.listOwnDashboards.path}`;

const DAY_MS = 86_400_000;
const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);
const week = () => ({ fromDate: dayAt(Date.now() - 6 * DAY_MS), toDate: dayAt(Date.now()) });
const range = () => new URLSearchParams(week()).toString();

async function makeOwner(): Promise<Person> {
  const owner = await makePerson(harness);
  await switchAnalyticsOn(harness, owner);
  return owner;
}
const made = (person: Person, name = "Mine", copyOf = "") =>
  person.call(api.createOwnDashboard, { body: { name, copyOf } });
const namesOf = async (person: Person) =>
  (await person.call(api.listOwnDashboards)).dashboards.map(({ name }) => name);
const tile = (more: object = {}) => ({
  id: "one",
  kind: "number" as const,
  measures: ["usedRuns" as const],
  ...more,
});
const refused = async (response: Response) => {
  const { errors = {} } = (await response.json()) as { errors?: Record<string, string> };
  return { status: response.status, fields: Object.keys(errors) };
};

test("a dashboard is made empty or as a copy, changed, renamed, found by name and deleted", async () => {
  const owner = await makeOwner();
  const copy = await made(owner, "Sales", "messages");
  expect(copy.tiles.map(({ kind }) => kind)).toEqual(everybodys.messages.map(({ kind }) => kind));
  expect(copy).toMatchObject({ isMine: true, mayEdit: true, sharing: "maker", roles: [], revision: 1 });
  const empty = await made(owner, "Empty");
  expect(empty.tiles).toEqual([]);
  const { id } = empty;
  const saved = await owner.call(api.updateOwnDashboard, {
    params: { id },
    body: { name: "Board", tiles: [tile({ title: "Runs", size: "wide" })], revision: 1 },
  });
  expect(saved).toMatchObject({ name: "Board", revision: 2, tiles: [{ title: "Runs", compare: true }] });
  // A new name alone leaves the tiles as they are.
  await owner.call(api.updateOwnDashboard, { params: { id }, body: { name: "Another" } });
  const got = await owner.call(api.getOwnDashboard, { params: { id } });
  expect(got).toMatchObject({ name: "Another", revision: 3, tiles: [{ id: "one", size: "wide" }] });
  expect((await made(owner, "A copy of mine", id)).tiles).toEqual(got.tiles);
  expect(await namesOf(owner)).toEqual(["A copy of mine", "Another", "Sales"]);
  expect((await owner.send("POST", path, { name: " sales " })).status).toBe(409);
  const stale = await owner.send("PUT", `${path}/${id}`, { name: "Late", revision: 1 });
  expect(await refused(stale)).toEqual({ status: 409, fields: ["revision"] });
  await owner.call(api.deleteOwnDashboard, { params: { id } });
  expect(await namesOf(owner)).toEqual(["A copy of mine", "Sales"]);
  expect((await owner.send("GET", `${path}/${id}`)).status).toBe(404);
  expect(await refused(await owner.send("POST", path, { name: "Gone", copyOf: id }))).toEqual({
    status: 404,
    fields: ["copyOf"],
  });
});

test("there are at most so many, and one that does not fit is not made", async () => {
  const owner = await makeOwner();
  await fillDashboards(harness, owner, DASHBOARDS.most);
  expect((await owner.send("POST", path, { name: "One more" })).status).toBe(409);
  expect(await namesOf(owner)).toEqual([]);
});

test.for<[string, object, string]>([
  ["no name", { name: " " }, "name"],
  ["a kind that is none", { tiles: [tile({ kind: "pie" })] }, "tiles.0.kind"],
  ["a figure that is none", { tiles: [tile({ measures: ["money"] })] }, "tiles.0.measures.0"],
  ["no figure", { tiles: [tile({ measures: [] })] }, "tiles.0.measures"],
  ["a number of two figures", { tiles: [tile({ measures: ["sent", "received"] })] }, "tiles.0.measures"],
  [
    "the same figure twice",
    { tiles: [tile({ kind: "bars", measures: ["sent", "sent"] })] },
    "tiles.0.measures",
  ],
  [
    "a picture of two units",
    { tiles: [tile({ kind: "bars", measures: ["sent", "readRate"] })] },
    "tiles.0.measures",
  ],
  [
    "a table of two subjects",
    { tiles: [tile({ kind: "table", measures: ["sent", "usedRuns"] })] },
    "tiles.0.measures",
  ],
  ["two tiles of one id", { tiles: [tile(), tile()] }, "tiles"],
  [
    "too many tiles",
    { tiles: Array.from({ length: DASHBOARDS.tiles + 1 }, (_, at) => tile({ id: `t${at}` })) },
    "tiles",
  ],
  ["shared with no role", { sharing: "roles", roles: [] }, "roles"],
  ["a role that is none", { sharing: "roles", roles: [9] }, "roles.0"],
])("%s is refused at its place, and nothing is changed", async ([, change, place]) => {
  const owner = await makeOwner();
  const { id } = await made(owner);
  expect(await refused(await owner.send("PUT", `${path}/${id}`, { name: "Wrong", ...change }))).toEqual({
    status: 400,
    fields: [place],
  });
  expect(await owner.call(api.getOwnDashboard, { params: { id } })).toMatchObject({
    name: "Mine",
    revision: 1,
  });
});

test("a dashboard is its maker's, or that of some roles, or everybody's; nobody else learns that it is there", async () => {
  const owner = await makeOwner();
  const viewer = await makeColleague(harness, owner, { roles: [6] });
  const other = await makeColleague(harness, owner, { roles: [2] });
  await owner.call(saveRole, { params: { role: 2 }, body: { permissions: { "ANALYTICS.VIEW": 1 } } });
  const { id } = await made(owner, "Board", "messages");
  const asks = (person: Person) =>
    Promise.all(
      [`${path}/${id}`, `${path}/${id}/figures?${range()}`].map(
        async (each) => (await person.send("GET", each)).status,
      ),
    );
  const share = (sharing: string, roles: number[] = []) =>
    owner.send("PUT", `${path}/${id}`, { name: "Board", sharing, roles });
  expect([await asks(viewer), await asks(other)]).toEqual([
    [404, 404],
    [404, 404],
  ]);
  expect(await namesOf(viewer)).toEqual([]);
  expect((await viewer.send("POST", path, { name: "Copied", copyOf: id })).status).toBe(404);
  expect((await viewer.send("PUT", `${path}/${id}`, { name: "Mine now" })).status).toBe(404);
  expect((await viewer.send("DELETE", `${path}/${id}`)).status).toBe(404);
  await share("roles", [6]);
  expect([await asks(viewer), await asks(other)]).toEqual([
    [200, 200],
    [404, 404],
  ]);
  await share("all");
  expect([await asks(viewer), await asks(other)]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  expect((await viewer.call(api.listOwnDashboards)).dashboards).toMatchObject([
    { name: "Board", isMine: false, mayEdit: false },
  ]);
  expect((await viewer.send("PUT", `${path}/${id}`, { name: "Mine now" })).status).toBe(403);
  expect((await viewer.send("DELETE", `${path}/${id}`)).status).toBe(403);
  // An administrator changes what others made, once they see it.
  const theirs = await made(viewer, "Board");
  expect((await owner.send("PUT", `${path}/${theirs.id}`, { name: "Ours" })).status).toBe(404);
  await viewer.send("PUT", `${path}/${theirs.id}`, { name: "Board", sharing: "all" });
  expect((await owner.send("PUT", `${path}/${theirs.id}`, { name: "Ours" })).status).toBe(200);
  // Without the permission to see analytics no sharing helps.
  const agent = await makeColleague(harness, owner, { roles: [3] });
  expect((await agent.send("GET", `${path}/${id}`)).status).toBe(403);
});

test("what a maker leaves behind is the administrator's who saves it first", async () => {
  const owner = await makeOwner();
  const [maker, second] = [
    await makeColleague(harness, owner, { roles: [6] }),
    await makeColleague(harness, owner, { roles: [1] }),
  ];
  const { id } = await made(maker, "Board", "messages");
  expect((await owner.send("PUT", `${path}/${id}`, { name: "Board" })).status).toBe(404);
  await db.prepare("UPDATE dashboards SET is_left = 1 WHERE id = ?").bind(id).run();
  expect((await second.call(api.getOwnDashboard, { params: { id } })).isMine).toBe(false);
  // Under a name that the administrator has given already it can't be theirs.
  await made(owner, "Board");
  expect((await owner.send("PUT", `${path}/${id}`, { name: "Board" })).status).toBe(409);
  await owner.call(api.updateOwnDashboard, { params: { id }, body: { name: "Left behind" } });
  expect(await owner.call(api.getOwnDashboard, { params: { id } })).toMatchObject({
    isMine: true,
    makerName: "Kiran",
    sharing: "maker",
  });
  expect((await second.send("GET", `${path}/${id}`)).status).toBe(404);
});

test("pages in frames are of the deployment's analytics host alone", async () => {
  const owner = await makeOwner();
  const { id } = await made(owner);
  const page = (address: string, more: object = {}) => ({ id: "page", title: "Sales", address, ...more });
  const save = (...pages: object[]) => owner.send("PUT", `${path}/${id}`, { name: "Mine", pages });
  const host = "https://analytics.company.com";
  for (const wrong of [
    "https://elsewhere.example.com/",
    `${host}.example.com/`,
    "http://analytics.company.com/",
    "javascript:alert(1)",
    "sales",
  ])
    expect(await refused(await save(page(`${host}/`, { id: "first" }), page(wrong))), wrong).toEqual({
      status: 400,
      fields: ["pages.1.address"],
    });
  expect(await refused(await save(page(`${host}/`, { title: " " })))).toEqual({
    status: 400,
    fields: ["pages.0.title"],
  });
  const five = Array.from({ length: DASHBOARDS.pages + 1 }, (_, at) => page(`${host}/`, { id: `p${at}` }));
  expect(await refused(await save(...five))).toEqual({ status: 400, fields: ["pages"] });
  expect(await owner.call(api.getOwnDashboard, { params: { id } })).toMatchObject({
    revision: 1,
    pages: [],
    choices: { host },
  });
  expect((await save(page(`${host}/views/sales?of=all`))).status).toBe(200);
  const pagesOf = async (of: string) =>
    (await owner.call(api.showOwnDashboard, { params: { id: of }, query: week() })).pages;
  expect(await pagesOf(id)).toEqual([{ ...page(`${host}/views/sales?of=all`), isAllowed: true }]);
  expect(await pagesOf((await made(owner, "A copy", id)).id)).toHaveLength(1);
  // The deployment has another host since: the page stays, is not shown, and holds up no other change.
  const gone = page("https://before.example.com/");
  await db
    .prepare("UPDATE dashboards SET content = json_set(content, '$.pages', json(?)) WHERE id = ?")
    .bind(JSON.stringify([gone]), id)
    .run();
  expect(await pagesOf(id)).toEqual([{ ...gone, isAllowed: false }]);
  expect((await save(gone)).status).toBe(200);
});

test("needs the feature", async () => {
  const owner = await makePerson(harness);
  for (const each of [path, `${path}/${randomUUID()}`])
    expect((await owner.send("GET", each)).status).toBe(404);
  expect((await owner.send("POST", path, { name: "Mine" })).status).toBe(404);
});
