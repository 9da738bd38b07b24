import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { publishedOne } from "#tests/support/journeys.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

test("what others publish comes into the list, and a journey's steps appear as they happen", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("people"));
  const [name, phone, word] = [unique("Watched"), unique("Phone"), unique("look").toLowerCase()];
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: phone, type: 4, vendor: 91, contactId: phone },
  });
  // By its name, since the list is in that order and others' journeys may fill its first page.
  await page.goto(`/journey/workspace?q=${encodeURIComponent(name)}`);
  // A journey that somebody else publishes comes into the list by itself.
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const id = await publishedOne(client, "journey", name);
  await expect(page.getByRole("link", { name })).toBeVisible();
  await client.call(instanceDoors.journey.create, { params: { id }, body: { channelId, keywords: [word] } });
  const say = (customer: string, number: string) =>
    client.call(simulatorApi.simulatedSay, {
      params: { id: channelId },
      body: { person: { name: customer, phone: number }, body: { kind: "text", text: word } },
    });

  await page.goto("/journey/monitor?view=live");
  // Found by its name, since others' journeys may fill the first page of the choice.
  await page.getByRole("combobox", { name: "Journey and channel" }).fill(name);
  await page.getByRole("option", { name: `${name} on ${phone} (Started)` }).click();
  const steps = page.getByRole("list", { name: "Steps as they happen" });
  await expect(steps).toContainText("Waiting for the next step");
  await expect(async () => {
    await say("Asha", "+91 98765 64001");
    await expect(steps.getByRole("link", { name: "Asha" }).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(page.getByText(/^Since .* entered, .* steps/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "The last hour, minute by minute" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await fitsInWidth(page);
  await page.setViewportSize({ width: 1280, height: 800 });
});
