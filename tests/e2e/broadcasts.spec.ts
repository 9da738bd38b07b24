import type { Page } from "@playwright/test";
import { approvedTemplate } from "#tests/support/approved-template.ts";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, makeCustomer, makeGroup, unique } from "#tests/support/customers.ts";
import { drawn } from "#tests/support/keyboard.ts";
import { mp4, png } from "#tests/support/made-files.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { kept, keptBy } from "#tests/support/template-examples.ts";
import { stepNames } from "#app/features/broadcasts/steps.ts";
import { errorsTexts } from "#texts/errors.ts";
import { templatesTexts } from "#texts/templates.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import type { Bill } from "#workers/contract/endpoints/prices.ts";
import type { DriveFile } from "#workers/contract/endpoints/drive.ts";

const LIST = "/campaigns/broadcast";
const nameOf = (word: string) => unique(word).toLowerCase().replaceAll(/\W+/g, "_");
const plain = (phone: string) => phone.replaceAll(" ", "");

/** Somebody signed in with a channel and an approved template: Hello {{1}}, your order {{2}} … */
async function withTemplate(page: Page) {
  const client = await signedIn(page, await clientOf("people"));
  const name = nameOf("order");
  return { client, name, ...(await approvedTemplate(client, kept.base, name)) };
}

async function chooseTemplate(page: Page, { channel, name }: { channel: string; name: string }) {
  await page.getByLabel("Choose Channel").selectOption({ label: channel });
  await page.getByRole("combobox", { name: "Choose Template" }).fill(name);
  await page.getByRole("option", { name }).click();
  await expect(page.getByLabel("{{1}} (required)", { exact: true })).toBeVisible();
}

const changedBill: Bill = {
  billed: 2,
  free: 1,
  cost: {
    lines: [
      {
        country: "IN",
        category: "marketing",
        people: 2,
        messages: 2,
        price: 11_800,
        currency: "USD",
        amount: 23_600,
      },
    ],
    totals: [{ currency: "USD", amount: 23_600 }],
    free: 0,
    unpriced: 0,
    cardSince: "2026-10-01",
  },
  changed: [{ from: "utility", to: "marketing", messages: 2 }],
};

test("who opens a link is counted, where the form says so", async ({ page, request }) => {
  const { client, channel, name } = await withTemplate(page);
  await page.goto(`${LIST}/create`);
  await chooseTemplate(page, { channel, name });
  await page.getByLabel("Mobile Numbers").fill(plain(freePhone()));
  await page.getByLabel("{{1}} (required)", { exact: true }).fill("Asha");
  await page.getByLabel("{{2}} (required)", { exact: true }).fill("https://shop.example/orders");
  await page.getByLabel("Track clicks").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Broadcast started.")).toBeVisible();
  const { broadcastList } = await client.call(broadcastsApi.listBroadcasts, { query: { name } });
  const id = broadcastList[0]?.id ?? "";
  await page.goto(`${LIST}/${id}`);
  const links = page.getByRole("region", { name: "Links", exact: true });
  const row = links.getByRole("row", { name: /shop\.example/ });
  await expect(row.getByRole("cell")).toHaveText(["0", "0"]);
  await expectAccessible(page);
  const address = new URL("/l/not-ours", page.url()).href;
  const answer = await request.get(address, { failOnStatusCode: false });
  expect(answer.status()).toBe(404);
  expect(await answer.text()).toContain("there any more");
  await page.setViewportSize({ width: 360, height: 800 });
  await fitsInWidth(page);
});

test("a template goes to two numbers, and what became of each is shown", async ({ page }) => {
  const { client, channel, name } = await withTemplate(page);
  const [asha, other] = [freePhone(), freePhone()];
  await makeCustomer(client, { name: "Asha Rao", phoneNumber: asha });
  await page.goto(LIST);
  await page.getByRole("link", { name: "Send Template" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Send Template" })).toBeVisible();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "problem" })).toContainText(
    "Choose Channel: This Field is Mandatory",
  );
  await chooseTemplate(page, { channel, name });
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("Hello Asha, your order B-1042");

  const numbers = page.getByLabel("Mobile Numbers");
  await numbers.fill("12345");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("please enter valid number").first()).toBeVisible();
  await expect(page.getByText("Variable mapping missing, check all cards")).toBeVisible();
  await numbers.fill(`${plain(asha)}, ${plain(other)}, 12345 no number`);
  await expect(page.getByText("3 numbers")).toBeVisible();
  await page.getByLabel("Where {{1}} comes from").selectOption("Expression");
  await page.getByLabel("{{1}} (required)", { exact: true }).fill("{contact.name|friend}");
  await page.getByLabel("{{2}} (required)", { exact: true }).fill("B-7");

  const estimate = page.getByRole("region", { name: "Before you send" });
  await expect(estimate).toContainText("Will get it2");
  await estimate.getByText("Show: Will get it").click();
  await expect(estimate.getByRole("list", { name: "Will get it" }).getByRole("listitem")).toHaveText([
    plain(asha),
    plain(other),
  ]);
  await estimate.getByText("Show: Invalid numbers").click();
  await expect(estimate.getByRole("list", { name: "Invalid numbers" })).toHaveText("12345 no number");
  // Both are numbers of India, and the template is of utility.
  await expect(estimate.getByRole("row", { name: /India/ })).toContainText("$0.0014");
  await expect(estimate).toContainText("By Meta's list prices of 2026-10-01");
  await expect(page.getByText("1 entry is not a phone number:")).toBeVisible();
  const review = page.getByRole("region", { name: "Review", exact: true });
  await expect(review).toContainText("2 people get it");
  await expect(review).toContainText("1: 1 invalid number");
  await expect(review).toContainText(channel);
  // The step list leads to each part, in sight below what sticks, with the focus on its heading.
  const steps = page.getByRole("navigation", { name: "Steps" });
  await expect(steps.getByRole("button")).toHaveText([
    "Template (done)",
    "Audience (done)",
    "Variables (done)",
    "Preview (done)",
    "Time (done)",
    "Review (done)",
  ]);
  for (const [step, heading] of [
    ["Review", "Review"],
    ["Time", "Time"],
    ["Preview", "Preview"],
    ["Audience", "Recipients"],
  ] as const) {
    await steps.getByRole("button", { name: new RegExp(`^${step}`) }).press("Enter");
    await expect(page.getByRole("heading", { level: 2, name: heading, exact: true })).toBeFocused();
    await expect(steps.getByRole("button", { name: new RegExp(`^${step}`) })).toHaveAttribute(
      "aria-current",
      "step",
    );
    const below = (await steps.boundingBox())!;
    const led = (await page.getByRole("heading", { level: 2, name: heading, exact: true }).boundingBox())!;
    expect(led.y).toBeGreaterThanOrEqual(below.y + below.height);
    expect(led.y).toBeLessThan(page.viewportSize()!.height);
  }
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Hello Asha Rao, your order B-7");
  await preview.getByRole("button", { name: "Next recipient" }).click();
  await expect(preview).toContainText("Hello friend, your order B-7");
  await preview.getByRole("group", { name: /^Recipient 2 of 2/ }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(preview).toContainText("Hello Asha Rao, your order B-7");
  await page.keyboard.press("ArrowRight");
  await expect(preview).toContainText("Hello friend, your order B-7");
  await expectAccessible(page);
  // A second press of the button, before the answer, sends nothing more.
  await page.getByRole("button", { name: "Send", exact: true }).dblclick();
  await expect(page.getByText("Broadcast started.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${LIST}$`));

  await page.getByRole("textbox", { name: "Search by name" }).fill(name);
  // The list that was searched is shown, no longer the one before it.
  await expect(page).toHaveURL(/q=/);
  const rows = page.getByRole("row").filter({ hasText: name });
  await expect(rows).toHaveCount(1);
  // Its job stands behind those of other tests.
  await expect(rows).toContainText("Completed", { timeout: 60_000 });
  await expect(rows).toContainText("1 failed of 3");
  await expectAccessible(page);
  // The simulator charges nothing: here Meta has made offers of them.
  await page.route("**/campaign/bill/broadcast/*", (route) =>
    route.fulfill({ json: { status: true, data: changedBill } }),
  );
  await rows.getByRole("link", { name }).click();

  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const bill = page.getByRole("region", { name: "Billed by the vendor" });
  await expect(bill).toContainText("2 messages are billed. 1 message was free.");
  await expect(bill).toContainText("2 messages were billed as marketing, not as utility");
  await expect(bill.getByRole("row", { name: /Marketing/ })).toContainText("$0.02");
  const table = page.getByRole("table", { name: "Recipients and their messages" });
  await expect(table.getByRole("row")).toHaveCount(4);
  const funnel = page.getByRole("region", { name: "Results" });
  await expect(funnel.getByRole("link", { name: /^Delivered/ })).toContainText("2");
  await funnel.getByRole("link", { name: /^Sent/ }).click();
  await expect(page.getByText("Only: Sent")).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(3);
  await page.getByRole("region", { name: "Why it failed" }).getByRole("link").click();
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table).toContainText("12345 no number");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show everybody" }).click();
  await expect(table.getByRole("row")).toHaveCount(4);
  await table.getByRole("button", { name: `Status of ${plain(asha)}` }).click();
  const dialog = page.getByRole("dialog", { name: "Message status" });
  await expect(dialog).toContainText("Asha Rao");
  await expect(dialog.getByRole("list", { name: "What happened" })).toContainText("Delivered");
  await expectAccessible(page);
});

test("customers are picked in a dialog and found by their group, and a draft is kept", async ({ page }) => {
  const { client, channel, name } = await withTemplate(page);
  const group = unique("Buyers");
  const groupId = await makeGroup(client, group);
  const person = unique("Ravi");
  await makeCustomer(client, { name: person });
  await makeCustomer(client, { name: "In the group", groups: [groupId] });
  await page.goto(`${LIST}/create`);
  await chooseTemplate(page, { channel, name });
  await page.getByRole("button", { name: "Get from customer master" }).click();
  const dialog = page.getByRole("dialog", { name: "Customer's List" });
  await expect(dialog.getByRole("checkbox").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(dialog).toContainText("This Field is Mandatory");
  await dialog.getByRole("textbox", { name: "Search customers" }).fill(person);
  await dialog.getByRole("checkbox", { name: person }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("list", { name: "Chosen customers" })).toContainText(person);
  await page.getByLabel("From the customer master").selectOption("Everybody in groups or with labels");
  await page.getByLabel("Groups").fill(group);
  await page.getByRole("option", { name: group }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Before you send" })).toContainText("Total2");
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("No value for {{1}}, {{2}}");
  await page.reload();
  await expect(page.getByText("Your draft has been restored.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Chosen customers" })).toContainText(person);
  await page.getByRole("button", { name: "Discard changes" }).first().click();
  await expect(page.getByLabel("Choose Channel")).toHaveValue("");
});

test.describe("with a file of recipients", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("the rows of a file get it, with what their columns say", async ({ page }) => {
    const { channel, name } = await withTemplate(page);
    await page.goto(`${LIST}/create`);
    await chooseTemplate(page, { channel, name });
    const [one, two] = [freePhone(), freePhone()];
    const csv = (column: string) =>
      `City,${column},First name\nPune,${plain(one)},Asha\nDelhi,${plain(two)},\n`;
    const choose = page.getByLabel("Choose a file of recipients").first();
    await choose.setInputFiles({ name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("Phone\n") });
    await expect(page.getByRole("alert").filter({ hasText: "row" })).toBeVisible();
    await choose.setInputFiles({
      name: "people.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(csv("Mobile")),
    });
    await expect(page.getByText("people.csv")).toBeVisible();
    await expect(page.getByText("2 rows")).toBeVisible();
    await expect(page.getByLabel("Column with the numbers")).toHaveValue("Mobile");
    await page.getByLabel("Where {{1}} comes from").selectOption("Expression");
    await page.getByLabel("{{1}} (required)", { exact: true }).fill("{row.First name|friend}");
    await page.getByLabel("Where {{2}} comes from").selectOption("Map Column Value");
    await page.getByLabel("{{2}} (required)", { exact: true }).selectOption("City (file)");
    const preview = page.getByRole("region", { name: "Preview" });
    await expect(preview).toContainText("Hello Asha, your order Pune");
    await preview.getByRole("button", { name: "Next recipient" }).click();
    await expect(preview).toContainText("Hello friend, your order Delhi");
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await fitsInWidth(page);
    // The message is read before its time is set and the review sends it.
    const order = await page
      .locator("[data-step]")
      .evaluateAll((parts) => parts.map((part) => part.getAttribute("data-step")));
    expect(order).toEqual([...stepNames]);
    await page.setViewportSize({ width: 1280, height: 800 });
    // Choices are kept, and a file whose column nobody knows is not sent.
    await page.reload();
    await page.getByLabel("Column with the numbers").selectOption("Choose a column");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText("Choose the column that has the numbers.").first()).toBeVisible();
    await page.getByLabel("Column with the numbers").selectOption("Mobile");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText("Broadcast started.")).toBeVisible();
    await page.getByRole("textbox", { name: "Search by name" }).fill(name);
    await expect(page).toHaveURL(/q=/);
    await page.getByRole("link", { name }).first().click();
    await expect(page.getByText("people.csv")).toBeVisible();
    await expect(page.getByText("2 of 2").or(page.getByText("Delivered")).first()).toBeVisible();
  });
});

test("a scheduled broadcast is started, and stopped for good after a question", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { client, channel, name } = await withTemplate(page);
  await page.goto(`${LIST}/create`);
  await chooseTemplate(page, { channel, name });
  await page.getByLabel("{{1}} (required)", { exact: true }).fill("Asha");
  await page.getByLabel("{{2}} (required)", { exact: true }).fill("B-7");
  await page.getByLabel("Mobile Numbers").fill(plain(freePhone()));
  const steps = page.getByRole("navigation", { name: "Steps" });
  await expect(steps).toContainText("Preview (done)");
  await page.getByRole("radio", { name: "Send later" }).check();
  await page.getByLabel("Start", { exact: true }).fill("2020/01/01 10:00:00");
  await page.getByRole("button", { name: "Schedule" }).click();
  await expect(page.getByText("Choose a time in the future.").first()).toBeVisible();
  await expect(steps).toContainText("Step 5 of 6 · Time (needs attention)");
  // The browser brings the list of steps into view and moves the page below it, before the press and within it: the next
  // part is the one after that which is worked on, whatever has come into sight.
  const shift = async () => {
    await page.evaluate(() => scrollBy(0, -300));
    await drawn(page);
    await expect(steps).toContainText("Step 5 of 6 · Time (needs attention)");
  };
  await shift();
  await steps.getByRole("button", { name: "Next step" }).hover();
  await page.mouse.down();
  await shift();
  await page.mouse.up();
  await expect(steps).toContainText("Step 6 of 6 · Review");
  const review = page.getByRole("heading", { level: 2, name: "Review", exact: true });
  await expect(review).toBeFocused();
  // Content that comes late above the part does not push it away from whoever was led to it, even in a browser that
  // does not hold what is in sight by itself, as Safari.
  await page.evaluate(() => {
    document.documentElement.style.overflowAnchor = "none";
    const late = document.createElement("div");
    late.style.height = "2000px";
    document.querySelector("[data-step=time]")?.insertAdjacentElement("afterbegin", late);
  });
  await drawn(page);
  await expect(review).toBeInViewport();
  await expect(steps).toContainText("Step 6 of 6 · Review");
  await page.evaluate(() => document.querySelector("[data-step=time] > div")?.remove());
  await steps.getByRole("button", { name: "Previous step" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Time" })).toBeFocused();
  // A day of its own, since the calendar names three of a day.
  const ahead = 30 + Math.floor(Math.random() * 300);
  const day = new Date(Date.now() + ahead * 24 * 3_600_000).toISOString().slice(0, 10);
  await page.getByLabel("Start", { exact: true }).fill(`${day.replaceAll("-", "/")} 10:00:00`);
  await fitsInWidth(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Schedule" }).click();
  await expect(page.getByText("Broadcast scheduled.")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Scheduled");
  await fitsInWidth(page);
  // The calendar has it on its day: a list of days here, a month's table where there is room.
  await page.getByRole("button", { name: "Calendar" }).click();
  await expect(page).toHaveURL(/view=calendar/);
  await page.goto(`${LIST}?view=calendar&month=${day.slice(0, 7)}`);
  await expect(page.getByRole("listitem").filter({ hasText: name }).last()).toContainText("10:00");
  await fitsInWidth(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 740 });
  const cell = page.getByRole("cell").filter({ hasText: name });
  await expect(cell.locator("time").first()).toHaveAttribute("datetime", day);
  await expect(cell.getByRole("link", { name: `Scheduled 10:00 ${name}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Month before" }).click();
  await expect(cell).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "List", exact: true }).click();
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("button", { name: "Start now" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pause" })).toHaveCount(0);
  await fitsInWidth(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Stop" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Stop this broadcast?" });
  await expect(dialog).toContainText("A stopped broadcast can't be resumed.");
  await dialog.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("Broadcast stopped.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Start now" })).toHaveCount(0);
  const { broadcastList } = await client.call(broadcastsApi.listBroadcasts, { query: { name } });
  expect(broadcastList.map(({ status }) => status)).toEqual(["stopped"]);
});

test("a test goes to one's own number alone, which the browser remembers", async ({ page }) => {
  const { client, channel, name } = await withTemplate(page);
  const own = plain(freePhone());
  await page.goto(`${LIST}/create`);
  await chooseTemplate(page, { channel, name });
  await page.getByLabel("Mobile Numbers").fill(`${plain(freePhone())}, ${plain(freePhone())}`);
  await page.getByLabel("{{1}} (required)", { exact: true }).fill("Asha");
  const panel = page.getByRole("region", { name: "Test to me" });
  await panel.getByLabel("Your number").fill(own);
  await panel.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("Variable mapping missing, check all cards")).toBeVisible();
  await page.getByLabel("{{2}} (required)", { exact: true }).fill("B-7");
  await panel.getByRole("button", { name: "Send a test" }).click();
  await expect(panel).toContainText(`Test sent to ${own}.`);
  const { broadcastList } = await client.call(broadcastsApi.listBroadcasts, { query: { name } });
  expect(broadcastList.map((each) => [each.name, each.counts.total <= 1])).toEqual([[`Test: ${name}`, true]]);
  await page.reload();
  await expect(panel.getByLabel("Your number")).toHaveValue(own);
});

test("a broadcast by mail asks for mail addresses, on a phone too", async ({ page }) => {
  // The demo may send mails to many.
  const client = await signedIn(page);
  const name = unique("Statement");
  const [mail] = keptBy[channelTypes.email];
  const { channel } = await approvedTemplate(client, mail ?? kept.base, name, channelTypes.email);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${LIST}/create`);
  await page.getByRole("radio", { name: templatesTexts.types[channelTypes.email] }).check();
  await page.getByLabel("Choose Channel").selectOption({ label: channel });
  await page.getByRole("combobox", { name: "Choose Template" }).fill(name);
  await page.getByRole("option", { name }).click();
  const addresses = page.getByLabel("E-mail addresses");
  await expect(addresses).toHaveAttribute("inputmode", "email");
  await addresses.fill("asha");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "problem" })).toContainText(
    "E-mail addresses: Enter a valid e-mail address.",
  );
  await addresses.fill("asha@people.example, nobody");
  await expect(page.getByText("2 addresses")).toBeVisible();
  const estimate = page.getByRole("region", { name: "Before you send" });
  await expect(estimate).toContainText("Invalid addresses1");
  await expect(page.getByText("1 entry is not an e-mail address:")).toBeVisible();
  const own = page.getByRole("region", { name: "Test to me" }).getByLabel("Your e-mail address");
  await expect(own).toHaveAttribute("inputmode", "email");
  await fitsInWidth(page);
  await expectAccessible(page);
});

test("a file is asked for where the template has one, and another kind is refused", async ({
  page,
  baseURL,
}) => {
  const client = await signedIn(page, await clientOf("desk"));
  const form = new FormData();
  form.set("use", "media");
  form.set("file", new Blob([png(40)]), "sample.png");
  const uploaded = await fetch(`${baseURL}/api/e/drive/upload`, {
    method: "POST",
    headers: { "authentication-token": client.token },
    body: form,
  });
  const { data } = (await uploaded.json()) as { data: DriveFile };
  const medium = { fileId: data.id, name: data.name, mime: data.mediaType, bytes: data.bytes };
  const name = nameOf("picture");
  const header = { format: "IMAGE", text: "", medium } as const;
  const template = { ...kept.base, components: { ...kept.base.components, header } };
  const { channel } = await approvedTemplate(client, template, name);
  await page.goto(`${LIST}/create`);
  await chooseTemplate(page, { channel, name });
  const attachment = page.getByRole("group", { name: "Picture", exact: true });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(attachment.getByRole("alert").filter({ hasText: "Attachment is missing !" })).toBeVisible();
  const upload = attachment.getByLabel("Upload a file").first();
  await upload.setInputFiles({ name: "film.mp4", mimeType: "video/mp4", buffer: Buffer.from(mp4()) });
  await expect(attachment.getByRole("alert").filter({ hasText: "Invalid file type !" })).toBeVisible();
  await upload.setInputFiles({
    name: "shoes-for-the-rain.png",
    mimeType: "image/png",
    buffer: Buffer.from(png(80)),
  });
  await page.getByRole("button", { name: "Use this part" }).click();
  await expect(attachment).toContainText("shoes-for-….png");
  await expect(attachment.getByRole("button", { name: "Choose from the library" })).toBeVisible();
  await expect(page.getByRole("img", { name: "shoes-for-the-rain.png" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Mobile Numbers").fill(plain(freePhone()));
  await page.getByLabel("{{1}} (required)", { exact: true }).fill("Asha");
  await page.getByLabel("{{2}} (required)", { exact: true }).fill("B-7");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Broadcast started.")).toBeVisible();
  const { broadcastList } = await client.call(broadcastsApi.listBroadcasts, { query: { name } });
  const id = broadcastList[0]?.id ?? "";
  const sent = await client.call(broadcastsApi.getBroadcast, { params: { id } });
  expect(sent.data.message.template.media).toMatchObject({ type: "IMAGE", name: "shoes-for-the-rain.png" });
});

test.describe("after a lost answer", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });
  test("the same form makes one broadcast", async ({ page }) => {
    const { client, channel, name } = await withTemplate(page);
    await page.goto(`${LIST}/create`);
    await chooseTemplate(page, { channel, name });
    await page.getByLabel("{{1}} (required)", { exact: true }).fill("Asha");
    await page.getByLabel("{{2}} (required)", { exact: true }).fill("B-7");
    await page.getByLabel("Mobile Numbers").fill(plain(freePhone()));
    await page.route(
      "**/broadcast/send",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText(errorsTexts.transport)).toBeVisible();
    await page.reload();
    await expect(page.getByText("Your draft has been restored. Send or discard it.")).toBeVisible();
    await expect(page.getByLabel("{{1}} (required)", { exact: true })).toHaveValue("Asha");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText("Broadcast started.")).toBeVisible();
    const { broadcastList } = await client.call(broadcastsApi.listBroadcasts, { query: { name } });
    expect(broadcastList).toHaveLength(1);
  });
});
