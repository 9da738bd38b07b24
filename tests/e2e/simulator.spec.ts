import { trainBot } from "#db/seed/train.ts";
import { expectAccessible } from "#tests/support/barriers.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import type { Trouble } from "#workers/contract/simulator.ts";

test.describe("playing a customer", () => {
  test.use({ expectedErrors: [/400/] });

  test("a wrong number is refused with its reason; what a customer says is answered on their phone, and read", async ({
    page,
  }) => {
    const client = await signedIn(page, await clientOf("people"));
    const { agentId, name: bot } = await makeBot(client, smallBank);
    await trainBot(client, agentId);
    const name = unique("Phone");
    const { id } = await client.call(channelsApi.createChannel, {
      body: { name, type: 4, vendor: 91, contactId: name, agentId },
    });

    await page.goto(`/simulator?channel=${id}`);
    await expect(page.getByText(`Answered by ${bot}`)).toBeVisible();
    await page.getByRole("button", { name: "Add a person" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a person" });
    await dialog.getByLabel(/^Name/).fill("Asha");
    await dialog.getByRole("textbox", { name: /^Number/ }).fill("+91 98");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog.getByText(/too short/).first()).toBeVisible();
    await dialog.getByRole("textbox", { name: /^Number/ }).fill("+91 98765 62001");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();

    const phone = page.getByRole("region", { name: "Phone of Asha" });
    await expect(phone).toContainText("+919876562001");
    await phone.getByRole("textbox", { name: "Message" }).fill("what is my balance");
    // In the box, wherever the closing dialog puts the focus.
    await phone.getByRole("textbox", { name: "Message" }).press("Enter");
    const messages = phone.getByRole("log", { name: "Messages" }).getByRole("listitem");
    await expect(messages.first()).toContainText("Asha said:what is my balance");
    await expect(messages.nth(1)).toContainText("Answer of Balance");
    await phone.getByRole("button", { name: "Read everything" }).click();
    await expect(messages.nth(1)).toContainText("Read");

    // It says who answered, and what the bot understood.
    await messages
      .nth(1)
      .getByRole("button", { name: /^Why this answer/ })
      .click();
    const why = page.getByRole("dialog", { name: "Why this answer?" });
    await expect(why).toContainText("The channel's bot answered.");
    await expect(why).toContainText("what is my balance");
    await expect(why).toContainText(bot);
    await expect(why).toContainText("IntentBalance");
    await expectAccessible(page);
    await why.getByRole("button", { name: "Close" }).click();

    // A reply quotes it, and a reaction stands under it.
    await messages
      .nth(1)
      .getByRole("button", { name: /^React with/ })
      .click();
    await expect(messages.nth(1)).toContainText("Reactions: 👍");
    await messages
      .nth(1)
      .getByRole("button", { name: /^Reply to/ })
      .click();
    await expect(phone.getByText("Replying to: Answer of Balance")).toBeVisible();
    await phone.getByRole("textbox", { name: "Message" }).fill("I lost my card");
    await expect(phone.getByText("Asha is typing…")).toBeVisible();
    await phone.getByRole("button", { name: "Send", exact: true }).click();
    await expect(messages.nth(2)).toContainText("In answer to: Answer of Balance");
    await expect(messages.nth(3)).toContainText("Answer of Lost card");

    // The person is kept on this device, and the conversation on the phone.
    await page.reload();
    await expect(messages.nth(1)).toContainText("Answer of Balance");
    await page.getByRole("button", { name: "Add a person" }).click();
    await dialog.getByLabel(/^Name/).fill("Ravi");
    await dialog.getByRole("radio", { name: /without a number/ }).check();
    await dialog.getByRole("textbox", { name: /^User id/ }).fill("ravi-1");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const ravis = page.getByRole("region", { name: "Phone of Ravi" });
    await ravis.getByRole("button", { name: "Say STOP" }).click();
    await expect(ravis.getByRole("listitem").nth(1)).toContainText("won't get any more messages");
    // Both phones are there where there is room, one at a time where there is none.
    await expect(messages).toHaveCount(4);
    await page.setViewportSize({ width: 360, height: 800 });
    await expect(phone).toBeHidden();
    await page.getByRole("button", { name: "Asha", exact: true }).click();
    await expect(messages).toHaveCount(4);
    await expect(ravis).toBeHidden();
    await expectAccessible(page);
  });
});

test("trouble is switched on, is seen as active, reaches what is sent, and is switched off at once", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("people"));
  const name = unique("Troubled");
  const { id } = await client.call(channelsApi.createChannel, {
    body: { name, type: 4, vendor: 91, contactId: name },
  });
  await page.goto(`/simulator?channel=${id}&say=STOP`);
  await expect(page.getByText("No trouble is switched on.")).toBeVisible();
  await page.getByRole("button", { name: "Trouble" }).click();
  const panel = page.getByRole("region", { name: "Trouble" });
  await panel.getByLabel("Refuse messages with").selectOption("131026: can't be reached");
  // It is shown at once, and told to the server one after the other.
  const told = (trouble: Partial<Trouble>) =>
    page.waitForResponse((response) => {
      const asked = response.request();
      if (asked.method() === "GET" || !asked.url().includes("/trouble")) return false;
      return Object.entries(trouble).every(([key, value]) => asked.postDataJSON()[key] === value);
    });
  const on = told({ refuse: "131026", silent: true });
  await panel.getByRole("switch", { name: "No statuses" }).click();
  const active = page.getByRole("list", { name: "Active trouble" }).getByRole("listitem");
  await expect(active).toHaveText(["Refuses with 131026", "No statuses"]);
  await on;
  await expectAccessible(page);

  // Somebody to play is there, with the words typed.
  const phone = page.getByRole("region", { name: "Phone of Test customer" });
  await phone.getByRole("button", { name: "Send", exact: true }).click();
  await expect(phone.getByText("Not on the phone (131026). This person can't be reached.")).toBeVisible();
  const off = told({ refuse: null, silent: false });
  await page.getByRole("button", { name: "Switch all off" }).click();
  await expect(page.getByText("No trouble is switched on.")).toBeVisible();
  await off;
  await page.reload();
  await expect(page.getByText("No trouble is switched on.")).toBeVisible();
  await expect(phone.getByText(/^Not on the phone/)).toBeVisible();
});

test("an enterprise without a simulator channel is led to its channels", async ({ page }) => {
  await signedIn(page, await clientOf("empty"));
  await page.goto("/simulator");
  await expect(page.getByText("No simulator channel yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to channels" })).toHaveAttribute("href", "/admin/channels");
});

test.describe("while the server cannot answer", () => {
  test.use({ expectedErrors: [/500/] });

  test("the reason and a Retry stand in the phone's place", async ({ page }) => {
    await page.route("**/api/e/enterprise/simulator", (route) =>
      route.fulfill({ status: 500, json: { status: false, message: "Something broke." } }),
    );
    await signedIn(page, await clientOf("people"));
    await page.goto("/simulator");
    await expect(page.getByText("Couldn't load the simulator")).toBeVisible();
    await page.unroute("**/api/e/enterprise/simulator");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("Couldn't load the simulator")).toHaveCount(0);
  });
});
