import type { Locator, Page } from "@playwright/test";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import { uiTexts } from "#texts/ui.ts";
import { expect, test } from "#tests/support/browser.ts";
import { drawn } from "#tests/support/keyboard.ts";
import { demoClient, openSignedIn } from "#tests/support/sign-in.ts";
import * as customerFieldsApi from "#workers/contract/endpoints/customer-fields.ts";

const SCREEN = "/customer-master/definition";

let made = 0;
/** Every test uses fields of its own, as the enterprise is shared. */
const unique = (label: string) => {
  const own = `${label} ${Date.now().toString(36)}${++made}`;
  left.add(own);
  return own;
};
const left = new Set<string>();
const create = async (label: string) => {
  const client = await demoClient();
  const { inputFieldDefinition } = await client.call(customerFieldsApi.saveField, {
    body: {
      fieldName: label.toLowerCase(),
      fieldLabel: label,
      fieldHelptext: "What it is for",
      mandatory: false,
      fieldType: "text",
      inputType: "alphanumeric",
    },
  });
  return inputFieldDefinition;
};
const order = async (labels: string[]) => {
  const client = await demoClient();
  const { inputFieldDefinitions } = await client.call(customerFieldsApi.listFields);
  return inputFieldDefinitions.map(({ fieldLabel }) => fieldLabel).filter((label) => labels.includes(label));
};
const rowOf = (page: Page, label: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: label }) });
const handle = (page: Page, label: string) =>
  page.getByRole("button", { name: `Move ${label}`, exact: true });
const cells = (row: Locator) => row.getByRole("cell");

/** Fields left behind would be asked of every customer and every import of the other tests. */
test.afterEach(async () => {
  const client = await demoClient();
  const { inputFieldDefinitions } = await client.call(customerFieldsApi.listFields);
  for (const { _id, fieldLabel } of inputFieldDefinitions) {
    if (!left.has(fieldLabel)) continue;
    await client.call(customerFieldsApi.deleteField, { params: { id: _id } });
    left.delete(fieldLabel);
  }
});

test("the built-in fields come first, greyed, with their rules and nothing to press", async ({ page }) => {
  await openSignedIn(page, SCREEN);
  await expect(page.getByRole("heading", { level: 1, name: "Manage Customer Attributes" })).toBeVisible();
  await expect(page).toHaveTitle(/^(?:\(\d+\) )?Manage Customer Attributes – Chatbird$/);
  await expect(page.getByRole("columnheader")).toHaveText([
    "Field Label",
    "Field Type",
    "Input Type",
    "Mandatory",
    "Min.Char",
    "Max.Char",
    "Allow Spl Char",
    "Allowed Spl Chars.",
    "Action",
  ]);
  const rows = page.getByRole("rowheader");
  await expect(rows.nth(0)).toHaveText("Phone Number");
  await expect(rows.nth(1)).toHaveText("Name");
  const phone = rowOf(page, "Phone Number");
  await expect(cells(phone)).toHaveText(["Text", "Number", "Yes", "10", "100000", "Yes", "+", "Built in"]);
  await expect(cells(rowOf(page, "Name")).nth(3)).toHaveText("2");
  await expect(phone.getByRole("button")).toHaveCount(0);
});

test.describe("the panel", () => {
  test("adds a field by keyboard alone: each type asks its own questions, errors stand at their fields", async ({
    page,
  }) => {
    const label = unique("Favourite colour");
    await openSignedIn(page, SCREEN);
    await page.getByRole("link", { name: "Add Fields" }).first().press("Enter");
    const panel = page.getByRole("dialog", { name: "Add New Field" });
    await expect(page).toHaveURL(/\/definition\/add$/);
    await expect(panel.getByLabel("Field Name")).toBeFocused();
    const { width } = (await panel.locator("form").locator("xpath=ancestor::div[2]").boundingBox()) ?? {};
    expect(width).toBe(400);

    // Nothing is wrong before it is sent; then all of it is, and the summary has the focus.
    await expect(panel.getByText(texts.required)).toHaveCount(0);
    await panel.getByRole("button", { name: "Save" }).press("Enter");
    await expect(panel.getByRole("alert")).toBeFocused();
    await expect(panel.getByRole("heading", { name: texts.saveFailed })).toBeVisible();
    await expect(panel.getByLabel("Field Label")).toHaveAttribute("aria-invalid", "true");
    await panel.getByRole("link", { name: `Field Name: ${texts.required}` }).press("Enter");
    await expect(panel.getByLabel("Field Name")).toBeFocused();
    await panel.getByLabel("Field Name").fill(label.toLowerCase());
    await expect(panel.getByLabel("Field Name")).not.toHaveAttribute("aria-invalid");
    await panel.getByLabel("Field Label").fill(label);
    await panel.getByLabel("Help Text").fill("Painted on the card");

    const type = panel.getByLabel("Field Type");
    const input = panel.getByLabel("Input Type");
    await expect(input).toHaveCount(0);
    await type.selectOption("Text area");
    await expect(input.getByRole("option")).toHaveText(["Choose…", "Alphabets", "Alphanumeric"]);
    await type.selectOption("Text");
    await expect(input.getByRole("option")).toHaveText([
      "Choose…",
      "Alphabets",
      "Alphanumeric",
      "Number",
      "Decimal",
      "Email",
    ]);
    await input.selectOption("Number");
    await expect(panel.getByText("Allow Spl Char")).toHaveCount(0);
    await input.selectOption("Alphabets");
    await panel.getByRole("group", { name: "Allow Spl Char" }).getByLabel("Yes").check();
    await panel.getByLabel("Allowed Spl Chars.").fill("-, .");
    await panel.getByLabel(texts.comma).check();
    await panel.getByLabel("Min.Char").fill("9");
    await panel.getByLabel("Max.Char").fill("3");
    await panel.getByRole("button", { name: "Save" }).press("Enter");
    await expect(panel.getByText(texts.maxBelowMin).last()).toBeVisible();
    await panel.getByLabel("Max.Char").fill("x");
    await expect(panel.getByText(texts.notBound).last()).toBeVisible();
    await panel.getByLabel("Max.Char").fill("30");
    await panel.getByRole("button", { name: "Save" }).press("Enter");
    await expect(panel).toBeHidden();
    await expect(page.getByText(texts.saved).first()).toBeVisible();
    await expect(cells(rowOf(page, label))).toHaveText([
      "Text",
      "Alphabets",
      "No",
      "9",
      "30",
      "Yes",
      "- . ,",
      /^/,
    ]);

    await page.getByRole("link", { name: `Edit ${label}` }).press("Enter");
    const edit = page.getByRole("dialog", { name: "Edit Field" });
    await edit.getByLabel("Field Type").selectOption("Dropdown");
    await expect(edit.getByLabel("Min.Char")).toHaveCount(0);
    await edit.getByRole("button", { name: "Save" }).press("Enter");
    await expect(edit.getByLabel("Dropdown Values")).toHaveAttribute("aria-invalid", "true");
    await edit.getByLabel("Dropdown Values").fill("red, green , ,blue");
    await edit.getByRole("button", { name: "Save" }).press("Enter");
    await expect(edit).toBeHidden();
    await expect(cells(rowOf(page, label)).first()).toHaveText("Dropdown");
    await page.getByRole("link", { name: `Edit ${label}` }).click();
    await expect(edit.getByLabel("Dropdown Values")).toHaveValue("red, green, blue");
    // Its address opens it again, and Escape brings the list back.
    await page.reload();
    await expect(edit.getByLabel("Field Label")).toHaveValue(label);
    await expect(edit.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(edit).toBeHidden();
    await expect(page).toHaveURL(/\/definition$/);
  });

  test("is opened by the other address of the specification too, and asks before it loses what was typed", async ({
    page,
  }) => {
    await openSignedIn(page, "/customer-master/define-customer/create");
    const panel = page.getByRole("dialog", { name: "Add New Field" });
    await panel.getByLabel("Field Label").fill("Half a field");
    await page.keyboard.press("Escape");
    await expect(panel.getByText("Leave without saving your changes?")).toBeVisible();
    await panel.getByRole("button", { name: "Keep editing" }).click();
    await expect(panel.getByLabel("Field Label")).toHaveValue("Half a field");
    await page.goBack();
    await expect(panel.getByText(texts.leave)).toBeVisible();
    await expect(panel.getByLabel("Field Label")).toHaveValue("Half a field");
    await page.keyboard.press("Escape");
    await panel.getByRole("button", { name: "Discard changes" }).click();
    await expect(panel).toBeHidden();
  });

  test.describe("when the server refuses", () => {
    test.use({ expectedErrors: [/409/] });

    test("says so at the field, and keeps what was typed", async ({ page }) => {
      const taken = await create(unique("Taken"));
      await openSignedIn(page, `${SCREEN}/add`);
      const panel = page.getByRole("dialog", { name: "Add New Field" });
      await panel.getByLabel("Field Name").fill(` ${taken.fieldName.toUpperCase()}`);
      await panel.getByLabel("Field Label").fill(unique("Another"));
      await panel.getByLabel("Help Text").fill("x");
      await panel.getByLabel("Field Type").selectOption("Text");
      await panel.getByLabel("Input Type").selectOption("Number");
      await panel.getByRole("button", { name: "Save" }).click();
      await expect(panel.getByRole("heading", { name: texts.saveFailed })).toBeVisible();
      await expect(panel.getByLabel("Field Name")).toHaveAttribute("aria-invalid", "true");
      await expect(panel.getByRole("link", { name: `Field Name: ${texts.nameTaken}` })).toBeVisible();
      await expect(panel.getByLabel("Help Text")).toHaveValue("x");
    });

    test("because somebody was faster, it says who, and lets one choose (R-14)", async ({ page }) => {
      const { fieldLabel, _id, fieldName } = await create(unique("Contested"));
      const client = await openSignedIn(page, SCREEN);
      await page.getByRole("link", { name: `Edit ${fieldLabel}` }).click();
      const panel = page.getByRole("dialog", { name: "Edit Field" });
      await panel.getByLabel("Help Text").fill("Mine");
      const body = {
        _id,
        fieldName,
        fieldLabel,
        mandatory: false,
        search: true,
        fieldType: "text",
        inputType: "number",
      } as const;
      await client.call(customerFieldsApi.saveField, { body: { ...body, fieldHelptext: "Theirs" } });
      await panel.getByRole("button", { name: "Save" }).click();
      await expect(panel.getByText(/Changed by Asha Rao at .*Nothing was overwritten/)).toBeVisible();
      await expect(panel.getByText("Help Text: Theirs")).toBeVisible();
      await expect(panel.getByLabel("Help Text")).toHaveValue("Mine");
      await panel.getByRole("button", { name: uiTexts.meanwhile.load }).click();
      await expect(panel.getByLabel("Help Text")).toHaveValue("Theirs");
      await panel.getByLabel("Help Text").fill("Both");
      await panel.getByRole("button", { name: "Save" }).click();
      await expect(panel).toBeHidden();
      const read = await client.call(customerFieldsApi.getField, { params: { id: _id } });
      expect(read.inputFieldDefinition).toMatchObject({ fieldHelptext: "Both", search: true });
    });
  });

  test("what is typed while a save is being answered is neither lost nor overwritten (U-14)", async ({
    page,
  }) => {
    const { fieldLabel, _id } = await create(unique("Late"));
    const client = await openSignedIn(page, SCREEN);
    await page.getByRole("link", { name: `Edit ${fieldLabel}` }).click();
    const panel = page.getByRole("dialog", { name: "Edit Field" });
    const held = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    await page.route("**/customer_master/definitions", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const response = await route.fetch();
      arrived.resolve();
      await held.promise;
      return route.fulfill({ response });
    });
    await panel.getByLabel("Help Text").fill("First");
    await panel.getByRole("button", { name: "Save" }).click();
    await arrived.promise;
    await expect(panel).toBeVisible();
    await panel.getByLabel("Help Text").fill("Second");
    held.resolve();
    await expect(page.getByText(texts.saved).first()).toBeVisible();
    await expect(panel.getByLabel("Help Text")).toHaveValue("Second");
    const stored = async () =>
      (await client.call(customerFieldsApi.getField, { params: { id: _id } })).inputFieldDefinition
        .fieldHelptext;
    expect(await stored()).toBe("First");
    await panel.getByRole("button", { name: "Save" }).click();
    await expect(panel).toBeHidden();
    await expect.poll(stored).toBe("Second");
  });
});

test.describe("the order", () => {
  const three = async () => {
    const labels = [unique("Alpha"), unique("Beta"), unique("Gamma")];
    for (const label of labels) await create(label);
    return labels as [string, string, string];
  };

  test("changes by drag and drop, and stays so", async ({ page }) => {
    const [a, b, c] = await three();
    await openSignedIn(page, SCREEN);
    await handle(page, c).scrollIntoViewIfNeeded();
    const from = await handle(page, c).boundingBox();
    const to = await handle(page, a).boundingBox();
    if (!from || !to) throw new Error("the handles are not on the screen");
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y, { steps: 4 });
    await page.mouse.move(to.x + 10, to.y + 4, { steps: 12 });
    await page.mouse.up();
    await expect.poll(() => order([a, b, c])).toEqual([c, a, b]);
    await expect(page.getByText(new RegExp(`^${c} is now \\d+ of \\d+$`))).toBeVisible();
    await page.reload();
    await expect(handle(page, a)).toBeVisible();
    expect(await order([a, b, c])).toEqual([c, a, b]);
  });

  test("changes by keys at the same handle, told step by step, and Escape leaves it; and by buttons (U-08)", async ({
    page,
  }) => {
    const [a, b, c] = await three();
    await openSignedIn(page, SCREEN);
    await handle(page, a).focus();
    await page.keyboard.press("Space");
    await expect(page.getByText(new RegExp(`^${a} is picked up`))).toBeAttached();
    await drawn(page);
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText(new RegExp(`^${a} would be \\d+ of`))).toBeAttached();
    await page.keyboard.press("Escape");
    await expect(page.getByText(`${a} stays where it was.`)).toBeAttached();
    expect(await order([a, b, c])).toEqual([a, b, c]);
    await page.keyboard.press("Space");
    await expect(page.getByText(new RegExp(`^${a} is picked up`))).toBeAttached();
    await drawn(page);
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText(new RegExp(`^${a} would be \\d+ of`))).toBeAttached();
    await page.keyboard.press("Space");
    await expect.poll(() => order([a, b, c])).toEqual([b, a, c]);
    await expect(handle(page, a)).toBeFocused();

    // The buttons keep the focus and say where the field is now.
    const down = page.getByRole("button", { name: new RegExp(`^Move ${a} down`) });
    await down.press("Enter");
    await expect.poll(() => order([a, b, c])).toEqual([b, c, a]);
    await expect(page.getByText(new RegExp(`^${a} is now \\d+ of \\d+$`))).toBeVisible();
    await expect(down).toBeFocused();
    await page.getByRole("button", { name: new RegExp(`^Move ${c} up`) }).press("Enter");
    await expect.poll(() => order([a, b, c])).toEqual([c, b, a]);
  });

  test.describe("when a move fails", () => {
    test.use({ expectedErrors: [/ERR_FAILED|Failed to load/] });

    test("goes back to what it was, and says so where it stays", async ({ page }) => {
      const [a, b, c] = await three();
      await openSignedIn(page, SCREEN);
      await page.route("**/definitions/move", (route) => route.abort());
      await page.getByRole("button", { name: new RegExp(`^Move ${c} up`) }).click();
      await expect(page.getByRole("alert").filter({ hasText: texts.notMoved(c) })).toBeVisible();
      // The list is drawn anew after the words.
      const shown = async () =>
        (await page.getByRole("rowheader").allTextContents()).filter((label) => [a, b, c].includes(label));
      await expect.poll(shown).toEqual([a, b, c]);
    });
  });
});

test("a field is deleted after a question that names it, with No in reach first", async ({ page }) => {
  const { fieldLabel } = await create(unique("Gone soon"));
  await openSignedIn(page, SCREEN);
  await page.getByRole("button", { name: `Delete ${fieldLabel}` }).click();
  const question = page.getByRole("alertdialog", { name: "Are you sure you want to delete?" });
  await expect(question).toBeVisible();
  await expect(question).toContainText(fieldLabel);
  await expect(question.getByRole("button", { name: "No" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(rowOf(page, fieldLabel)).toBeVisible();
  await page.getByRole("button", { name: `Delete ${fieldLabel}` }).click();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(rowOf(page, fieldLabel)).toHaveCount(0);
  // The row goes at once; the server is told meanwhile.
  await expect.poll(() => order([fieldLabel])).toEqual([]);
});
