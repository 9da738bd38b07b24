import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { type PlayedDesigner, playDesigner } from "#tests/support/played-designer.ts";
import { type Served, startServed } from "#tests/support/served.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { saveConfiguration } from "#workers/contract/endpoints/enterprise.ts";
import { createOwnDashboard } from "#workers/contract/endpoints/own-dashboards.ts";

/** A system of its own, since the one that tests share has no analytics host. */
let host: PlayedDesigner;
let served: Served;
test.beforeAll(async () => {
  host = await playDesigner();
  served = await startServed({ env: { ANALYTICS_URL: host.url } });
});
test.afterAll(async () => {
  await served?.stop();
  await host?.stop();
});

/** The other host's address is refused. */
test.use({ expectedErrors: [/the server responded with a status of 400/] });

test("a dashboard shows pages of the deployment's host in frames, told the days, and takes no other host's", async ({
  page,
}) => {
  const client = await signedIn(page, await signIn((path, init) => fetch(served.url + path, init), DEMO));
  await client.call(saveConfiguration, { body: { features: { analytics: true } } });
  const { id } = await client.call(createOwnDashboard, { body: { name: "Board" } });
  const { origin } = new URL(host.url);
  await page.goto(`${served.url}/admin/analytics/config/${id}`);
  await page.getByRole("button", { name: "Add a page" }).click();
  const fields = page.getByRole("group", { name: /^Page 1/ });
  const address = fields.getByLabel("Address");
  await expect(address).toHaveValue(`${origin}/`);
  const save = page.getByRole("button", { name: "Save", exact: true });
  await address.fill("https://elsewhere.example.com/sales");
  await save.click();
  await expect(fields.getByText("Enter a title.")).toBeVisible();
  await fields.getByLabel("Title of the page").fill("Sales elsewhere");
  await save.click();
  await expect(fields.getByText(/^Enter an address of/)).toBeVisible();
  await expectAccessible(page);
  await address.fill(`${host.url}sales?of=all`);
  await save.click();
  await expect(page.getByRole("status").filter({ hasText: /Saved$/ })).toBeVisible();
  await page.goto(`${served.url}/admin/analytics?name=${id}&from=2026-01-01&to=2026-01-07`);
  await expect(page.getByRole("heading", { name: "Sales elsewhere" })).toBeVisible();
  await expect(
    page.frameLocator('iframe[title="Sales elsewhere"]').getByRole("button").first(),
  ).toBeVisible();
  const { pathname, search } = host.opened.at(-1) ?? new URL("http://nowhere");
  expect(pathname + search).toBe("/app/sales?of=all&startDate=2026-01-01&endDate=2026-01-07");
  await expect(page.getByText("This page is not responding")).toHaveCount(0);
});
