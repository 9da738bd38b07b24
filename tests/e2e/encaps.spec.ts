import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { makeCustomer, makeGroup, unique } from "#tests/support/customers.ts";
import { graphOf, text } from "#tests/support/flow.ts";
import { publishedAnew, publishedOne } from "#tests/support/journeys.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import { launchEncap } from "#workers/contract/endpoints/automation-launch.ts";
import { getEncapDraft } from "#workers/contract/endpoints/automations.ts";

const greeting = graphOf(
  {
    start: ["start"],
    hi: ["sendMessage", text("Hi {contact.name}, take {vars.gift}")],
    end: ["end", {}],
  },
  ["start > hi", "hi > end"],
  { properties: [{ name: "gift", label: "Gift", type: "text", required: true }] },
);

test("an encap gets a property, is launched to a group with its values, and its log and figures show it", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("people"));
  const [name, phone, groupName] = [unique("Offer"), unique("Line"), unique("Friends")];
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: phone, type: 0, vendor: 91, contactId: phone },
  });
  const group = await makeGroup(client, groupName);
  for (const each of ["Asha", "Bilal"]) await makeCustomer(client, { name: each, groups: [group] });
  const id = await publishedOne(client, "encap", name, greeting);

  await page.goto(`/encaps/workspace?q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name }).click();
  await expect(page.getByText("It was never launched")).toBeVisible();

  // A property is kept in the draft; launches have it once it is published.
  await page.getByRole("tab", { name: "Properties" }).click();
  await page.getByRole("button", { name: "Add a property" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a property" });
  await dialog.getByLabel(/^Name/).fill("gift");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Another property or variable has this name.").first()).toBeVisible();
  await dialog.getByLabel(/^Name/).fill("size");
  await dialog.getByLabel(/^Type/).selectOption("choice");
  await dialog.getByLabel(/^Choices/).fill("small\nlarge");
  await dialog.getByLabel(/^Default/).selectOption("large");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /size/ })).toContainText("Choice");
  await expectAccessible(page);
  const { graph } = await client.call(getEncapDraft, { params: { id } });
  expect(graph.properties?.map((each) => each.name)).toEqual(["gift", "size"]);
  await publishedAnew(client, "encap", id, graph);

  await page.getByRole("tab", { name: "Instances" }).click();
  await page.getByRole("button", { name: "Launch" }).click();
  await expect(page.getByRole("heading", { name: `Launch ${name}` })).toBeVisible();
  // A missing value is reported at its field, and typed ones stay.
  await page.getByRole("button", { name: "Launch", exact: true }).click();
  await expect(page.getByText("Choose a channel.").first()).toBeVisible();
  await page.getByRole("combobox", { name: /^Channel/ }).selectOption({ label: phone });
  await page.getByRole("combobox", { name: /^From the customer master/ }).selectOption({ index: 1 });
  await page.getByRole("combobox", { name: /^Groups/ }).fill(groupName);
  await page.getByRole("option", { name: groupName }).click();
  await page.getByLabel(/^Gift/).fill("tea");
  await expect(page.getByLabel(/^size/)).toHaveValue("");
  const review = page.getByRole("region", { name: "Review" });
  await expect(review).toContainText(/Can be reached\s*2/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Launch", exact: true }).click();
  const row = page.getByRole("row", { name: new RegExp(`^${name}`) });
  await expect(row).toContainText("Finished");
  await expect(row.getByRole("cell").nth(1)).toHaveText("2");

  // A figure opens its people; the launch is watched as a journey is.
  await row.getByRole("link", { name: /^2\b/ }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Asha/ })).toBeVisible();
  await page.getByRole("button", { name: "Steps", exact: true }).click();
  await expect(page.getByRole("table", { name: "Steps in figures" })).toContainText("Hi {contact.name}");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Trouble", exact: true }).click();
  await expect(page.getByText("Nobody has failed.")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/encaps/workspace/${id}`);
  await page.getByRole("tab", { name: "Forms" }).click();
  await expect(page.getByText("It asks no form")).toBeVisible();
  await page.getByRole("tab", { name: "Instances" }).click();

  await row.getByRole("button", { name: `More about ${name}, ${phone}` }).click();
  await page.getByRole("menuitem", { name: "Its log" }).click();
  await expect(page.getByRole("row")).toHaveCount(7);
  await page.getByRole("link", { name: "Asha" }).first().click();
  const run = page.getByRole("dialog", { name: "Asha in the encap" });
  await expect(run.getByRole("list", { name: "Steps" }).locator(":scope > li")).toHaveCount(3);
  await page.keyboard.press("Escape");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("encap-logs.csv");

  // One that was not to start after all gets another time.
  const launched = await client.call(launchEncap, {
    params: { id },
    body: {
      name: `${name} again`,
      channelId,
      keywords: [name],
      values: { gift: "tea" },
      startAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  const instance = { params: { id, instanceId: launched.id } };
  await client.call(instanceDoors.encap.move, { ...instance, body: { action: "stop" } });
  await page.goto(`/encaps/workspace/${id}`);
  const again = page.getByRole("row", { name: new RegExp(`^${name} again`) });
  await again.getByRole("button", { name: /^More about/ }).click();
  await page.getByRole("menuitem", { name: "Why did somebody not enter?" }).click();
  const entries = page.getByRole("dialog", { name: "Who entered, and who didn't" });
  await expect(entries).toContainText("Nothing that starts it has happened yet.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await again.getByRole("button", { name: /^More about/ }).click();
  await page.getByRole("menuitem", { name: "Start at a time…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Set the time" }).click();
  await expect(again).toContainText("Starts ");

  await page.goto("/encaps/dashboard?state=4");
  await expect(page.getByRole("region", { name: "Launches: stopped" })).toContainText(name);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await fitsInWidth(page);
});
