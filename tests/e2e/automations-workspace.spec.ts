import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { ApiClient } from "#db/seed/client.ts";
import { sampleOf } from "#app/features/automation-samples/samples.ts";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { me, type Profile } from "#workers/contract/endpoints/profile.ts";
import { loggerDoors } from "#workers/contract/endpoints/automation-logger.ts";
import { createEncap, createJourney, getJourneyDraft } from "#workers/contract/endpoints/automations.ts";

// Taken names, one that runs, and files that are none.
test.use({ expectedErrors: [/40[09] \(/] });

const JOURNEYS = "/journey/workspace";
const ENCAPS = "/encaps/workspace";
const client = (page: Page) => clientOf("house").then((house) => signedIn(page, house));
const make = (house: ApiClient, name: string, folder = "") =>
  house.call(createJourney, { body: { name, folder, graph: sampleOf("welcome") } });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole("button", { name: `More about ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
};
const folders = (page: Page) => page.getByRole("navigation", { name: "Folders" });

test("somebody new is told what a journey is, and begins with a sample in the designer", async ({ page }) => {
  const nobody = await clientOf("empty");
  await signedIn(page, nobody);
  await page.goto(JOURNEYS);
  await expect(page.getByText("No journeys yet.")).toBeVisible();
  await expect(page.getByText(/A journey leads each customer step by step/)).toBeVisible();
  await expectAccessible(page, [360]);
  await page.getByRole("button", { name: "Begin with “Welcome and hand over”" }).click();
  const dialog = page.getByRole("dialog", { name: "New journey" });
  await expect(dialog.getByLabel(/^Name of the journey/)).toHaveValue("Welcome and hand over");
  await expect(dialog.getByRole("radio", { name: /^Welcome and hand over/ })).toBeChecked();
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page).toHaveURL(/\/designer\/journey\/[\w-]+$/);
  await expect(page).toHaveTitle(/^(?:\(\d+\) )?Journey \| Welcome and hand over/);
  const id = page.url().split("/").at(-1) ?? "";
  const { graph, problems } = await nobody.call(getJourneyDraft, { params: { id } });
  expect(graph.nodes).toHaveLength(10);
  expect(problems).toEqual([]);
});

test("one is made, refused a taken name, moved to a folder, copied, archived, taken back and deleted", async ({
  page,
}) => {
  const house = await client(page);
  const [name, folder] = [unique("Renewal"), unique("Sales")];
  await make(house, name);
  await page.goto(JOURNEYS);
  await page.getByRole("button", { name: "New journey" }).click();
  const made = page.getByRole("dialog", { name: "New journey" });
  await made.getByRole("button", { name: "Create" }).click();
  await expect(made.getByText("Enter a name.").first()).toBeVisible();
  await made.getByLabel(/^Name of the journey/).fill(name.toUpperCase());
  await made.getByRole("button", { name: "Create" }).click();
  await expect(
    made.getByText("Another one has this name already. Choose another name.").first(),
  ).toBeVisible();
  await expectAccessible(page, [1280]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard changes" }).click();

  await page.getByRole("textbox", { name: "Search journeys by name" }).fill(name);
  await expect(page.getByText("1 found")).toBeVisible();
  await act(page, name, "Rename or move");
  const edited = page.getByRole("dialog", { name: `Rename or move ${name}` });
  await edited.getByLabel("Folder").fill(folder);
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(edited).toBeHidden();
  await folders(page).getByRole("link", { name: folder }).click();
  await expect(folders(page).getByRole("link", { name: folder })).toHaveAttribute("aria-current", "page");
  await expect(row(page, name)).toContainText("Draft");
  await expect(row(page, name)).toContainText("Kiran Shah");

  await act(page, name, "Duplicate");
  const copy = page.getByRole("dialog", { name: `Duplicate ${name}` });
  await expect(copy.getByLabel(/^Name of the journey/)).toHaveValue(`Copy of ${name}`);
  await copy.getByRole("button", { name: "Duplicate" }).click();
  await expect(page).toHaveTitle(new RegExp(`^(?:\\(\\d+\\) )?Journey \\| Copy of ${name}`));
  const id = page.url().split("/").at(-1) ?? "";
  const { graph } = await house.call(getJourneyDraft, { params: { id } });
  expect(graph).toEqual(sampleOf("welcome"));

  await page.goto(`${JOURNEYS}?folder=${encodeURIComponent(folder)}`);
  await expect(page.getByText("2 found")).toBeVisible();
  await act(page, name, "Archive");
  await expect(page.getByText("1 found")).toBeVisible();
  await folders(page).getByRole("link", { name: "Archived" }).click();
  await expect(row(page, name)).toContainText("Archived");
  await act(page, name, "Restore");
  await expect(page.getByText(`${name} is back in the list`)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, name)).toContainText("Archived");
  await act(page, name, "Delete");
  const question = page.getByRole("alertdialog", { name: `Delete ${name}?` });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(row(page, name)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("text that is typed while a folder opens is searched for in that folder", async ({ page }) => {
  const house = await client(page);
  const [name, folder] = [unique("Claim"), unique("Care")];
  await make(house, name, folder);
  await page.goto(JOURNEYS);
  const search = page.getByRole("textbox", { name: "Search journeys by name" });
  await expect(folders(page).getByRole("link", { name: folder })).toBeVisible();
  const opening = Promise.withResolvers<void>();
  const isFolder = (url: URL) => url.searchParams.get("folder") === folder;
  await page.route(isFolder, async (route) => {
    await opening.promise;
    await route.fallback();
  });
  await folders(page).getByRole("link", { name: folder }).click();
  await search.fill(name);
  await search.press("Enter");
  opening.resolve();
  await expect(page).toHaveURL((url) => isFolder(url) && url.searchParams.get("q") === name);
  await expect(row(page, name)).toBeVisible();
});

test("what is logged of a journey is chosen from its list, and refused days are said in place", async ({
  page,
}) => {
  const house = await client(page);
  const name = unique("Logged");
  const { id } = await make(house, name);
  await page.goto(`${JOURNEYS}?q=${encodeURIComponent(name)}`);
  await act(page, name, "What is logged");
  const dialog = page.getByRole("dialog", { name: `What is logged of ${name}` });
  await dialog.getByRole("radio", { name: /^All values/ }).check();
  await dialog.getByLabel(/^Days kept/).fill("0");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(/^Enter a number between/).first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel(/^Days kept/).fill("7");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(async () =>
    expect(await house.call(loggerDoors.journey.get, { params: { id } })).toEqual({ level: "all", days: 7 }),
  ).toPass();
});

test("a refusal to delete one that runs is shown where it was asked", async ({ page }) => {
  const house = await client(page);
  const name = unique("Runs");
  await make(house, name);
  // A journey that runs on a channel is started elsewhere.
  const sentence = "It can't be deleted while it runs on a channel. Stop it there first.";
  await page.route("**/chatbird/api/journeys/*", (route) =>
    route.request().method() === "DELETE"
      ? route.fulfill({ status: 409, json: { status: false, message: sentence } })
      : route.fallback(),
  );
  await page.goto(`${JOURNEYS}?q=${encodeURIComponent(name)}`);
  await act(page, name, "Delete");
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question).toContainText(sentence);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(row(page, name)).toBeVisible();
});

const chosen = (content: Buffer | string) => ({
  name: "a file.json",
  mimeType: "application/json",
  buffer: Buffer.from(content),
});

test("one is exported as a file and comes back from it, as an encap too; a wrong file is refused", async ({
  page,
}) => {
  const house = await client(page);
  const name = unique("Export");
  const made = await make(house, name);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${JOURNEYS}?q=${encodeURIComponent(name)}`);
  await expect(row(page, name)).toContainText("Draft");
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await act(page, name, "Export");
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${name}.json`);
  const content = await readFile(await file.path());
  expect(JSON.parse(content.toString())).toMatchObject({
    format: "chatbird.automation/1",
    automations: [{ id: made.id, kind: "journey", name, graph: sampleOf("welcome") }],
  });

  await page.getByRole("button", { name: "From file" }).click();
  const dialog = page.getByRole("dialog", { name: "Import journeys from a file" });
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByText("Choose a file first.").first()).toBeVisible();
  await dialog.getByLabel(/^File/).setInputFiles(chosen("{"));
  await expect(dialog.getByText("This file can't be read. Choose a JSON file.").first()).toBeVisible();
  await dialog.getByLabel(/^File/).setInputFiles(chosen('{"nodes":[]}'));
  await expect(dialog.getByText(/^This file can't be read here. Choose one that was/).first()).toBeVisible();
  await dialog.getByLabel(/^File/).setInputFiles(chosen(content));
  await expect(dialog.getByText("Exported here. The file holds 1 journey.")).toBeVisible();
  // It is there already, and the same.
  await expect(dialog.getByLabel("Import as")).toHaveValue(made.id);
  await expect(dialog.getByText("The same", { exact: true })).toBeVisible();
  await dialog.getByLabel("Import as").selectOption("New");
  const named = dialog.getByLabel(/^Name of the journey/);
  await expect(named).toHaveValue(`${name} 2`);
  await named.fill(name.toUpperCase());
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(
    dialog.getByText(`“${name.toUpperCase()}” is taken. Choose another name.`).first(),
  ).toBeVisible();
  await expectAccessible(page);
  await fitsInWidth(page);
  await named.fill(`${name} 3`);
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByText("Everything is a draft")).toBeVisible();
  await dialog.getByRole("link", { name: `${name} 3` }).click();
  await expect(page).toHaveTitle(new RegExp(`^(?:\\(\\d+\\) )?Journey \\| ${name} 3`));

  await page.goto(ENCAPS);
  await page.getByRole("button", { name: "From file" }).click();
  const encap = page.getByRole("dialog", { name: "Import encaps from a file" });
  await encap.getByLabel(/^File/).setInputFiles(chosen(content));
  await expect(encap.getByText(/It is of the other kind, and is added as an encap/)).toBeVisible();
  await encap.getByRole("button", { name: "Import" }).click();
  await encap.getByRole("link", { name }).click();
  await expect(page).toHaveURL(/\/encaps\/workspace\/[\w-]+$/);
});

test("a file of another maker shows what has no match and what is missing, and a missing thing is chosen", async ({
  page,
}) => {
  await client(page);
  const [name, lost] = [unique("Typebot"), unique("shop.example")];
  const bot = {
    version: "6.1",
    id: unique("bot"),
    name,
    events: [{ id: "e", type: "start", outgoingEdgeId: "1" }],
    groups: [
      {
        id: "g",
        title: "Shop",
        graphCoordinates: { x: 0, y: 0 },
        blocks: [
          { id: "b1", type: "text", content: { richText: [{ type: "p", children: [{ text: "Hi" }] }] } },
          { id: "b2", type: "Webhook", options: { webhook: { url: `https://${lost}/x`, method: "GET" } } },
          { id: "b3", type: "Google Sheets" },
        ],
      },
    ],
    edges: [{ id: "1", from: { eventId: "e" }, to: { groupId: "g" } }],
    variables: [],
  };
  await page.goto(JOURNEYS);
  await page.getByRole("button", { name: "From file" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^File/).setInputFiles(chosen(JSON.stringify(bot)));
  await expect(dialog.getByText("Exported by Typebot. The file holds 1 journey.")).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "2 notes" })).toBeVisible();
  await expect(dialog.getByText(/^Shop, Google Sheets: .* was left out/)).toBeVisible();
  await expect(dialog.getByText(/^1 is not here/)).toBeVisible();
  await expect(dialog.getByLabel(lost)).toHaveValue("");
  await expectAccessible(page, [360, 1280]);
  await dialog.getByRole("button", { name: "Import" }).click();
  await dialog.getByRole("link", { name }).click();
  await expect(page).toHaveTitle(new RegExp(`^(?:\\(\\d+\\) )?Journey \\| ${name}`));
  await page.getByRole("tab", { name: "Problems (1)" }).click();
  await expect(
    page.getByText("This integration is not one of yours. Choose another one.").first(),
  ).toBeVisible();
});

test("a folder is exported as one file", async ({ page }) => {
  const house = await client(page);
  const folder = unique("Both");
  for (const name of ["One", "Two"]) await make(house, unique(name), folder);
  await page.goto(`${JOURNEYS}?folder=${encodeURIComponent(folder)}`);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export folder" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${folder}.json`);
  const { automations } = JSON.parse((await readFile(await file.path())).toString()) as { automations: [] };
  expect(automations).toHaveLength(2);
});

test("somebody who may only look finds and exports, and is offered nothing else", async ({ page }) => {
  const house = await client(page);
  const name = unique("Seen");
  await house.call(createEncap, { body: { name, folder: "" } });
  // The server's own refusals have tests of their own.
  await page.route(`**/api${me.path}`, async (route) => {
    const response = await route.fetch();
    const answered = (await response.json()) as { response: Profile };
    answered.response.permissions = ["ENCAPS.VIEW"];
    await route.fulfill({ response, json: answered });
  });
  await page.goto(`${ENCAPS}?q=${encodeURIComponent(name)}`);
  await expect(row(page, name)).toBeVisible();
  await expect(page.getByRole("button", { name: "New encap" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "From file" })).toHaveCount(0);
  await page.getByRole("button", { name: `More about ${name}` }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Export"]);
});
