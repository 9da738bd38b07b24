import { expect, test } from "#tests/support/browser.ts";
import { freePhone, makeCustomer, unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as customerReachApi from "#workers/contract/endpoints/customer-reach.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

test.use({ expectedErrors: [/503/] });

test("a customer's page says where they write from and what they refuse, and why when it cannot", async ({
  page,
}) => {
  // Where nothing else happens: an event that has the panel loaded anew would take Retry away before it is pressed.
  const client = await signedIn(page, await clientOf("quiet"));
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
  const customer = (await found())[0]?.id ?? "";
  const one = `/customer-master/customers/view/${customer}`;

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
  const refused = async () =>
    (await client.call(customerReachApi.customerConsents, { params: { id: customer } })).consents.length;
  await expect.poll(refused).toBeGreaterThan(0);
  await page.reload();
  await page.getByRole("tab", { name: "Channels" }).click();
  await expect(panel.getByText("Refuses all messages")).toBeVisible();
});

test("who was joined by mistake is parted from a customer's page, after a question that says what follows", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("people"));
  const name = unique("Meera");
  const customer = await makeCustomer(client, { name });
  const at = new Date().toISOString();
  const channel = (joined: object[]) => ({
    id: "identity",
    type: 4,
    typeName: "WhatsApp",
    name,
    perhapsOther: false,
    addresses: [{ kind: "number", address: "+919811100000" }],
    joined,
    refuses: [],
    on: [],
  });
  const joined = { id: "other", name: "Mira", at, addresses: [{ kind: "user", address: "IN.4711" }] };
  let parted = false;
  await page.route(/\/customers\/[^/]+\/channels$/, (route) =>
    route.fulfill({ json: { status: true, data: { channels: [channel(parted ? [] : [joined])] } } }),
  );
  await page.route(/\/customers\/[^/]+\/channels\/other\/part$/, (route) => {
    parted = true;
    return route.fulfill({ json: { status: true, data: null, message: "Separated" } });
  });
  await page.goto(`/customer-master/customers/view/${customer.id}`);
  await page.getByRole("tab", { name: "Channels" }).click();
  const panel = page.getByRole("tabpanel");
  await expect(panel).toContainText("Also the same person: Mira · IN.4711");
  await panel.getByRole("button", { name: "Separate" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("IN.4711 becomes a person of their own again");
  await dialog.getByRole("button", { name: "Separate" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(panel).not.toContainText("Also the same person");
});
