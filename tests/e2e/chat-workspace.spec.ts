import type { Page } from "@playwright/test";
import { type ApiClient, signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { type HostSite, heardBy, startHost } from "#tests/support/host-page.ts";
import { type Served, startServed } from "#tests/support/served.ts";
import { holdToken } from "#tests/support/sign-in.ts";
import * as chatAgentApi from "#workers/contract/endpoints/chat-agent.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

/** A system of its own: the one that tests share lets nobody embed it. */
let host: HostSite;
let stranger: HostSite;
let served: Served;
test.beforeAll(async () => {
  [host, stranger] = await Promise.all([startHost(), startHost()]);
  served = await startServed({ env: { CHATAGENT_ORIGINS: `https://crm.company.com, ${host.origin}` } });
});
test.afterAll(async () => {
  await Promise.all([served?.stop(), host?.stop(), stranger?.stop()]);
});

const agent = () => signIn((path, init) => fetch(served.url + path, init), DEMO);
const arriving = async (client: ApiClient, more = "") => {
  const { code } = await client.call(chatAgentApi.issueChatCode);
  return `${served.url}/chatagent?chatRefId=${code}${more}`;
};

/** A customer on a channel without a bot. */
async function customer(client: ApiClient) {
  const { id: channelId } = await client.call(channelsApi.createChannel, {
    body: { name: unique("Desk"), type: 4, vendor: 91, contactId: unique("desk") },
  });
  const name = unique("Meera");
  const person = { name, phone: freePhone() };
  const say = (text: string) =>
    client.call(simulatorApi.simulatedSay, {
      params: { id: channelId },
      body: { person, body: { kind: "text", text } },
    });
  return { name, say };
}

/** The last counts that the host's page was told. */
const countsOf = async (page: Page) =>
  (await heardBy(page)).findLast(({ data }) => data.type === "chatbird:counts")?.data.counts;

test("another system's page shows the chats, hears their counts, and what is picked up opens there", async ({
  page,
}) => {
  const client = await agent();
  await page.goto(host.embedding(await arriving(client, "&queue=all")));
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { level: 1, name: "Chats" })).toBeAttached();
  const inside = page.frames()[1];
  await expect
    .poll(() => inside?.url(), "the code is gone, the rest stays")
    .toBe(`${served.url}/chatagent?queue=all`);
  await expect(frame.getByRole("navigation")).toHaveCount(0);
  await expect.poll(() => countsOf(page)).toMatchObject({ new: 0, total: 0 });
  const { name, say } = await customer(client);
  await say("My card is lost");
  await expect.poll(() => countsOf(page)).toMatchObject({ new: 1, total: 1 });
  await frame.getByRole("button", { name: "1 chat waiting for you" }).click();
  await frame.getByRole("button", { name: "Pick up: Live Chats" }).click();
  await frame
    .getByRole("dialog", { name: "Chat Notification" })
    .getByRole("button", { name: `Pickup: ${name}` })
    .click();
  const answer = frame.getByRole("textbox", { name: "Reply" });
  await answer.fill("We are blocking it.");
  await answer.press("Enter");
  await expect(frame.getByRole("log", { name: "Messages" })).toContainText("We are blocking it.");
  await expect.poll(() => inside?.url()).toMatch(/\/chatagent\?queue=mine&chat=[^&]+$/);
  await expect.poll(() => countsOf(page)).toMatchObject({ new: 0, own: 1 });
  expect((await heardBy(page)).map(({ origin }) => new URL(origin).host)).toContain(new URL(served.url).host);

  // A link of the same document must not show the console to a page that may embed the chats alone.
  await inside?.evaluate(() => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate: (to: string) => Promise<void> };
    };
    return router.navigate("/admin/users");
  });
  await expect(frame.getByRole("group", { name: "Queues" })).toBeVisible();
  expect(inside?.url()).toMatch(/\/chatagent/);
});

test.describe("a session that ends", () => {
  // Calls under way as it ends are refused.
  test.use({ expectedErrors: [/403/] });

  test("within the frame says so there and to the page around it, which brings a new code", async ({
    page,
  }) => {
    const client = await agent();
    await page.goto(host.embedding(await arriving(client)));
    const frame = page.frameLocator("iframe");
    await expect(frame.getByRole("button", { name: "Signout" })).toBeVisible();
    expect((await heardBy(page)).filter(({ data }) => data.type === "chatbird:session-ended")).toEqual([]);
    await frame.getByRole("button", { name: "Signout" }).click();
    await expect(frame.getByText(/^You have signed out\./)).toBeVisible();
    await expect(frame.getByRole("link", { name: "Sign in in a new tab" })).toHaveAttribute(
      "target",
      "_blank",
    );
    await expect
      .poll(async () => (await heardBy(page)).map(({ data }) => data.type))
      .toContain("chatbird:session-ended");
    const again = await arriving(client);
    await page.evaluate((address) => document.querySelector("iframe")?.setAttribute("src", address), again);
    await expect(frame.getByRole("heading", { level: 1, name: "Chats" })).toBeAttached();
  });
});

test.describe("what must not be embedded", () => {
  test.use({ expectedErrors: [/frame-ancestors|ERR_BLOCKED|ERR_FAILED|Access is denied for this document/] });

  test("is the workspace in a stranger's page, and any other page in anybody's", async ({ page }) => {
    const client = await agent();
    for (const [site, address] of [
      [stranger, await arriving(client)],
      [stranger, `${served.url}/chatagent/enter`],
      [host, `${served.url}/login`],
      [host, `${served.url}/dashboard`],
    ] as const) {
      const refused = page.waitForEvent("console", {
        predicate: (said) => /frame-ancestors/.test(said.text()),
      });
      await page.goto(site.embedding(address));
      await refused;
      await expect(page.frameLocator("iframe").locator("#app")).toHaveCount(0);
      expect(await heardBy(page), address).toEqual([]);
      await page.goto("about:blank");
    }
  });
});

test("in a window of its own it has the bar with status, sounds and the console, narrow and short too", async ({
  page,
}) => {
  const client = await agent();
  const { name, say } = await customer(client);
  await say("I need a loan");
  await page.goto(await arriving(client));
  await page.getByRole("link", { name: new RegExp(name) }).click();
  await expect(page.getByRole("log", { name: "Messages" })).toContainText("I need a loan");
  await expectAccessible(page);
  const sounds = page.getByRole("button", { name: /^Switch sounds/ });
  const before = await sounds.getAttribute("aria-label");
  await sounds.click();
  await expect(sounds).not.toHaveAttribute("aria-label", before ?? "");
  await sounds.click();
  await expect(sounds).toHaveAttribute("aria-label", before ?? "");
  await page.getByRole("button", { name: /^Your status:/ }).click();
  await page.getByRole("menuitem", { name: "Away" }).click();
  await expect(page.getByRole("button", { name: "Your status: Away" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open in the console" })).toHaveAttribute(
    "href",
    /^\/chat\/conversation\?chat=/,
  );

  // Short and narrow: what is written stays in sight, and nothing but the messages scrolls.
  await page.getByRole("button", { name: "Pick up" }).click();
  await page.setViewportSize({ width: 360, height: 500 });
  await expect(page.getByRole("textbox", { name: "Reply" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeInViewport({ ratio: 1 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight))
    .toBeLessThanOrEqual(0);
  expect((await page.getByRole("log", { name: "Messages" }).boundingBox())?.height).toBeGreaterThan(80);
});

test("who handles no chats is told so", async ({ page }) => {
  const client = await agent();
  await holdToken(page, client.token);
  await page.route("**/api/e/enterprise/users/me", async (route) => {
    const answer = await route.fetch();
    const { response, ...rest } = (await answer.json()) as { response: { permissions: string[] } };
    const permissions = response.permissions.filter((each) => each !== "CHAT.HANDLE");
    await route.fulfill({ json: { ...rest, response: { ...response, permissions } } });
  });
  await page.goto(`${served.url}/chatagent`);
  await expect(page.getByText("You can't answer chats")).toBeVisible();
  await expect(page.getByRole("group", { name: "Queues" })).toHaveCount(0);
  await expectAccessible(page);
});

test("a browser that keeps nothing for a frame still shows the chats, for as long as the page lives", async ({
  page,
}) => {
  const client = await agent();
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      const get = () => {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      };
      Object.defineProperty(window, name, { get, configurable: true });
    }
  });
  await page.goto(await arriving(client));
  await expect(page.getByRole("button", { name: "Signout" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Queues" })).toBeVisible();
});
