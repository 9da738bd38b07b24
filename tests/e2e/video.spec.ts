import type { Page } from "@playwright/test";
import type { ApiClient } from "#db/seed/client.ts";
import { expectAccessible } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { historyIn, openChat, takenChat } from "#tests/support/open-chat.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";

/** Calls are allowed for the test's time, beside what others have set. */
async function allowed(): Promise<ApiClient> {
  const client = await clientOf("desk");
  const { revision: _, ...rules } = await client.call(chatConfigApi.getChatConfig);
  if (!rules.videoCalls)
    await client.call(chatConfigApi.saveChatConfig, { body: { ...rules, videoCalls: true } });
  return client;
}

/** Presses "Video call" in a chat; the agent's window, and the link that its customer was sent. */
async function calling(
  page: Page,
  client: ApiClient,
  chatId: string,
): Promise<{ agent: Page; link: string }> {
  await openChat(page, chatId);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: /^(Start a v|V)ideo call$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Start a video call?" });
  const opening = page.waitForEvent("popup");
  await dialog.getByRole("button", { name: "Send the link and call" }).click();
  const agent = await opening;
  await expect(dialog).toBeHidden();
  const { messages } = await client.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  const texts = messages.map(({ body }) => (body?.kind === "text" ? body.text : ""));
  const link = /\/call\/[\w.-]+/.exec(texts.join(" "))?.[0] ?? "";
  expect(link).not.toBe("");
  return { agent, link };
}

/** Waits until the other side's picture moves: frames are decoded one after the other. */
async function seesMoving(page: Page, name: RegExp): Promise<void> {
  const frames = () =>
    page
      .getByLabel(name)
      .evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);
  await expect.poll(frames).toBeGreaterThan(2);
  const before = await frames();
  await expect.poll(frames).toBeGreaterThan(before + 5);
}

test("an agent calls, the customer joins by the link, both see each other, and hanging up is told in the chat", async ({
  page,
  browser,
}) => {
  const client = await signedIn(page, await allowed());
  const { chatId, name } = await takenChat(client);
  const { agent, link } = await calling(page, client, chatId);
  await expect(agent.getByRole("status").first()).toContainText(`Waiting for ${name}`);
  await expect(agent.getByText("No relay (TURN) is set up")).toBeVisible();
  await expect(page.getByText("started a video call").first()).toBeVisible();

  const elsewhere = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    viewport: { width: 360, height: 740 },
  });
  const customer = await elsewhere.newPage();
  await customer.goto(link);
  await expect(customer.getByRole("heading")).toContainText("calls you");
  await expectAccessible(customer);
  await customer.getByRole("button", { name: "Join the call" }).click();
  await expect(customer.getByRole("status").first()).toContainText("Connected with");
  await expect(agent.getByRole("status").first()).toContainText(`Connected with ${name}`);
  await seesMoving(customer, /^Video of/);
  await seesMoving(agent, /^Video of/);
  await expectAccessible(customer);
  await expectAccessible(agent);
  // At 360 px nothing hangs over.
  expect(await customer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await customer.getByRole("button", { name: "Mute microphone" }).click();
  await expect(agent.getByText(`${name} is muted`)).toBeVisible();
  await customer.getByRole("button", { name: "Turn camera off" }).click();
  await expect(agent.getByText("has turned the camera off")).toBeVisible();

  // A reload is a drop: the same browser comes back by its seat, and both are connected again.
  await customer.reload();
  await customer.getByRole("button", { name: "Join the call" }).click();
  await expect(customer.getByRole("status").first()).toContainText("Connected with");
  await seesMoving(agent, /^Video of/);

  await customer.getByRole("button", { name: "Hang up" }).click();
  await expect(customer.getByText("The call is over")).toBeVisible();
  await expect(agent.getByText("The customer hung up.")).toBeVisible();
  await expect(historyIn(page).getByText(/Video call ended after \d+ s/)).toBeVisible();
  await customer.goto(link);
  await expect(customer.getByText("This link no longer works")).toBeVisible();
  await expect(customer.getByRole("heading", { level: 1 })).toHaveCount(1);
  await elsewhere.close();
});

/** Keeps a page's connections within reach, and lets it share a picture of its own as if it were its screen. */
async function withConnections(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const all: RTCPeerConnection[] = [];
    (window as unknown as { connections: RTCPeerConnection[] }).connections = all;
    const Real = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Real {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        all.push(this);
      }
    };
    navigator.mediaDevices.getDisplayMedia = async () => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 800, height: 200 });
      const pen = canvas.getContext("2d");
      setInterval(() => pen?.fillRect(Math.random() * 800, Math.random() * 200, 9, 9), 50);
      return canvas.captureStream();
    };
  });
}

/** The shape of the picture that a page gets from the other side. */
const shapeOf = (page: Page): Promise<number> =>
  page.getByLabel(/^Video of/).evaluate((video) => {
    const { videoWidth, videoHeight } = video as HTMLVideoElement;
    return videoWidth / videoHeight;
  });

test("a lost connection is mended in the same call, and the screen is shared instead of the camera", async ({
  page,
  browser,
}) => {
  const client = await signedIn(page, await allowed());
  const { chatId, name } = await takenChat(client);
  const { agent, link } = await calling(page, client, chatId);
  await withConnections(agent);
  await agent.reload();
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const customer = await elsewhere.newPage();
  await customer.goto(link);
  await customer.getByRole("button", { name: "Join the call" }).click();
  await seesMoving(agent, /^Video of/);

  /** The ICE user name of each connection; a restart gives it another one. */
  const ways = () =>
    agent.evaluate(() =>
      (window as unknown as { connections: RTCPeerConnection[] }).connections.map(
        ({ remoteDescription }) => /a=ice-ufrag:(\S+)/.exec(remoteDescription?.sdp ?? "")?.[1],
      ),
    );
  const [before] = await ways();
  await agent.evaluate(() => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const [only] = connections;
    if (!only) throw new Error("there is no connection");
    let lost = "failed";
    Object.defineProperty(only, "connectionState", { get: () => lost, configurable: true });
    only.dispatchEvent(new Event("connectionstatechange"));
    only.addEventListener("signalingstatechange", () => (lost = "connected"));
  });
  await expect(agent.getByRole("status").first()).toContainText("The connection broke");
  await expect.poll(async () => (await ways())[0]).not.toBe(before);
  expect((await ways()).length, "the same connection").toBe(1);
  await agent.evaluate(() =>
    (window as unknown as { connections: RTCPeerConnection[] }).connections[0]?.dispatchEvent(
      new Event("connectionstatechange"),
    ),
  );
  await expect(agent.getByRole("status").first()).toContainText(`Connected with ${name}`);
  await seesMoving(agent, /^Video of/);
  await seesMoving(customer, /^Video of/);

  await agent.setViewportSize({ width: 360, height: 740 });
  const share = agent.getByRole("button", { name: "Share screen" });
  await share.focus();
  await agent.keyboard.press("Enter");
  await expect(agent.getByRole("button", { name: "Stop sharing" })).toBeFocused();
  await expect(customer.getByText("shares their screen")).toBeVisible();
  await expect.poll(() => shapeOf(customer)).toBe(4);
  await expectAccessible(agent);
  expect(await agent.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await agent.keyboard.press("Enter");
  await expect(customer.getByText("shares their screen")).toBeHidden();
  await expect.poll(() => shapeOf(customer)).toBeLessThan(2);
  await seesMoving(customer, /^Video of/);
  await agent.getByRole("button", { name: "Hang up" }).click();
  await elsewhere.close();
});

test("where the browser shows no screen to anybody, there is no button for it", async ({ page }) => {
  const client = await signedIn(page, await allowed());
  const { chatId } = await takenChat(client);
  const { agent } = await calling(page, client, chatId);
  await expect(agent.getByRole("button", { name: "Share screen" })).toBeVisible();
  await agent.addInitScript(() => {
    Reflect.deleteProperty(MediaDevices.prototype, "getDisplayMedia");
  });
  await agent.reload();
  await expect(agent.getByRole("button", { name: "Mute microphone" })).toBeVisible();
  await expect(agent.getByRole("button", { name: "Share screen" })).toHaveCount(0);
  await agent.getByRole("button", { name: "Hang up" }).click();
});

test("a call is recorded once its customer agrees; the film is with the chat, and moves when it is played", async ({
  page,
  browser,
}) => {
  const client = await signedIn(page, await allowed());
  const { chatId, name } = await takenChat(client);
  const { agent, link } = await calling(page, client, chatId);
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const customer = await elsewhere.newPage();
  await customer.goto(link);
  await customer.getByRole("button", { name: "Join the call" }).click();
  await seesMoving(agent, /^Video of/);

  await agent.getByRole("button", { name: "Ask to record" }).click();
  await expect(agent.getByText(`${name} is asked whether`)).toBeVisible();
  await expectAccessible(customer);
  const stored = agent.waitForResponse((response) => /session\/recording\/[^/]+\/1$/.test(response.url()));
  await customer.getByRole("button", { name: "Agree" }).click();
  await expect(customer.getByText("This call is being recorded")).toBeVisible();
  await expect(agent.getByText("Recording. Both sides can see this.")).toBeVisible();
  // So long that a part has gone up before the end.
  await stored;
  await agent.getByRole("button", { name: "Hang up" }).click();
  await expect(agent.getByText("The call is over")).toBeVisible();
  await expect(agent.getByText("The recording is kept with the chat.")).toBeVisible();
  await expect(customer.getByText("The agent hung up.")).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Video calls" }).click();
  const past = page.getByRole("dialog", { name: "Video calls" });
  await expect(past.getByText("Ended by the agent")).toBeVisible();
  await expectAccessible(page);
  await past.getByRole("button", { name: "Play the recording" }).click();
  const film = past.getByLabel(/^Recording of/);
  await expect
    .poll(() => film.evaluate((video) => (video as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0.5);
  expect(await film.evaluate((video) => (video as HTMLVideoElement).videoWidth)).toBe(1280);
  await elsewhere.close();
});

test("closing the chat ends its call: the agent is told before, and both windows hang up", async ({
  page,
  browser,
}) => {
  const client = await signedIn(page, await allowed());
  const { chatId } = await takenChat(client);
  const { agent, link } = await calling(page, client, chatId);
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const customer = await elsewhere.newPage();
  await customer.goto(link);
  await customer.getByRole("button", { name: "Join the call" }).click();
  await seesMoving(agent, /^Video of/);

  await page.bringToFront();
  await page.getByRole("button", { name: "Close chat" }).click();
  const dialog = page.getByRole("dialog", { name: "Close the chat" });
  await expect(dialog).toContainText("The video call that is under way ends with it.");
  await dialog.getByRole("button", { name: "Close chat" }).click();
  await expect(dialog).toBeHidden();
  for (const end of [customer, agent]) {
    await expect(end.getByText("The call is over")).toBeVisible();
    await expect(end.getByText("The agent closed the chat or passed it on.")).toBeVisible();
  }
  await expectAccessible(customer);
  // The camera is off again.
  await expect(agent.locator("video")).toHaveCount(0);
  await elsewhere.close();
});
