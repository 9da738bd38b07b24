import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { listDeliveries } from "#workers/contract/endpoints/webhooks-out.ts";

test.describe.configure({ mode: "parallel" });

test.describe("an address that is refused first", () => {
  test.use({ expectedErrors: [/400 \(/] });

  test("a webhook is added, tried, changed, looked into and deleted", async ({ page }) => {
    await signedIn(page, await clientOf("customers"));
    // No such host: nobody answers there, which the console says.
    const url = `https://${unique("hooks")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")}.iana.org/events`;
    await page.goto("/admin/integration");
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("button", { name: "Add webhook" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    await dialog.getByLabel(/^Address/).fill("https://127.0.0.1/");
    await dialog.getByRole("checkbox", { name: /^A chat was closed/ }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Only public https addresses can be reached.").first()).toBeVisible();
    await dialog.getByLabel(/^Address/).fill(url);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByLabel("Signing secret")).toHaveValue(/^whsec_/);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    const row = page.getByRole("row", { name: new RegExp(url) });
    await expect(row).toContainText("chat.closed");
    await page.getByRole("button", { name: `Send test event to ${url}` }).click();
    await expect(page.getByText(/^The address didn't take it: /)).toBeVisible();
    await page.getByRole("button", { name: `Edit ${url}` }).click();
    await dialog.getByLabel(/^Description/).fill("Orders");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(row).toContainText("Orders");
    await page.getByRole("button", { name: `Make a new secret for ${url}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "New secret" }).click();
    await expect(page.getByLabel("Signing secret")).toHaveValue(/^whsec_/);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await expectAccessible(page);

    await page.getByRole("link", { name: `Deliveries to ${url}` }).click();
    await expect(page.getByRole("rowheader", { name: /chatbird.test/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /chatbird.test/ })).toContainText("Failed");
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Details of chatbird.test/ }).click();
    await expect(dialog).toContainText('"type": "chatbird.test"');
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.getByLabel("State").selectOption({ label: "Delivered" });
    await expect(page.getByText("No deliveries match these filters")).toBeVisible();
    await page.getByLabel("State").selectOption({ label: "Any state" });
    await page.getByRole("button", { name: "Send failed ones again" }).click();
    await dialog.getByRole("button", { name: "Send again" }).click();
    await expect(page.getByText("1 delivery is sent again.").first()).toBeVisible();

    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("button", { name: `Delete ${url}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(row).toHaveCount(0);
  });
});

test.describe("an answer that fails", () => {
  test.use({ expectedErrors: [/503 \(/] });

  test("the deliveries say so where there are none, and where they could not be loaded", async ({ page }) => {
    await signedIn(page, await clientOf("customers"));
    let fails = true;
    await page.route(`**/api${listDeliveries.path.replace(":id", "*")}*`, (route) =>
      fails
        ? route.fulfill({ status: 503, json: { status: false, message: "Not now" } })
        : route.fulfill({
            json: {
              status: true,
              message: "",
              response: { url: "https://hooks.company.com/", deliveries: [], next: null },
            },
          }),
    );
    await page.goto("/admin/integration/webhooks/played");
    await expect(page.getByText("Couldn't load the deliveries")).toBeVisible();
    fails = false;
    await page.reload();
    await expect(page.getByText("Nothing was sent yet")).toBeVisible();
  });
});
