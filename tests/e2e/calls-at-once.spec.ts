import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser.ts";
import { makeCustomer } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { listAuditTrail } from "#workers/contract/endpoints/audit-trail.ts";
import { listFields } from "#workers/contract/endpoints/customer-fields.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as dashboardApi from "#workers/contract/endpoints/dashboard.ts";
import { getGuide } from "#workers/contract/endpoints/first-run.ts";
import { configuration, me } from "#workers/contract/endpoints/profile.ts";

test.use({ viewport: { width: 1280, height: 900 } });

const addressOf = ({ path }: { path: string }, id = "") => `/api${path.replace(/:\w+/, id)}`;

/** Holds every answer but the session's until `release`. `askedOf` says which of some addresses were asked, each as often as it was. */
async function holdAnswers(page: Page) {
  const released = Promise.withResolvers<void>();
  const asked: string[] = [];
  const session = [addressOf(me), addressOf(configuration)];
  await page.route(
    ({ pathname }) => pathname.startsWith("/api/") && !session.includes(pathname),
    async (route) => {
      asked.push(new URL(route.request().url()).pathname);
      await released.promise;
      await route.fallback();
    },
  );
  return {
    askedOf: (addresses: string[]) => asked.filter((address) => addresses.includes(address)).toSorted(),
    release: () => released.resolve(),
  };
}

test("the dashboard asks for all that it shows before the first answer has come", async ({ page }) => {
  const calls = [getGuide, dashboardApi.dashboardSummary, dashboardApi.dashboardInfo, listAuditTrail]
    .map((endpoint) => addressOf(endpoint))
    .toSorted();
  await signedIn(page, await clientOf("alone"));
  // However long it takes on a busy machine, no answer is old by the time that its part is drawn.
  await page.clock.setFixedTime(new Date());
  const { askedOf, release } = await holdAnswers(page);
  await page.goto("/dashboard");
  await expect.poll(() => askedOf(calls)).toEqual(calls);
  release();
  await expect(page.getByRole("heading", { name: "Recent activity" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Chats" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(askedOf(calls)).toEqual(calls);
});

test("a customer's screen asks for all that it shows before the first answer has come", async ({ page }) => {
  const client = await clientOf("customers");
  const { id } = await makeCustomer(client);
  const { getCustomer, customerDuplicates, customerHistory } = customersApi;
  const calls = [listFields, getCustomer, customerDuplicates, customerHistory]
    .map((endpoint) => addressOf(endpoint, id))
    .toSorted();
  await signedIn(page, client);
  await page.clock.setFixedTime(new Date());
  const { askedOf, release } = await holdAnswers(page);
  await page.goto(`/customer-master/customers/view/${id}`);
  await expect.poll(() => askedOf(calls)).toEqual(calls);
  release();
  await expect(page.getByRole("complementary", { name: "History" }).getByRole("listitem")).not.toHaveCount(0);
  await page.waitForLoadState("networkidle");
  expect(askedOf(calls)).toEqual(calls);
});
