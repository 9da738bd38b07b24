import type { BrowserContext, CDPSession, Page, Worker } from "@playwright/test";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { freePhone, unique } from "#tests/support/customers.ts";
import { ENTERPRISES } from "#tests/support/enterprises.ts";
import { someSubscription } from "#tests/support/push-service.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { signIn } from "#db/seed/client.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as pushApi from "#workers/contract/endpoints/push.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

/** The test's own script, in a page that has no storage. */
const EMPTY_PAGE = /Access is denied for this document/;
/** The browser's own note about a test that nothing took, and about a subscription that is somebody else's. */
const REFUSED_PUSH = /status of 40[49] .*\/push\/subscriptions\//;
const PROFILE = "/account/myprofile";
const LABEL = "Notifications while the console is closed";

/** A session of the test's own, which it may end. */
const own = () =>
  signIn((path, init) => fetch((process.env.PLAYWRIGHT_TEST_BASE_URL ?? "") + path, init), ENTERPRISES.phone);

/**
 * Plays the browser's side of a push service, which no test reaches: what it subscribes is a real subscription to the
 * server, with keys of its own. The answer counts how often the page gave it back.
 */
async function playSubscribing(page: Page): Promise<{ givenBack: number }> {
  const subscription = await someSubscription();
  const told = { givenBack: 0 };
  let isThere = false;
  // Not in the page, whose storage a sign-out empties.
  await page.exposeFunction("playedPush", (what: "look" | "subscribe" | "unsubscribe") => {
    if (what === "unsubscribe") told.givenBack++;
    if (what !== "look") isThere = what === "subscribe";
    return isThere;
  });
  await page.addInitScript((given) => {
    const play = (what: string) =>
      (window as unknown as { playedPush: (what: string) => Promise<boolean> }).playedPush(what);
    const played = { ...given, toJSON: () => given, unsubscribe: () => play("unsubscribe") };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => ((await play("look")) ? played : null),
      subscribe: async ({ userVisibleOnly, applicationServerKey }: PushSubscriptionOptionsInit) => {
        if (
          !userVisibleOnly ||
          typeof applicationServerKey !== "string" ||
          applicationServerKey.length !== 87
        )
          throw new TypeError("not a subscription");
        await play("subscribe");
        return played;
      },
    });
  }, subscription);
  return told;
}

const isRegistered = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration("/")) !== undefined);

test("the console can be installed, and its worker keeps nothing", async ({ page, request }) => {
  await page.goto("/login");
  const cdp = await page.context().newCDPSession(page);
  const { errors, data } = await cdp.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? "{}") as {
    id: string;
    start_url: string;
    icons: { src: string; purpose: string }[];
    shortcuts: { url: string }[];
  };
  expect(manifest).toMatchObject({
    id: "/dashboard",
    start_url: "/dashboard",
    scope: "/",
    display: "standalone",
  });
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain("maskable");
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
  for (const { url } of manifest.shortcuts) expect((await request.get(url)).status(), url).toBe(200);
  // A test's browser has private windows alone.
  const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(["in-incognito"]);

  const worker = await request.get("/sw.js");
  expect(worker.headers()).toMatchObject({
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
  });
  expect(worker.headers()["content-type"]).toContain("javascript");
  // An old one stands between no page and its server.
  expect(await worker.text()).not.toMatch(/addEventListener\("fetch"|caches\./);
});

test.describe("a browser", () => {
  test.use({ expectedErrors: [REFUSED_PUSH] });

  test("is told by push from the profile on until its person signs out; before, no worker is there", async ({
    page,
  }) => {
    await page.context().grantPermissions(["notifications"]);
    const told = await playSubscribing(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const client = await signedIn(page, await own());
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await isRegistered(page)).toBe(false);
    expect(asked.filter((path) => /sw\.js|push/.test(path))).toEqual([]);

    await page.goto(PROFILE);
    const setting = page.getByRole("switch", { name: LABEL });
    await expect(setting).not.toBeChecked();
    await setting.focus();
    await setting.press("Space");
    await expect(setting).toBeChecked();
    await expect(page.getByText("Notifications are on in this browser.").first()).toBeVisible();
    expect(await isRegistered(page)).toBe(true);
    const { subscriptions } = await client.call(pushApi.listPush);
    expect(subscriptions).toHaveLength(1);
    // They are off for this person so far.
    await expect(
      page.getByText("Nothing is sent while desktop notifications for chats are off."),
    ).toBeVisible();
    // Nothing is at the address of the played push service.
    await page.getByRole("button", { name: "Send a test" }).click();
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toContainText(
      "push service didn't accept it",
      { timeout: 20_000 },
    );
    // A field that is half under the top bar is not too small.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);

    // The same person stays subscribed on the next page.
    const kept = page.waitForResponse((response) => response.url().includes("/push/subscriptions/"));
    await page.goto("/dashboard");
    expect((await kept).status()).toBe(200);

    await page.goto(PROFILE);
    await expect(setting).toBeChecked();
    await setting.click();
    await expect(setting).not.toBeChecked();
    expect(await isRegistered(page)).toBe(false);
    expect((await client.call(pushApi.listPush)).subscriptions).toEqual([]);

    await setting.click();
    await expect(setting).toBeChecked();
    await page.getByRole("button", { name: /^Kiran Shah/ }).click();
    await page.getByRole("menuitem", { name: "Signout" }).click();
    await expect(page).toHaveURL(/\/login/);
    expect(await isRegistered(page)).toBe(false);
    await expect.poll(() => told.givenBack).toBe(2);
  });

  test("that was somebody else's is given back when another person signs in", async ({ page }) => {
    await page.context().grantPermissions(["notifications"]);
    const told = await playSubscribing(page);
    await signedIn(page, await clientOf("phone"));
    await page.goto(PROFILE);
    await page.getByRole("switch", { name: LABEL }).click();
    await expect(page.getByRole("switch", { name: LABEL })).toBeChecked();
    const other = await clientOf("house");
    await page.evaluate((token) => localStorage.setItem("authToken", token), other.token);
    await page.goto("/dashboard");
    await expect.poll(() => isRegistered(page)).toBe(false);
    await expect.poll(() => told.givenBack).toBe(1);
  });
});

test.describe("where it cannot be turned on, the screen says why", () => {
  test("without push in this browser", async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
    await page.context().grantPermissions(["notifications"]);
    await signedIn(page, await clientOf("phone"));
    await page.goto(PROFILE);
    await expect(page.getByText("This browser can't show notifications while")).toBeVisible();
    await expect(page.getByRole("switch", { name: LABEL })).toBeDisabled();
  });

  test("where the person has blocked notifications", async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Notification, "permission", { get: () => "denied" }),
    );
    await signedIn(page, await clientOf("phone"));
    await page.goto(PROFILE);
    await expect(page.getByText("This browser blocks notifications from this site.")).toHaveCount(2);
    await expect(page.getByRole("switch", { name: LABEL })).toBeDisabled();
    await expectAccessible(page);
  });

  test("where the browser's push service is away", async ({ page }) => {
    await page.context().grantPermissions(["notifications"]);
    await page.addInitScript(() => {
      PushManager.prototype.subscribe = () => Promise.reject(new DOMException("away", "AbortError"));
    });
    await signedIn(page, await clientOf("phone"));
    await page.goto(PROFILE);
    await page.getByRole("switch", { name: LABEL }).click();
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toContainText(
      "Couldn't reach this browser's push service",
    );
    await expect(page.getByRole("switch", { name: LABEL })).not.toBeChecked();
    expect(await isRegistered(page)).toBe(false);
  });
});

/** The worker as the browser runs it, and how a push service reaches it. */
async function startWorker(
  context: BrowserContext,
  page: Page,
): Promise<{ worker: Worker; push: (data: object) => Promise<void> }> {
  const cdp: CDPSession = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      for (const { registrationId } of registrations) resolve(registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const begun = context.waitForEvent("serviceworker");
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
  });
  const worker = await begun;
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  return {
    worker,
    push: async (data) => {
      await cdp.send("ServiceWorker.deliverPushMessage", {
        origin,
        registrationId,
        data: JSON.stringify(data),
      });
    },
  };
}

const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
  });

test.describe("the worker", () => {
  test.use({ expectedErrors: [EMPTY_PAGE] });

  test("shows a push while no page of the console is in sight, once for each chat, and opens its chat", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["notifications"]);
    const client = await clientOf("phone");
    const { id: channelId } = await client.call(channelsApi.createChannel, {
      body: { name: unique("Desk"), type: 4, vendor: 91, contactId: unique("desk") },
    });
    const person = { name: unique("Meera"), phone: freePhone() };
    const body = { person, body: { kind: "text" as const, text: "I lost my card" } };
    await client.call(simulatorApi.simulatedSay, { params: { id: channelId }, body });
    let chatId = "";
    await expect(async () => {
      const { chats } = await client.call(chatsApi.chatSummary, { query: { queue: "new", before: "" } });
      chatId = chats.find((chat) => chat.person.name === person.name)?.chatId ?? "";
      expect(chatId).not.toBe("");
    }).toPass();

    await signedIn(page, client);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const { worker, push } = await startWorker(context, page);
    const news = { title: "New Chat Request", body: `${person.name}: I lost my card`, chatId, key: "a" };
    // Its part that hears the worker comes a moment after the heading.
    const isHeard = () =>
      worker.evaluate(async () => {
        const { clients, firstThatAnswers } = self as unknown as {
          clients: { matchAll: (of: object) => Promise<unknown[]> };
          firstThatAnswers: (pages: unknown[], chatId: string) => Promise<unknown>;
        };
        const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
        return (await firstThatAnswers(pages, "")) !== undefined;
      });
    await expect.poll(isHeard).toBe(true);
    // The page is in sight, is asked, and tells itself. A test is shown all the same.
    await page.evaluate(() => {
      const noted = window as unknown as { asked: number };
      noted.asked = 0;
      navigator.serviceWorker.addEventListener("message", () => noted.asked++);
    });
    await push(news);
    const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked);
    await expect.poll(asked).toBe(1);
    // The debugger, unlike a push service, keeps nothing for a worker that is just being stopped; sent twice it is shown once.
    await expect(async () => {
      await push({ title: "Notifications work", body: "", chatId: "", key: "t" });
      expect(await shownBy(worker)).toEqual([{ title: "Notifications work", body: "", tag: "chatbird" }]);
    }).toPass();

    // Pressed, the open page shows the chat, and no second one opens.
    await worker.evaluate(
      (id) => (self as unknown as { open: (id: string) => Promise<unknown> }).open(id),
      chatId,
    );
    await expect(page).toHaveURL(new RegExp(`/chat/conversation\\?queue=all&chat=${chatId}`));
    await expect(page.getByRole("log", { name: "Messages" })).toContainText("I lost my card");
    expect(context.pages()).toHaveLength(1);

    await page.goto("about:blank");
    await push(news);
    await push({ ...news, title: "Meera says....", key: "b" });
    await push({ ...news, title: "Meera says....", key: "b" });
    await expect
      .poll(() => shownBy(worker))
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ title: "Meera says....", tag: chatId }),
          expect.objectContaining({ title: "Notifications work" }),
        ]),
      );
    expect(await shownBy(worker)).toHaveLength(2);

    // With no page, one is opened at the chat.
    const opened = await worker.evaluate(async (id) => {
      const scope = self as unknown as {
        open: (id: string) => Promise<unknown>;
        clients: { openWindow: (url: string) => Promise<string> };
      };
      scope.clients.openWindow = (url) => Promise.resolve(url);
      return scope.open(id);
    }, chatId);
    expect(opened).toBe(`/chat/conversation?queue=all&chat=${chatId}`);
  });
});
