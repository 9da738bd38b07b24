import { expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { switchAnalyticsOn } from "#tests/support/dashboards.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as api from "#workers/contract/endpoints/own-dashboards.ts";
import { NO_FILTER } from "#workers/contract/own-dashboards.ts";

/** The choices that narrow a dashboard's tiles down, and the people it can be mailed to, where there are very many. */
const harness = await startHarness();
const MANY = 240;

const bots = (person: Person, ...names: string[]) =>
  harness.env.TENANT_1.prepare(
    `INSERT INTO agents (id, enterprise_id, name, name_key, description, config, content_changed_at, revision, updated_by, created_at, updated_at)
     SELECT ?1 || ':' || value, ?1, value, lower(value), '', '{}', 1, 1, '', 1, 1 FROM json_each(?2)`,
  )
    .bind(person.enterpriseId, JSON.stringify(names))
    .run();
const numbered = (word: string) =>
  Array.from({ length: MANY }, (_, at) => `${word} ${String(at).padStart(3, "0")}`);

async function crowded(): Promise<Person> {
  const owner = await makePerson(harness);
  await switchAnalyticsOn(harness, owner);
  await bots(owner, ...numbered("Bot"), "Zephyr desk");
  return owner;
}
const search = (who: Person, of: api.ChoiceKind, query: { name?: string; ids?: string[] } = {}) =>
  who.call(api.searchDashboardChoices, { params: { of }, query });
const namesOf = ({ choices }: { choices: readonly { name: string }[] }) => choices.map(({ name }) => name);

test("whatever there is, is found by a part of its name, a page at a time", async () => {
  const owner = await crowded();
  const first = await search(owner, "bots");
  expect(first).toMatchObject({ more: true });
  expect(namesOf(first)).toEqual(numbered("Bot").slice(0, api.CHOICES_PAGE));
  expect(await search(owner, "bots", { name: " ZEPHYR d" })).toMatchObject({
    choices: [{ name: "Zephyr desk" }],
    more: false,
  });
  const colleague = await makeColleague(harness, owner, { name: "Zoya Khan" });
  expect((await search(owner, "people", { name: "zoya" })).choices).toEqual([
    { id: colleague.userId, name: "Zoya Khan" },
  ]);
  expect(namesOf(await search(owner, "departments"))).toEqual([]);
});

test("what is chosen has its name, on whichever page it would be", async () => {
  const owner = await crowded();
  const colleague = await makeColleague(harness, owner, { name: "Zoya Khan" });
  const { id } = await owner.call(api.createOwnDashboard, { body: { name: "Board" } });
  const chosen = `${owner.enterpriseId}:Zephyr desk`;
  const filter = { ...NO_FILTER, botId: chosen };
  await owner.call(api.updateOwnDashboard, {
    params: { id },
    body: {
      name: "Board",
      tiles: [{ id: "one", kind: "number", measures: ["botMessages"], filter }],
      schedule: {
        every: "day",
        weekday: 0,
        monthday: 1,
        hour: 8,
        timeZone: "UTC",
        people: [colleague.userId],
      },
    },
  });
  const { choices } = await owner.call(api.getOwnDashboard, { params: { id } });
  expect(choices).toMatchObject({
    channels: [],
    bots: [{ id: chosen, name: "Zephyr desk" }],
    departments: [],
    people: [{ id: colleague.userId, name: "Zoya Khan" }],
  });
});

test("ids have names; those of another enterprise have none", async () => {
  const [owner, other] = [await crowded(), await crowded()];
  const ids = (who: Person) => [`${who.enterpriseId}:Zephyr desk`, `${who.enterpriseId}:Bot 239`];
  expect(namesOf(await search(owner, "bots", { ids: ids(owner) }))).toEqual(["Bot 239", "Zephyr desk"]);
  expect((await search(owner, "bots", { ids: ids(other) })).choices).toEqual([]);
  expect((await search(owner, "people", { ids: [other.userId] })).choices).toEqual([]);
});
