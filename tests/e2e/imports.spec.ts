import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { importsTexts as texts } from "#texts/imports.ts";
import { optInTexts } from "#texts/opt-in.ts";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { haveField } from "#tests/support/customer-fields.ts";
import { sendFile } from "#db/seed/send-file.ts";
import { demoClient, openSignedIn } from "#tests/support/sign-in.ts";
import * as customerFieldsApi from "#workers/contract/endpoints/customer-fields.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as importsApi from "#workers/contract/endpoints/imports.ts";

const SCREEN = "/customer-master/uploadfile";

let made = 0;
/** Numbers that no other test has. */
const base = Math.floor(Math.random() * 9_000) * 100_000;
const phone = () =>
  `+9170${String(base + made++)
    .padStart(9, "0")
    .slice(-8)}`;
const fileName = (what: string) => `${what} ${Date.now().toString(36)}${++made}.csv`;
const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => `Import ${at},${phone()}`);

const choose = (page: Page, name: string, content: string | Buffer, mimeType = "text/csv") =>
  page.getByLabel(texts.choose).setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
const upload = async (page: Page, name: string, content: string) => {
  await choose(page, name, content);
  await page.getByRole("button", { name: texts.uploadFile(name) }).click();
};
const becomes = (page: Page, column: string) => page.getByLabel(texts.becomesOf(column));
const count = (page: Page, label: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: label }) })
    .locator("dd");
const found = async (search: string) => {
  const client = await demoClient();
  const { customers } = await client.call(customersApi.listCustomers, { query: { search } });
  return customers.customers;
};

test("the sample that is offered imports as it is: checked first, imported, found in My Uploads, undone", async ({
  page,
}) => {
  await haveField(await demoClient(), "City");
  await openSignedIn(page, SCREEN);
  await expect(page).toHaveTitle(/^(?:\(\d+\) )?Upload Customers – Chatbird$/);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: texts.downloadSample }).click();
  const sample = await saving;
  expect(sample.suggestedFilename()).toBe("Sample.csv");
  const number = phone();
  const content = readFileSync(await sample.path(), "utf8").replace(/\+91 ?98765 ?43210/g, number);
  expect(content).toContain(number);
  const name = fileName("Sample");
  await upload(page, name, content);

  await expect(page.getByRole("heading", { name: `${texts.mapping}: ${name}` })).toBeFocused();
  await expect(becomes(page, "Name")).toHaveValue("name");
  await expect(becomes(page, "Phone Number")).toHaveValue("phoneNumber");
  await expect(becomes(page, "City").locator("option:checked")).toHaveText("City");
  await expect(page.getByRole("row").filter({ hasText: number }).first()).toBeVisible();
  const sheet = page.getByRole("table", { name: texts.sheet(1) });
  await expect(sheet.getByRole("columnheader").first()).toContainText("Name");
  await expect(sheet.getByRole("cell", { name: number }).first()).toBeVisible();
  await page.getByRole("button", { name: texts.check }).click();

  await expect(page.getByRole("heading", { name: `${texts.checkTitle}: ${name}` })).toBeVisible();
  await expect(page.getByText("Checked", { exact: true })).toBeVisible();
  await expect(count(page, texts.countNew)).toHaveText("1");
  await expect(count(page, texts.countWrong)).toHaveText("0");
  expect(await found(number.slice(1))).toEqual([]);
  const savingRows = page.waitForEvent("download");
  await page.getByRole("button", { name: texts.downloadGroup.created }).click();
  expect(readFileSync(await (await savingRows).path(), "utf8")).toContain(number);
  await page.getByRole("button", { name: texts.start }).click();

  await expect(page.getByRole("heading", { name: texts.uploaded })).toBeFocused();
  await expect(page.getByText(texts.working)).toBeVisible();
  await expect(page.getByText(texts.checkStatus)).toBeVisible();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  expect(await found(number.slice(1))).toHaveLength(1);
  // The address has it: a reload shows the same.
  await page.reload();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: texts.myUploads }).click();
  await expect(page.getByRole("link", { name: "Back to Customers" })).toHaveAttribute(
    "href",
    "/customer-master/customers",
  );
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
  await expect(row.getByRole("cell").nth(0)).toHaveText("1");
  await expect(row.getByRole("cell").nth(1)).toHaveText("1");
  await expect(row.getByRole("cell").nth(2)).toHaveText("0");
  await expect(row.getByRole("cell").nth(3)).toHaveText(/^\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d [ap]m$/);
  await row.getByRole("button", { name: texts.detailsOf(name) }).click();
  const details = page.getByRole("dialog", { name: texts.detailsOf(name) });
  await expect(details.getByText(texts.startedBy)).toBeVisible();
  await expect(details.getByRole("row").filter({ hasText: "Phone Number" }).last()).toContainText("Phone");
  await expectAccessible(page);
  await details.getByRole("button", { name: "Close" }).last().click();
  await row.getByRole("button", { name: texts.undoOf(name) }).click();
  const question = page.getByRole("alertdialog", { name: texts.undoQuestion(name) });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(question).toContainText(texts.undoRemoves(1, "1"));
  await expect(question).toContainText(texts.undoKeeps(0, "0"));
  await question.getByRole("button", { name: texts.undo }).click();
  await expect(row.getByRole("cell").nth(4)).toHaveText("Undone");
  expect(await found(number.slice(1))).toEqual([]);
});

test("a column that has no field becomes one while columns are chosen, and its values are imported", async ({
  page,
}) => {
  const name = fileName("Loyalty");
  const column = `Loyalty ${Date.now().toString(36)}`;
  const number = phone();
  await openSignedIn(page, SCREEN);
  await upload(page, name, `Name,Phone Number,${column}\nAsha Loyal,${number},"Gold, 5% (2026)"`);
  const choice = becomes(page, column);
  await choice.selectOption({ label: texts.newField(column) });
  await expect(choice.locator("option:checked")).toHaveText(column);
  await expectAccessible(page);
  await page.getByRole("button", { name: texts.startNow }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  await expect(count(page, texts.countWrong)).toHaveText("0");
  const client = await demoClient();
  const { inputFieldDefinitions } = await client.call(customerFieldsApi.listFields);
  const field = inputFieldDefinitions.find(({ fieldLabel }) => fieldLabel === column);
  expect(JSON.stringify(await found(number.slice(1)))).toContain("Gold, 5% (2026)");
  // Fields are few, and other tests count them.
  await client.call(customerFieldsApi.deleteField, { params: { id: field?._id ?? "" } });
});

test("whoever has a list of people who agreed keeps the proof with it, and is told what is missing of it", async ({
  page,
}) => {
  await openSignedIn(page, SCREEN);
  const name = fileName("Agreed");
  const number = phone();
  await upload(page, name, `Name,Phone Number\nAgreed,${number}\n`);
  await page.getByLabel(optInTexts.title).check();
  await page.getByRole("button", { name: texts.startNow }).click();
  const problems = page.getByRole("alert").filter({ has: page.getByRole("link") });
  await expect(problems).toBeFocused();
  for (const problem of [optInTexts.noChannel, optInTexts.noWording, optInTexts.noDate])
    await expect(problems).toContainText(problem);
  await page.getByRole("link", { name: optInTexts.noChannel }).click();
  await page.getByLabel("WhatsApp", { exact: true }).check();
  await page.getByLabel(optInTexts.wording).fill("I want offers of My Shop.");
  await page.getByLabel(optInTexts.agreedOn).fill("2026-03-05");
  await expect(problems).toBeHidden();
  await expectAccessible(page);
  await page.getByRole("button", { name: texts.startNow }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  await expect(page.getByText(optInTexts.summary("WhatsApp", "5 Mar 2026"))).toBeVisible();

  await page.getByRole("link", { name: texts.myUploads }).click();
  await page.getByRole("button", { name: texts.detailsOf(name) }).click();
  const details = page.getByRole("dialog", { name: texts.detailsOf(name) });
  await expect(details.getByText("I want offers of My Shop.")).toBeVisible();
  await details.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: texts.undoOf(name) }).click();
  const question = page.getByRole("alertdialog", { name: texts.undoQuestion(name) });
  await expect(question).toContainText(optInTexts.takenBack);
  await question.getByRole("button", { name: "Cancel" }).click();
});

test("wrong rows are listed with line and every reason, fifteen a page, and can be saved, mended and imported", async ({
  page,
}) => {
  const wrong = Array.from({ length: 17 }, (_, at) => `X,12${at}`);
  const name = fileName("Wrong");
  await openSignedIn(page, SCREEN);
  await upload(page, name, ["Name,Phone Number", ...rowsOf(3), ...wrong].join("\n"));
  await page.getByRole("button", { name: texts.startNow }).click();
  // Looked at first, since it goes by itself.
  await expect(page.getByText(texts.fileUploaded).first()).toBeVisible();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  await expect(count(page, texts.countWrong)).toHaveText("17");
  await page.getByRole("link", { name: texts.seeWrong }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Error List" })).toBeVisible();
  await expect(page).toHaveTitle(/^(?:\(\d+\) )?Error List – Chatbird$/);
  await expect(page.getByRole("columnheader")).toHaveText(["S.No", "Error row in input file", "Errors"]);
  const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
  await expect(rows).toHaveCount(15);
  await expect(rows.first().getByRole("cell").nth(0)).toHaveText("1");
  await expect(rows.first()).toContainText("Line 5");
  await expect(rows.first().locator("code")).toHaveText("X,120");
  await expect(rows.first().getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first().getByRole("cell").nth(0)).toHaveText("16");
  await expect(page.getByRole("button", { name: "Next" })).toHaveAttribute("aria-disabled", "true");
  await page.goBack();
  await expect(rows).toHaveCount(15);
  await page.getByLabel(texts.searchErrors).last().fill("x,1216");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/q=x%2C1216$/);
  await page.getByLabel(texts.searchErrors).last().fill("nothing like it");
  await expect(page.getByText(texts.noErrorsMatch("nothing like it"))).toBeVisible();
  await page.getByRole("button", { name: texts.showAllErrors }).click();
  await expect(rows).toHaveCount(15);

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: texts.downloadErrors }).click();
  const saved = readFileSync(await (await saving).path(), "utf8");
  const mended = saved.replace(/X,12(\d+)/g, () => `Mended,${phone()}`);
  await page.goto(SCREEN);
  const again = fileName("Mended");
  await upload(page, again, mended);
  await expect(becomes(page, "Errors")).toHaveValue("");
  await page.getByRole("button", { name: texts.startNow }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  await expect(count(page, texts.countNew)).toHaveText("17");
  await page.getByRole("link", { name: texts.myUploads }).click();
  await page.getByRole("link", { name: again, exact: true }).click();
  await expect(page.getByText("No Errors Found")).toBeVisible();
});

test("columns that do not fit are refused before anything is sent, each at its place", async ({ page }) => {
  const name = fileName("Columns");
  await openSignedIn(page, SCREEN);
  await upload(page, name, `Who;Reach;Something;\n${rowsOf(2).join("; ;\n").replaceAll(",", ";")}; ;`);
  await becomes(page, "Who").selectOption({ label: "Name" });
  await becomes(page, "Something").selectOption({ label: "Name" });
  await page.getByRole("button", { name: texts.check }).click();
  const summary = page.getByRole("alert").filter({ hasText: texts.mappingWrong });
  await expect(summary).toBeFocused();
  await expect(page.getByRole("link", { name: texts.noPhone })).toBeVisible();
  await page.getByRole("link", { name: texts.columnTwice("Name") }).click();
  await expect(becomes(page, "Something")).toBeFocused();
  await expect(becomes(page, "Something")).toHaveAttribute("aria-invalid", "true");
  await becomes(page, "Something").selectOption({ label: texts.ignore });
  await becomes(page, "Reach").selectOption({ label: "Phone Number" });
  await expect(summary).toHaveCount(0);
  await page.getByRole("button", { name: texts.check }).click();
  await expect(count(page, texts.countNew)).toHaveText("2");
  await page.getByRole("button", { name: texts.changeMapping }).click();
  await expect(becomes(page, "Reach")).toHaveValue("phoneNumber");
});

test.describe("a file that is none", () => {
  test.use({ expectedErrors: [/400/] });

  const refused = (page: Page, text: string) =>
    expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();

  test("is refused when it is chosen or when it is looked into, and another can be chosen", async ({
    page,
  }) => {
    await openSignedIn(page, SCREEN);
    await choose(page, "customers.xlsx", "PK", "application/vnd.ms-excel");
    await refused(page, texts.notCsv);
    await choose(page, "empty.csv", "");
    await refused(page, texts.empty);
    await expect(page.getByRole("button", { name: /^Upload / })).toHaveCount(0);
    for (const [content, why] of [
      ["Name,Phone Number\n", texts.headerOnly],
      ["PK\u0003\u0004 something zipped", texts.zip],
    ] as const) {
      await upload(page, "none.csv", content);
      await refused(page, why);
    }
    const name = fileName("Fine");
    await upload(page, name, `Name,Phone\n${rowsOf(1).join("\n")}`);
    await expect(page.getByRole("heading", { name: `${texts.mapping}: ${name}` })).toBeVisible();
  });
});

test.describe("a connection that is lost", () => {
  test.use({ expectedErrors: [/ERR_|Failed to load/] });

  /** A second until the next try is gone before a busy machine has looked at what is said meanwhile. */
  const timeStandsStill = async (page: Page) => {
    // Only once the session exists, as its end is computed from the clock that is replaced here.
    await expect(page.getByLabel(texts.choose)).toBeAttached();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
  };

  test("is waited for, and the part is sent again", async ({ page }) => {
    let lost = 0;
    await openSignedIn(page, SCREEN);
    await timeStandsStill(page);
    await page.route("**/upload/*/1", (route) => (lost++ < 1 ? route.abort() : route.continue()));
    const name = fileName("Lost");
    await upload(page, name, `Name,Phone\n${rowsOf(1).join("\n")}`);
    await expect(page.getByText(texts.sendingAgain(1))).toBeVisible();
    await page.clock.resume();
    await expect(page.getByRole("heading", { name: `${texts.mapping}: ${name}` })).toBeVisible();
    expect(lost).toBe(2);
  });

  test("for longer leaves what has arrived: only the rest is sent when asked", async ({ page }) => {
    let down = true;
    const sent: string[] = [];
    await openSignedIn(page, SCREEN);
    await timeStandsStill(page);
    await page.route("**/upload/*/*", (route) => {
      const part = route.request().url().split("/").at(-1) ?? "";
      if (part === "2" && down) return route.abort();
      sent.push(part);
      return route.continue();
    });
    const name = fileName("Two parts");
    // A part is 8 MB: a little more is two.
    const long = `,${"x".repeat(1_000)}`;
    const content = ["Name,Phone,Note", ...rowsOf(8_500).map((row) => row + long)].join("\n");
    await upload(page, name, content);
    for (const seconds of [1, 3, 8]) {
      await expect(page.getByText(texts.sendingAgain(seconds))).toBeVisible();
      await page.clock.fastForward(seconds * 1_000);
    }
    await expect(page.getByRole("alert").filter({ hasText: texts.sendFailed })).toBeVisible();
    await page.clock.resume();
    down = false;
    await page.getByRole("button", { name: texts.sendAgain }).click();
    await expect(page.getByRole("heading", { name: `${texts.mapping}: ${name}` })).toBeVisible();
    expect(sent.filter((part) => /^\d+$/.test(part))).toEqual(["1", "2"]);
  });
});

test("an import is watched, stopped, resumed and finished, every row once", async ({ page }) => {
  test.setTimeout(300_000);
  // Enough rows to leave time to press a button during the import.
  const ROWS = 60_000;
  const name = fileName("Long");
  const rows = Array.from({ length: ROWS }, (_, at) => `Long ${at},+9160${String(10_000_000 + at)}`);
  await openSignedIn(page, SCREEN);
  await upload(page, name, ["Name,Phone Number", ...rows].join("\n"));
  await page.getByRole("button", { name: texts.startNow }).click();
  await page.getByRole("button", { name: texts.stopOf(name) }).click();
  await expect(page.getByText("Stopped", { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole("link", { name: texts.myUploads }).click();
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
  await row.getByRole("button", { name: texts.resumeOf(name) }).click();
  await expect(row.getByRole("progressbar")).toBeVisible();
  await expect(row.getByRole("cell").nth(4)).toHaveText("Completed", { timeout: 180_000 });
  await expect(row.getByRole("cell").nth(0)).toHaveText("60,000");
  await expect(row.getByRole("cell").nth(1)).toHaveText("60,000");
});

test("the uploads can be paged, and come back to the same page", async ({ page }) => {
  const client = await demoClient();
  await openSignedIn(page, "/customer-master/uploads");
  await expect(page.getByRole("heading", { level: 1, name: "My Uploads" })).toBeVisible();
  const { hasMore } = await client.call(importsApi.listUploads, {});
  if (!hasMore) {
    const send = (path: string, init: RequestInit) => fetch(new URL(path, page.url()), init);
    for (let at = 0; at < 11; at++) {
      const name = fileName("Paged");
      const path = await sendFile(send, client, `Name,Phone Number\n${rowsOf(1).join("\n")}`, name);
      await client.call(importsApi.startImport, { body: { file: { name, path } } });
    }
    await page.reload();
  }
  await expect(page.getByRole("button", { name: "Previous" })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText("1–10")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/from=10/);
  await expect(page.getByText(/^11–/)).toBeVisible();
  await page.getByRole("row").nth(1).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Error List" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^11–/)).toBeVisible();
});
