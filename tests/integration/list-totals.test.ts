import { expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { makeChannel } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { addTemplate } from "#tests/support/templates.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as formsApi from "#workers/contract/endpoints/forms.ts";
import * as richCardsApi from "#workers/contract/endpoints/rich-cards.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";

const harness = await startHarness();

/** Two departments, channels with a template each, users, forms and rich cards. */
async function filled(): Promise<Person> {
  const owner = await makePerson(harness);
  await makeColleague(harness, owner);
  for (const name of ["North", "South"]) {
    await owner.call(departmentsApi.createDepartment, { body: { name } });
    await owner.call(formsApi.createForm, { body: { name } });
    await addTemplate(harness, await makeChannel(harness, owner));
  }
  return owner;
}

test("a list says how many match in all, of one's own enterprise and whatever page is shown", async () => {
  const [owner] = [await filled(), await filled()];
  const page = { query: { perPage: 1, from: 1 } };
  const totals = async (query: { perPage: number; from: number; name?: string }) => [
    (await owner.call(usersApi.listUsers, { query })).total,
    (await owner.call(channelsApi.listChannels, { query })).total,
    (await owner.call(templatesApi.listTemplates, { query })).total,
    (await owner.call(departmentsApi.listDepartments, { query })).total,
    (await owner.call(formsApi.listForms, { query })).total,
    (await owner.call(richCardsApi.listRichCards, { query })).total,
  ];
  expect(await totals(page.query)).toEqual([2, 2, 2, 2, 2, 0]);
  expect(await totals({ ...page.query, name: "north" })).toEqual([0, 0, 0, 1, 1, 0]);
});
