import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { externalCampaignsTexts as texts } from "#texts/external-campaigns.ts";
import { saveConfiguration } from "#workers/contract/endpoints/enterprise.ts";
import { recordExternalCampaign } from "#workers/contract/endpoints/external-campaigns.ts";

test("a campaign of another system is in the report once the enterprise records such", async ({ page }) => {
  const client = await signedIn(page, await clientOf("quiet"));
  await client.call(saveConfiguration, { body: { features: { recordExternalCampaign: true } } });
  const name = unique("Spring mailing");
  await client.call(recordExternalCampaign, {
    body: {
      externalId: name,
      name,
      channelType: 1,
      startedAt: new Date(Date.now() - 3_600_000).toISOString(),
      sent: 12_000,
      delivered: 11_400,
      cost: 250,
      currency: "INR",
      url: "https://mailer.example/spring",
    },
  });
  await page.goto("/campaigns/externalreport");
  await expect(page.getByRole("heading", { level: 1, name: texts.title })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("12,000");
  await expect(row).toContainText("250 INR");
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await fitsInWidth(page);
  await expectAccessible(page);
  await page.getByLabel(texts.toDay, { exact: true }).fill("2020-01-01");
  await expect(page.getByText(texts.none, { exact: true })).toBeVisible();
  await expectAccessible(page);
});
