import { test as plain } from "@playwright/test";
import { expect, test } from "#tests/support/browser.ts";
import { compressedKilobytes, firstScripts } from "#tests/support/script-weight.ts";
import { signedIn } from "#tests/support/sign-in.ts";

// Needs no browser. An entrance may load 220 kB and a screen below it 250 (`npm run bench lighthouse` holds that as a
// browser sees it); these are nearer to what is loaded, so that what comes in by mistake shows before it is too late.
// docs/decisions/weight.md says what to do.
const MOST_KB = {
  "/login": 203,
  "/bots": 220,
  "/dashboard": 220,
  "/marketplace/list": 226,
  "/simulator": 227,
  "/bots/any/intents": 231,
  "/bots/any/gen-ai": 233,
  "/bots/any/configuration": 229,
  "/bots/any/entity-list/create": 231,
  // The heaviest, most with the schemas of their forms: none of them may grow.
  "/bots/any/nlp-report/overview": 256,
  "/customer-master/definition": 267,
  "/admin/departments": 269,
  "/customer-master/uploadfile": 273,
  "/account/myprofile": 283,
  "/customer-master/customers": 271,
  "/admin/details": 300,
  "/campaigns/broadcast/create": 308,
  "/chat/conversation": 289,
};
/** Of a section's entrance; what lies below it may need small files of its own. */
const MOST_FILES = 25;
const ENTRANCES = ["/login", "/bots", "/dashboard"];

for (const [path, most] of Object.entries(MOST_KB)) {
  plain(`a first visit of ${path} loads few files and at most ${most} kB of scripts`, async ({ baseURL }) => {
    const scripts = await firstScripts(`${baseURL}${path}`);
    const kilobytes = await compressedKilobytes(scripts);
    console.log(`${path}: ${scripts.size} files, ${kilobytes.toFixed(1)} kB`);
    // Fewer would mean that the page no longer names them where we look.
    expect(scripts.size).toBeGreaterThan(10);
    if (ENTRANCES.includes(path)) expect(scripts.size).toBeLessThanOrEqual(MOST_FILES);
    expect(kilobytes).toBeLessThanOrEqual(most);
  });
}

test.describe("what opens on a press is fetched apart from the first screen", () => {
  test("while it is late no key becomes a command", async ({ page }) => {
    await signedIn(page);
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/\/assets\/agent-dialog-[^/]*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/bots");
    const create = page.getByRole("button", { name: "Create New Agent" });
    await create.press("Enter");
    await page.keyboard.type("gb?");
    arrive();
    const dialog = page.getByRole("dialog", { name: "Create New Agent" });
    await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(create).toBeFocused();
  });
});
