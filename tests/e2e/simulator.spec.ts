import { trainBot } from "#db/seed/train.ts";
import { expectAccessible } from "#tests/support/barriers.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";

test.describe("playing a customer", () => {
  test.use({ expectedErrors: [/400/] });

  test("a wrong number is refused with its reason; what a customer says is answered on their phone, and read", async ({
    page,
  }) => {
    test.setTimeout(120_000);
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
    await page.keyboard.press("Enter");
    const messages = phone.getByRole("log", { name: "Messages" }).getByRole("listitem");
    await expect(messages.first()).toContainText("Asha said:what is my balance");
    await expect(messages.nth(1)).toContainText("Answer of Balance");
    await phone.getByRole("button", { name: "Read everything" }).click();
    await expect(messages.nth(1)).toContainText("Read");

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
    await page.getByRole("tab", { name: "Asha" }).click();
    await expect(messages).toHaveCount(2);
    await expectAccessible(page);
  });
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
