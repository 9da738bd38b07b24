import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { publishedOne } from "#tests/support/journeys.ts";
import { tabTo } from "#tests/support/keyboard.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { askingFlow, askingRules, publishedFlow, sendingFlow } from "#tests/support/wa-flows.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as formsApi from "#workers/contract/endpoints/forms.ts";
import { formContent, FORM_FORMAT } from "#workers/contract/forms/form.ts";

test("a flow is made from a form, changed by keys alone, tried, mended in its JSON, published and listed", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("shelf"));
  const [name, form, phone] = [unique("Coffee"), unique("Order form"), unique("Phone")];
  await client.call(channelsApi.createChannel, {
    body: { name: phone, type: 4, vendor: 91, contactId: phone },
  });
  await client.call(formsApi.createForm, {
    body: {
      name: form,
      content: formContent.parse({
        format: FORM_FORMAT,
        title: "Your coffee",
        fields: [
          { id: "size", type: "choice", label: "Size", choices: ["Small", "Large"], required: true },
          { id: "who", type: "shortText", label: "Your name", required: true },
          { id: "photo", type: "file", label: "Your cup" },
        ],
      }),
    },
  });
  const { keyboard } = page;
  const press = async (button: string) => {
    await tabTo(page, page.getByRole("button", { name: button, exact: true }).first());
    await keyboard.press("Enter");
  };

  await page.goto("/whatsapp-flow");
  await page.getByRole("button", { name: "New flow" }).first().press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await keyboard.type(name);
  await dialog.getByLabel("Begin with").selectOption({ label: `Form: ${form}` });
  await dialog.getByLabel("Channel").selectOption({ label: phone });
  await dialog.getByRole("button", { name: "Create" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("No problems found.")).toBeVisible();
  const lost = page.getByText("“Your cup” isn't asked", { exact: false });
  await expect(lost).toBeVisible();
  await press("I have read it");
  await expect(lost).toBeHidden();

  // A component is added, named and moved by keys.
  await press("Add a component");
  await expect(page.getByRole("textbox", { name: "Search components" })).toBeFocused();
  await keyboard.type("opt-in");
  await keyboard.press("Enter");
  await expect(page.getByLabel("Label", { exact: true })).toBeFocused();
  await keyboard.press("Control+A");
  await keyboard.type("With milk");
  const list = page.getByRole("list", { name: "Components in their order" });
  await list.getByRole("button", { name: /^With milk/ }).press("Alt+ArrowUp");
  await expect(page.getByText("With milk is now 2 of 4")).toBeAttached();
  await expectAccessible(page);

  // The phone beside it holds back what is missing, and gives the answer.
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByRole("button", { name: "Send" }).click();
  await expect(preview.getByText("Answer this, please.")).toHaveCount(2);
  await preview.getByLabel("Large").check();
  await preview.getByLabel("With milk").check();
  await preview.getByLabel("Your name").fill("Asha");
  await preview.getByRole("button", { name: "Send" }).click();
  await expect(preview.getByRole("status")).toContainText('"who": "Asha"');

  // The JSON says where it can't be read, and what is wrong with it holds up publishing.
  await page.getByRole("button", { name: "JSON" }).click();
  const json = page.getByLabel("Flow JSON");
  const whole = await json.inputValue();
  await json.fill(whole.replace('"version": "7.3",', '"version": "7.3"'));
  await json.press("Control+Enter");
  await expect(page.getByText(/^Line \d+: /)).toBeVisible();
  await json.fill(whole.replace('"Your coffee"', '"Coffee time"').replace("${form.who}", "${form.whom}"));
  await json.press("Control+Enter");
  await expect(page.getByText("It is applied.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Publish/ }).click();
  await expect(dialog.getByRole("alert")).toContainText("Nothing on this screen is called “whom”.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Build" }).click();
  await page.getByRole("button", { name: "Nothing on this screen is called “whom”." }).click();
  const payload = page.getByLabel("What is handed over");
  await payload.fill((await payload.inputValue()).replace("whom", "who"));
  await expect(page.getByText("No problems found.")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Screens" })).toContainText("Coffee time");

  await page.setViewportSize({ width: 360, height: 700 });
  await fitsInWidth(page);
  await page.getByRole("button", { name: "Phone" }).click();
  await expect(preview.getByRole("heading", { name: "Coffee time" })).toBeVisible();
  await expectAccessible(page);
  await fitsInWidth(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("button", { name: /^Publish/ }).click();
  await dialog.getByRole("button", { name: /^Publish/ }).click();
  await expect(page.getByText("A published flow isn't changed any more.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Clone to edit" })).toBeVisible();
  await page.getByRole("button", { name: "Back" }).first().click();
  await page.getByRole("textbox", { name: "Search flows" }).fill(name);
  await expect(page).toHaveURL(/[?&]q=/);
  // A list that is asked for is dimmed.
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Published");
  await expect(row).toContainText("7.3");
  await expectAccessible(page);
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Answers" }).click();
  await expect(dialog.getByText("No answers yet")).toBeVisible();
});

test("a customer of the simulator fills in a flow whose screens our endpoint says, and the journey goes on with the answer", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("shelf"));
  const [name, word] = [unique("Phone"), unique("visit")];
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name, type: 4, vendor: 91, contactId: name },
  });
  const flowId = await publishedFlow(client, channelId, askingFlow(), askingRules);
  const graph = sendingFlow(flowId, "See you {form.day} at {form.time}");
  const id = await publishedOne(client, "journey", unique("Visits"), graph);
  await client.call(instanceDoors.journey.create, { params: { id }, body: { channelId, keywords: [word] } });

  await page.goto(`/simulator?channel=${channelId}`);
  await page.getByRole("button", { name: "Add a person" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a person" });
  await dialog.getByLabel(/^Name/).fill("Asha");
  await dialog.getByRole("textbox", { name: /^Number/ }).fill(freePhone());
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const phone = page.getByRole("region", { name: "Phone of Asha" });
  await phone.getByRole("textbox", { name: "Message" }).fill(word);
  await phone.getByRole("textbox", { name: "Message" }).press("Enter");
  await phone.getByRole("button", { name: "Choose" }).press("Enter");
  const flow = page.getByRole("dialog", { name: "Choose" });
  await flow.getByRole("button", { name: "Go on" }).click();
  await expect(flow.getByText("Answer this")).toBeVisible();
  await flow.getByLabel(/^Day/).fill("Monday");
  await expectAccessible(page);
  await flow.getByRole("button", { name: "Go on" }).click();
  await expect(flow.getByRole("heading", { name: "Time" })).toBeVisible();
  await flow.getByRole("button", { name: "Back" }).click();
  await expect(flow.getByLabel(/^Day/)).toHaveValue("Monday");
  await flow.getByRole("button", { name: "Go on" }).click();
  await flow.getByLabel(/^Time/).fill("10:00");
  await flow.getByRole("button", { name: "Go on" }).click();
  await expect(flow).toBeHidden();
  await expect(phone.getByText("See you Monday at 10:00")).toBeVisible();
});
