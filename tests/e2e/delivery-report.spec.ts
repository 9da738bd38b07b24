import type { Page } from "@playwright/test";
import { approvedTemplate } from "#tests/support/approved-template.ts";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, makeCustomer, unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { kept } from "#tests/support/template-examples.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { reportsOfMessagesTexts as texts } from "#texts/reports-of-messages.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastVariablesApi from "#workers/contract/endpoints/broadcast-variables.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";

const REPORT = "/admin/report";
const plain = (phone: string) => phone.replaceAll(" ", "");

/** Somebody signed in whose broadcast to one customer and one that is no number is over. */
async function withBroadcast(page: Page) {
  const client = await signedIn(page, await clientOf("people"));
  const name = unique("order").toLowerCase().replaceAll(/\W+/g, "_");
  const { channel, channelId, id } = await approvedTemplate(client, kept.base, name);
  const asha = freePhone();
  await makeCustomer(client, { name: "Asha Rao", phoneNumber: asha });
  const { groups } = await client.call(broadcastVariablesApi.listBroadcastVariables, {
    query: { templateUId: id },
  });
  const sent = await client.call(broadcastSendingApi.sendBroadcast, {
    body: {
      channelId,
      phoneNumber: [plain(asha), "12345 no number"],
      message: { template: { templateUId: id } },
      columnMapping: groups
        .flatMap(({ parameters }) => parameters)
        .map((each) => ({ variable: each.name, type: "static" as const, value: "B-7" })),
    },
  });
  await expect
    .poll(
      async () =>
        (
          await client.call(broadcastsApi.listBroadcastMessages, { params: { id: sent.id }, query: {} })
        ).message.map(({ currentDeliveryStatus }) => currentDeliveryStatus),
      { timeout: 60_000 },
    )
    .toEqual(["delivered", "failed"]);
  return { client, channel, name, asha: plain(asha), broadcastId: sent.id };
}

test("what was sent is found by channel, status and number, and a row opens its steps", async ({ page }) => {
  const { channel, name, asha, broadcastId } = await withBroadcast(page);
  await page.goto(REPORT);
  await expect(page.getByRole("heading", { level: 1, name: texts.title })).toBeVisible();
  const table = page.getByRole("table", { name: texts.table });
  const filters = page.getByRole("form", { name: texts.filters });
  await filters.getByLabel(texts.channel).selectOption(channel);
  await page.keyboard.press("Tab");
  await filters.getByRole("button", { name: texts.apply }).click();
  await expect(table.getByRole("row")).toHaveCount(3);
  const [failed, delivered] = [table.getByRole("row").nth(1), table.getByRole("row").nth(2)];
  await expect(failed).toContainText("12345 no number");
  await expect(failed).toContainText(broadcastsTexts.reasons["invalidNumber"]?.join(" ") ?? "");
  await expect(delivered).toContainText("Asha Rao");
  await expect(delivered).toContainText(name);
  await expect(delivered).toContainText("Delivered");
  await page.getByText(texts.byDay.title).click();
  const days = page.getByRole("table", { name: texts.byDay.title });
  // Messages, sent, delivered, read, failed.
  await expect(days.getByRole("row").nth(1).getByRole("cell")).toHaveText(["2", "1", "1", "0", "1"]);
  await expectAccessible(page);

  await filters.getByLabel(texts.status).selectOption("Failed");
  await filters.getByRole("button", { name: texts.apply }).click();
  await expect(table.getByRole("row")).toHaveCount(2);
  await table.getByRole("button", { name: texts.openStatus("12345 no number") }).click();
  const dialog = page.getByRole("dialog", { name: "Message status" });
  await expect(dialog).toContainText(broadcastsTexts.reasons["invalidNumber"]?.[1] ?? "");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await filters.getByRole("button", { name: texts.clear }).click();
  await filters.getByLabel(texts.number).fill("12");
  await page.keyboard.press("Enter");
  await expect(filters.getByText(texts.numberWrong)).toBeVisible();
  await expectAccessible(page);
  await filters.getByLabel(texts.number).fill(`00${asha.slice(1)}`);
  await page.keyboard.press("Enter");
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table.getByRole("row").nth(1)).toContainText("Asha Rao");
  await page.setViewportSize({ width: 360, height: 740 });
  await fitsInWidth(page);
  await expect(table.getByRole("row").nth(1)).toContainText(channel);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  await filters.getByLabel(texts.status).selectOption("Expired");
  await page.keyboard.press("Tab");
  await filters.getByRole("button", { name: texts.apply }).click();
  await expect(page.getByText(texts.noneFound)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: texts.clear }).last().click();
  await expect(filters.getByLabel(texts.status)).toHaveValue("");
  await filters.getByLabel(texts.channel).selectOption(channel);
  await filters.getByRole("button", { name: texts.apply }).click();
  await table
    .getByRole("link", { name: texts.openBroadcast(name) })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(broadcastId));
});
