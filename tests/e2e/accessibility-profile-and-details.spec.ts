import { type State, walk } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { clientOf } from "#tests/support/sign-in.ts";

test.describe.configure({ mode: "parallel" });

const states: Record<string, State> = {
  "one's profile": {
    path: () => "/account/myprofile",
    arrive: (page) => expect(page.getByLabel("Phone")).toBeVisible(),
  },
  "one's profile, refused": {
    path: () => "/account/myprofile",
    arrive: async (page) => {
      await page.getByRole("button", { name: "Change password" }).click();
      await expect(page.getByRole("alert").getByRole("link")).toHaveCount(3);
      // Once the summary has taken the focus: what lies half under the top bar there is only on its way.
      await expect(page.getByRole("alert").filter({ has: page.getByRole("link") })).toBeFocused();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  "the cropping of a picture": {
    path: () => "/account/myprofile",
    arrive: async (page) => {
      const buffer = Buffer.from(
        await page.evaluate(() => {
          const canvas = document.createElement("canvas");
          canvas.width = 600;
          canvas.height = 400;
          return canvas.toDataURL("image/png").split(",")[1] ?? "";
        }),
        "base64",
      );
      const input = page.getByLabel("Upload a picture", { exact: true }).and(page.locator("input"));
      await input.setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
      await expect(page.getByRole("slider", { name: "Zoom" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Use this part" })).toBeEnabled();
    },
  },
  "the enterprise's details": {
    path: () => "/admin/details",
    arrive: (page) => expect(page.getByLabel("Website")).toBeVisible(),
  },
  "the enterprise's details with a colour that cannot be read": {
    path: () => "/admin/details",
    arrive: async (page) => {
      await page.getByLabel("Accent colour, light theme", { exact: true }).fill("#ffcc00");
      await expect(page.getByRole("button", { name: /^Use #/ })).toBeVisible();
    },
  },
};

walk("profile and details", states, () => clientOf("house"));
