import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { within } from "#tests/support/customer-list.ts";
import { graphOf } from "#tests/support/flow.ts";
import { makeGroup, makeMany, unique } from "#tests/support/customers.ts";
import { publishedAnew, publishedOne } from "#tests/support/journeys.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { addPeopleTexts as texts } from "#texts/add-people.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { createJourneyInstance } from "#workers/contract/endpoints/automation-instances.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

const withoutCity = graphOf({ start: ["start"], town: ["ask", { text: "Which town?" }], end: ["end"] }, [
  "start > town",
  "town > end",
]);
const resting = graphOf(
  {
    start: ["start"],
    kept: ["wait", { until: { kind: "duration", length: { amount: 1, unit: "days" } } }],
  },
  ["start > kept"],
);
const PUBLISH = "/publish/journey";

test("a journey is started on a channel with a word, heard, paused, given its next version, resumed and stopped", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("people"));
  const [name, other, phone, word] = [
    unique("Welcome"),
    unique("Offers"),
    unique("Phone"),
    unique("hello").toLowerCase(),
  ];
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: phone, type: 4, vendor: 91, contactId: phone },
  });
  const id = await publishedOne(client, "journey", name);
  await publishedOne(client, "journey", other);
  let customers = 0;
  const say = (text: string) =>
    client.call(simulatorApi.simulatedSay, {
      params: { id: channelId },
      body: { person: { name: "Asha", phone: `+91 98765 6300${++customers}` }, body: { kind: "text", text } },
    });

  await page.goto(`${PUBLISH}?q=${encodeURIComponent(name)}`);
  const card = page.getByRole("listitem", { name });
  await expect(card).toContainText("Not on any channel.");
  await card.getByRole("button", { name: `Start on a channel: ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Start ${name}` });
  await dialog.getByRole("combobox", { name: /^Channel/ }).selectOption({ label: phone });
  await dialog.getByRole("textbox", { name: /^Words/ }).fill(word);
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  const row = card.getByRole("listitem").filter({ hasText: phone });
  await expect(row).toContainText("Started");
  await expect(row).toContainText(`Begins with “${word}”`);

  await say(`${word.toUpperCase()}!`);
  await expect(row).toContainText("1 person is in it");
  await expectAccessible(page);
  await row.getByRole("button", { name: `Pause on ${phone}` }).click();
  await expect(row).toContainText("Paused");
  await say(word);

  // The people in it, and how they came there.
  await page.goto("/journey/monitor");
  // Found by its name, since others' journeys may fill the first page of the choice.
  await page.getByRole("combobox", { name: "Journey and channel" }).fill(name);
  await page.getByRole("option", { name: `${name} on ${phone} (Paused)` }).click();
  await page.getByRole("link", { name: "Asha" }).click();
  const panel = page.getByRole("dialog", { name: "Asha in the journey" });
  await expect(panel.getByRole("list", { name: "Steps" }).locator(":scope > li")).toHaveText([
    /Start/,
    /Ask a question/,
  ]);
  await expectAccessible(page);

  // Its steps in figures, as a table and as a drawing; a number opens its people.
  await panel.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Trouble" }).click();
  await expect(page.getByText("Nobody has failed.")).toBeVisible();
  await expect(page.getByText("Nobody is stuck.")).toBeVisible();
  await page.getByRole("button", { name: "Steps", exact: true }).click();
  const step = page.getByRole("table", { name: "Steps in figures" }).getByRole("row", { name: /^2\. Ask/ });
  await expect(step.getByRole("link", { name: /^1 Came in, 2\. Ask/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Canvas" }).click();
  const drawn = page.getByRole("region", { name: "Drawing of the steps" }).getByText("1 came in, 1 here now");
  await drawn.click();
  await expect(step).toBeVisible();
  await expectAccessible(page);
  await step.getByRole("link", { name: /^1 Here now, 2\. Ask/ }).click();
  await expect(page.getByText(/^Only those at Ask a question\./)).toBeVisible();
  await expect(page.getByRole("link", { name: "Asha" })).toBeVisible();
  await page.getByRole("button", { name: "Show everybody" }).click();
  await expect(page.getByText(/^Only those/)).toBeHidden();

  // The same in figures.
  await page.goto(`/journey/reports?id=${id}`);
  const asked = page.getByRole("row", { name: /^2\. Ask/ });
  await expect(asked.getByRole("cell")).toHaveText(["1", "100 %", "1", "", "–", "0", "0", "0", "–"]);
  await expectAccessible(page);
  await expect(page.getByRole("table", { name: "Ways through it" })).toContainText("In it");
  await expect(page.getByRole("table", { name: "By channel" })).toContainText(phone);
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV: Steps of the journey" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^journey-steps-.*\.csv$/);
  const weeks = page.getByRole("table", { name: "By week of coming in" });
  await expect(weeks.getByRole("cell")).toHaveText(["1", "0 % (0)", "0 % (0)"]);
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("Version 1");
  const beside = page.getByRole("table", { name: "All versions and Version 1" });
  await expect(beside.getByRole("row", { name: /^2\. Ask/ }).getByRole("cell")).toHaveText([
    "1",
    "1",
    "100 %",
    "100 %",
    "0",
    "0",
    "–",
    "–",
    "–",
    "–",
  ]);
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Version", exact: true }).selectOption("Version 1");
  await expect(page.getByText(/^Of the people of this version\./)).toBeVisible();
  await expect(weeks).toBeHidden();
  await page.goto(`/journey/reports?id=${id}&group=${await makeGroup(client)}`);
  await expect(page.getByText(/^None of those who came in within these days/)).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/journey/milestone-report?id=${id}`);
  await expect(page.getByText("No milestone was reached")).toBeVisible();
  await page.goto(PUBLISH);

  // Its word is still its own, which another journey is told while it is typed.
  await page.getByRole("textbox", { name: "Search journeys" }).fill(other);
  await expect(page).toHaveURL(/[?&]q=/);
  await page.getByRole("button", { name: `Start on a channel: ${other}` }).click();
  const second = page.getByRole("dialog", { name: `Start ${other}` });
  await second.getByRole("combobox", { name: /^Channel/ }).selectOption({ label: phone });
  await second.getByRole("textbox", { name: /^Words/ }).fill(`sale\n${word}`);
  await expect(second.getByRole("status")).toContainText(`“${word}” begins “${name}”.`);
  await second.getByRole("button", { name: "Cancel" }).click();

  const number = await publishedAnew(client, "journey", id, withoutCity);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${PUBLISH}?q=${encodeURIComponent(name)}`);
  await row.getByRole("button", { name: `Use version ${number}… on ${phone}` }).click();
  const taking = page.getByRole("dialog", { name: `Use version ${number} on ${phone}` });
  await expect(taking.getByRole("group", { name: "1 person in an older version" })).toBeVisible();
  await expect(taking.getByRole("region", { name: "Where people are" })).toContainText(
    "Ask a question1 person",
  );
  await taking.getByRole("radio", { name: "Move" }).check();
  await taking.getByRole("button", { name: "Move people" }).click();
  await expect(taking).toContainText("Choose a step, or let people leave.");
  await taking
    .getByRole("combobox", { name: /^“Ask a question” is gone/ })
    .selectOption({ label: "Ask a question" });
  await fitsInWidth(page);
  await taking.getByRole("button", { name: "Move people" }).click();
  await expect(row).toContainText(`Version ${number}`);
  await expect(row).toContainText("1 person moved, 1 of them set aside");
  await row.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("Undone: 1 person is where they were");
  await row.getByRole("button", { name: `Resume on ${phone}` }).click();
  const resuming = page.getByRole("dialog", { name: `Resume it on ${phone}?` });
  await resuming.getByRole("radio", { name: "Skip what is older" }).check();
  await expect(resuming.getByRole("combobox", { name: "Older than" })).toHaveValue("24");
  await expectAccessible(page);
  await resuming.getByRole("button", { name: "Resume" }).click();
  await expect(row).toContainText("Started");
  await fitsInWidth(page);
  await row.getByRole("button", { name: `More about ${phone}` }).click();
  await page.getByRole("menuitem", { name: "Stop" }).click();
  const stopping = page.getByRole("alertdialog", { name: `Stop it on ${phone}?` });
  await stopping.getByRole("radio", { name: "End it for them now" }).check();
  await stopping.getByRole("button", { name: "Stop" }).click();
  await expect(row).toContainText("Stopped");
  await expect(row).toContainText("Nobody is in it");
});

test("customers are put into a started journey from their list and from its menu, and it is said how many came in", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("people"));
  const [name, phone, group] = [unique("By hand"), unique("Phone"), unique("Gold")];
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: phone, type: 4, vendor: 91, contactId: phone },
  });
  // A question would fail for whoever has never written there.
  const id = await publishedOne(client, "journey", name, resting);
  await client.call(createJourneyInstance, { params: { id }, body: { channelId } });
  const groupId = await makeGroup(client, group);
  await makeMany(client, groupId, ["Dora", "Emil"]);

  await page.goto(within(groupId));
  await page.getByRole("checkbox", { name: "Select Dora" }).check();
  await page.getByRole("button", { name: texts.toJourney }).click();
  const dialog = page.getByRole("dialog", { name: texts.toJourney });
  await expect(dialog).toContainText("1 customer enters now");
  await dialog.getByRole("button", { name: texts.add }).click();
  await expect(dialog.getByText(texts.journeyMissing).last()).toBeVisible();
  await dialog.getByRole("combobox", { name: /^Journey/ }).selectOption({ label: `${name} (${phone})` });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: texts.add }).click();
  await expect(dialog.getByRole("status")).toContainText("1 customer entered.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("1 selected")).toHaveCount(0);

  // The whole group from the journey's own menu: whoever is in it already stays out.
  await page.goto(`${PUBLISH}?q=${encodeURIComponent(name)}`);
  const row = page.getByRole("listitem", { name }).getByRole("listitem").filter({ hasText: phone });
  await expect(row).toContainText("1 person is in it");
  await row.getByRole("button", { name: `More about ${phone}` }).click();
  await page.getByRole("menuitem", { name: texts.menu }).click();
  const adding = page.getByRole("dialog", { name: texts.title(phone) });
  await adding.getByRole("button", { name: texts.add }).click();
  await expect(adding.getByRole("alert")).toContainText(texts.nobody);
  await adding.getByRole("combobox", { name: broadcastsTexts.form.also }).selectOption("matching");
  await expectAccessible(page);
  await adding.getByRole("combobox", { name: /^Groups/ }).fill(group);
  await page.getByRole("option", { name: group }).click();
  await page.keyboard.press("Tab");
  await adding.getByRole("button", { name: texts.add }).click();
  await expect(adding.getByRole("status")).toContainText("1 customer entered. 1 was kept out.");
  await adding.getByRole("button", { name: "Close" }).last().click();
  await expect(row).toContainText("2 people are in it");
});
