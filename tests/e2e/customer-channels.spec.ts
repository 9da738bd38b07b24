import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

test.use({ expectedErrors: [/503/] });

test("a customer's page says where they write from and what they refuse, and why when it cannot", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("people"));
  const channel = unique("Desk");
  const { id } = await client.call(channelsApi.createChannel, {
    body: { name: channel, type: 4, vendor: 91, contactId: channel },
  });
  const person = { name: unique("Ravi"), phone: freePhone() };
  const say = (text: string) =>
    client.call(simulatorApi.simulatedSay, {
      params: { id },
      body: { person, body: { kind: "text", text } },
    });
  const found = async () =>
    (await client.call(customersApi.listCustomers, { query: { search: person.name } })).customers.customers;
  await say("hello");
  await expect.poll(async () => (await found()).length).toBe(1);
  const one = `/customer-master/customers/view/${(await found())[0]?.id}`;

  const path = /\/customers\/[^/]+\/channels$/;
  await page.route(path, (route) =>
    route.fulfill({ status: 503, json: { status: false, message: "Not now." } }),
  );
  await page.goto(one);
  await page.getByRole("tab", { name: "Channels" }).click();
  await expect(page.getByText("Not now.")).toBeVisible();
  await page.unroute(path);
  await page.getByRole("button", { name: "Retry" }).click();
  const panel = page.getByRole("tabpanel");
  await expect(panel.getByRole("heading", { name: "WhatsApp" })).toBeVisible();
  await expect(panel).toContainText(person.phone.replaceAll(" ", ""));
  await expect(panel).toContainText(channel);
  await expect(panel).toContainText("Free answers until");
  await expect(panel.getByText("Refuses all messages")).toHaveCount(0);

  await say("stop");
  await expect(async () => {
    await page.reload();
    await page.getByRole("tab", { name: "Channels" }).click();
    await expect(panel.getByText("Refuses all messages")).toBeVisible({ timeout: 2_000 });
  }).toPass();
});
