import type { Page } from "@playwright/test";
import { approvedTemplate } from "#tests/support/approved-template.ts";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { kept } from "#tests/support/template-examples.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastVariablesApi from "#workers/contract/endpoints/broadcast-variables.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";

const texts = broadcastsTexts.view.unconfirmed;
const plain = (phone: string) => phone.replaceAll(" ", "");

/** A broadcast to two that is over, shown as if the vendor had answered neither of its calls. */
async function unanswered(page: Page) {
  const client = await signedIn(page, await clientOf("people"));
  const name = unique("order").toLowerCase().replaceAll(/\W+/g, "_");
  const { channelId, id: templateUId } = await approvedTemplate(client, kept.base, name);
  const { groups } = await client.call(broadcastVariablesApi.listBroadcastVariables, {
    query: { templateUId },
  });
  const [asha, other] = [plain(freePhone()), plain(freePhone())];
  const { id } = await client.call(broadcastSendingApi.sendBroadcast, {
    body: {
      channelId,
      phoneNumber: [asha, other],
      message: { template: { templateUId } },
      columnMapping: groups
        .flatMap(({ parameters }) => parameters)
        .map((each) => ({ variable: each.name, type: "static" as const, value: "B-7" })),
    },
  });
  const read = async () => (await client.call(broadcastsApi.getBroadcast, { params: { id } })).data;
  await expect.poll(async () => (await read()).endedAt, { timeout: 60_000 }).not.toBeNull();
  const pressed: { path: string; body: unknown }[] = [];
  const { message } = await client.call(broadcastsApi.listBroadcastMessages, { params: { id }, query: {} });
  const detail = await read();
  const left = () => 2 - pressed.length;
  await page.route(`**/campaign/broadcast/${id}`, (route) =>
    route.fulfill({
      json: {
        status: true,
        data: {
          data: { ...detail, counts: { ...detail.counts, delivered: 0, sent: 2 - left(), unknown: left() } },
        },
      },
    }),
  );
  await page.route(`**/campaign/broadcast/${id}/message?*`, (route) =>
    route.fulfill({
      json: {
        status: true,
        data: {
          message: message.map((each, at) => ({
            ...each,
            ...(at >= pressed.length && {
              currentDeliveryStatus: "unknown",
              reason: "",
              messageStatuses: [],
            }),
          })),
          more: false,
        },
      },
    }),
  );
  await page.route("**/unconfirmed/*", (route) => {
    pressed.push({
      path: new URL(route.request().url()).pathname.split("/").at(-1) ?? "",
      body: route.request().postDataJSON() as unknown,
    });
    return route.fulfill({
      json: {
        status: true,
        message: broadcastsTexts.settled.arrived(1, left()),
        data: { id, status: "completed", settled: 1, left: left() },
      },
    });
  });
  await page.goto(`/campaigns/broadcast/${id}`);
  return { pressed, seenAt: detail.seenAt, first: message[0]!.id, to: message[0]!.to };
}

test("who is not confirmed is settled from their message and all together, after a question", async ({
  page,
}) => {
  const { pressed, seenAt, first, to } = await unanswered(page);
  const section = page.getByRole("region", { name: texts.title });
  await expect(section).toContainText(texts.text(2));
  await expectAccessible(page);

  await page.getByRole("button", { name: broadcastsTexts.view.openStatus(to) }).click();
  const dialog = page.getByRole("dialog", { name: broadcastsTexts.status.title });
  await expect(dialog).toContainText(texts.one);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: texts.arrived }).click();
  const question = page.getByRole("alertdialog", { name: texts.askArrived(1).title });
  await question.getByRole("button", { name: texts.arrived }).click();
  await expect(page.getByText(broadcastsTexts.settled.arrived(1, 1))).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(pressed).toEqual([{ path: "arrived", body: { recipientId: first, seenAt } }]);

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(section).toContainText(texts.text(1));
  await fitsInWidth(page);
  await section.getByRole("button", { name: texts.again }).click();
  const again = page.getByRole("alertdialog", { name: texts.askAgain(1).title });
  await expect(again).toContainText(texts.askAgain(1).text);
  await expectAccessible(page);
  await again.getByRole("button", { name: texts.again }).click();
  await expect(section).toBeHidden();
  expect(pressed[1]).toEqual({ path: "again", body: { recipientId: "", seenAt } });
});
