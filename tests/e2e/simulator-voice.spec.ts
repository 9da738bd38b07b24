import type { Locator, Page } from "@playwright/test";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { pdf, png } from "#tests/support/made-files.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

/** The phone of somebody on a channel of their own. */
async function phoneOn(page: Page, type: number = channelTypes.whatsApp): Promise<Locator> {
  const client = await signedIn(page, await clientOf("people"));
  const name = unique("Phone");
  const { id } = await client.call(channelsApi.createChannel, {
    body: { name, type, vendor: 91, contactId: name },
  });
  await page.addInitScript((channelId) => {
    const person = { name: "Asha", address: { phone: "+919876562301" } };
    localStorage.setItem("simulatedPersons", JSON.stringify({ [channelId]: [person] }));
  }, id);
  await page.goto(`/simulator?channel=${id}`);
  const phone = page.getByRole("region", { name: "Phone of Asha" });
  await expect(phone.getByText("Nothing on this phone yet.")).toBeVisible();
  return phone;
}
const allow = (page: Page) => page.context().grantPermissions(["microphone"]);
/** Those of this page that still listen. */
const listening = (page: Page) =>
  page.evaluate(() => window.streams.flatMap((stream) => stream.getTracks()).filter(isLive).length);
/** The phone is asked for anew each second, which must not begin anew what is being listened to. */
async function staysThrough(page: Page, audio: Locator): Promise<void> {
  const address = await audio.getAttribute("src");
  expect(address).toMatch(/^blob:/);
  for (let round = 0; round < 2; round++) await page.waitForResponse(/\/phone\?/);
  expect(await audio.getAttribute("src")).toBe(address);
}
const record = (phone: Locator) => phone.getByRole("button", { name: "Record a voice message" });
const dialogIn = (page: Page) => page.getByRole("dialog", { name: "Send something else" });
const files = {
  picture: { name: "card.png", mimeType: "image/png", buffer: Buffer.from(png(80, 50)) },
  bill: { name: "bill.pdf", mimeType: "application/pdf", buffer: Buffer.from(pdf()) },
};
test("a file of one's own is refused with the reason where it does not fit, else shown, sent and on the phone", async ({
  page,
}) => {
  const phone = await phoneOn(page);
  await phone.getByRole("button", { name: "Attach" }).click();
  const dialog = dialogIn(page);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByText("Choose a file.").first()).toBeVisible();
  const choose = dialog.getByLabel("Choose a file");
  await choose.setInputFiles(files.bill);
  await expect(
    dialog.getByRole("alert").filter({ hasText: `This file can't be sent as "Picture" here.` }),
  ).toBeVisible();
  await dialog.getByLabel("Kind").selectOption("Document");
  await expect(dialog.getByText(/can't be sent as/)).toHaveCount(0);
  await dialog.getByLabel("Kind").selectOption("Picture");
  await choose.setInputFiles(files.picture);
  await expect(dialog.getByRole("img", { name: "Preview of card.png" })).toBeVisible();
  await expect(dialog.getByRole("status")).toContainText("card.png, ");
  await dialog.getByLabel("Caption").fill("my card");
  await expectAccessible(page);
  const taken = page.waitForResponse(/\/media$/);
  await dialog.getByRole("button", { name: "Send" }).click();
  expect(((await (await taken).json()) as { response: object }).response).toMatchObject({
    kind: "image",
    mime: "image/png",
    name: "card.png",
  });
  await expect(dialog).toBeHidden();
  const said = phone.getByRole("log").getByRole("listitem").first();
  await expect(said).toContainText("card.png");
  await expect(said).toContainText("my card");
  await expect(said).toContainText("Delivered");
  // It is there to be looked at, after a while too.
  await page.reload();
  await said.getByRole("button", { name: "Show card.png" }).click();
  await expect(said.getByRole("img", { name: "card.png" })).toHaveJSProperty("naturalWidth", 80);
});

test("a file is dropped, pasted, exchanged and removed", async ({ page }) => {
  const phone = await phoneOn(page);
  await phone.getByRole("button", { name: "Attach" }).click();
  const dialog = dialogIn(page);
  await expect(dialog.getByText("or drop or paste it here")).toBeVisible();
  // Once it has the focus, it hears what is pasted.
  const hasFocus = (element: Element) => element.contains(document.activeElement);
  await expect.poll(() => dialog.evaluate(hasFocus)).toBe(true);
  const bytes = [...files.picture.buffer];
  const given = (name: string) =>
    page.evaluateHandle(
      ([called, all]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(all)], called, { type: "image/png" }));
        return data;
      },
      [name, bytes] as const,
    );
  const pasted = await given("pasted.png");
  await pasted.evaluate((clipboardData) =>
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true })),
  );
  await expect(dialog.getByText(/^pasted\.png, /)).toBeVisible();
  await dialog
    .getByText("or drop or paste it here")
    .dispatchEvent("drop", { dataTransfer: await given("dropped.png") });
  await expect(dialog.getByText(/^dropped\.png, /)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Choose another file" })).toBeVisible();
  await dialog.getByRole("button", { name: "Remove the file" }).click();
  await expect(dialog.getByRole("img")).toHaveCount(0);
});

test.describe("while the server refuses", () => {
  test.use({ expectedErrors: [/400/] });

  test("the reason stays in the dialog, and a file that is there is not sent a second time", async ({
    page,
  }) => {
    const phone = await phoneOn(page);
    await phone.getByRole("button", { name: "Attach" }).click();
    const dialog = dialogIn(page);
    await dialog.getByLabel("Choose a file").setInputFiles(files.picture);
    let taken = 0;
    page.on("response", (response) => {
      if (response.url().endsWith("/media")) taken++;
    });
    await page.route("**/say", (route) =>
      route.fulfill({ status: 400, json: { status: false, message: "Not now." } }),
    );
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog.getByText("Not now.")).toBeVisible();
    await page.unroute("**/say");
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog).toBeHidden();
    expect(taken).toBe(1);
    await expect(phone.getByRole("log").getByRole("listitem").first()).toContainText("card.png");
  });
});

test("by SMS no file is offered, neither chosen nor recorded; a browser that cannot record offers none either", async ({
  page,
}) => {
  const sms = await phoneOn(page, channelTypes.sms);
  await expect(record(sms)).toHaveCount(0);
  await sms.getByRole("button", { name: "Attach" }).click();
  await expect(dialogIn(page).getByLabel("Kind").locator("option")).toHaveText(["Location", "Contact"]);
  await page.addInitScript(() => Reflect.deleteProperty(window, "MediaRecorder"));
  const phone = await phoneOn(page);
  await expect(phone.getByRole("textbox", { name: "Message" })).toBeVisible();
  await expect(record(phone)).toHaveCount(0);
});

test.describe("a voice message", () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      window.streams = [];
      window.heard = 0;
      window.MediaRecorder = class extends MediaRecorder {
        constructor(stream: MediaStream, options?: MediaRecorderOptions) {
          super(stream, options);
          this.addEventListener("dataavailable", ({ data }) => (window.heard += data.size));
        }
      };
      window.isLive = ({ readyState }) => readyState === "live";
      const devices = navigator.mediaDevices;
      const ask = devices.getUserMedia.bind(devices);
      devices.getUserMedia = async (wanted) => {
        const stream = await ask(wanted);
        window.streams.push(stream);
        return stream;
      };
    });
  });

  test("is recorded, listened to and sent by keyboard, and the microphone is let go", async ({ page }) => {
    await allow(page);
    const phone = await phoneOn(page);
    await record(phone).press("Enter");
    const recorder = phone.getByRole("region", { name: "Voice message" });
    const stop = recorder.getByRole("button", { name: "Stop" });
    await expect(stop).toBeFocused();
    await expect(recorder.getByRole("status")).toHaveText("Recording. Press Stop when you are done.");
    // It goes on while it is looked at.
    await expect(recorder.getByRole("timer")).toHaveText(/^0:(0[1-9]|[1-5]\d) of 2:00$/);
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    const listen = recorder.getByRole("button", { name: "Listen" });
    await expect(listen).toBeFocused();
    await expect(recorder.getByRole("status")).toHaveText(/^Recorded \d+ seconds?\.$/);
    expect(await listening(page)).toBe(0);
    await page.keyboard.press("Enter");
    await expect(recorder.getByRole("button", { name: "Pause" })).toBeFocused();
    await staysThrough(page, recorder.locator("audio"));
    await expectAccessible(page);
    const taken = page.waitForResponse(/\/media$/);
    await recorder.getByRole("button", { name: "Send" }).press("Enter");
    const { response } = (await (await taken).json()) as {
      response: { kind: string; mime: string; bytes: number };
    };
    expect(response).toMatchObject({ kind: "audio", mime: expect.stringMatching(/^audio\/(ogg|mp4|webm)$/) });
    expect(response.bytes).toBeGreaterThan(1_000);
    await expect(recorder).toBeHidden();
    await expect(record(phone)).toBeFocused();
    const said = phone.getByRole("log").getByRole("listitem").first();
    await expect(said).toContainText("Voice message");
    await expect(said).toContainText("Delivered");
    await said.getByRole("button", { name: "Listen Voice message" }).press("Enter");
    await staysThrough(page, said.locator("audio"));
    await expectAccessible(page);
  });

  test("that is discarded is not sent; what was typed is still there", async ({ page }) => {
    await allow(page);
    const phone = await phoneOn(page);
    await phone.getByRole("textbox", { name: "Message" }).fill("half a sentence");
    await record(phone).click();
    await phone.getByRole("button", { name: "Discard" }).click();
    await expect(phone.getByRole("textbox", { name: "Message" })).toHaveValue("half a sentence");
    await expect(record(phone)).toBeFocused();
    await expect.poll(() => listening(page)).toBe(0);
    // Stopped at once, it holds the first sound nevertheless.
    await record(phone).click();
    await phone.getByRole("button", { name: "Stop" }).click();
    await phone.getByRole("button", { name: "Record again" }).click();
    await phone.getByRole("button", { name: "Stop" }).click();
    await expect(phone.getByRole("button", { name: "Listen" })).toBeVisible();
    await phone.getByRole("button", { name: "Discard" }).click();
    await expect(phone.getByText("Nothing on this phone yet.")).toBeVisible();
  });

  test("ends after two minutes, and can be sent then", async ({ page }) => {
    await allow(page);
    const phone = await phoneOn(page);
    await page.clock.install();
    await record(phone).click();
    // The microphone has a time of its own, which the page's clock does not tell.
    await expect.poll(() => page.evaluate(() => window.heard)).toBeGreaterThan(0);
    await page.clock.fastForward(108_000);
    await expect(phone.getByRole("timer")).toHaveText(/^1:5\d/);
    await page.clock.fastForward(12_500);
    await expect(phone.getByRole("status").filter({ hasText: "stopped after two minutes" })).toHaveCount(1);
    await expect(phone.getByText("2:00", { exact: true })).toBeVisible();
    await expect(phone.getByRole("button", { name: "Send" })).toBeVisible();
    expect(await listening(page)).toBe(0);
  });

  test("without the microphone says how to mend it, stays readable at 360 px, and goes on once it is allowed", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.context().grantPermissions([]);
    const phone = await phoneOn(page);
    await record(phone).click();
    const why = phone
      .getByRole("alert")
      .filter({ hasText: "Your browser doesn't let this page use the microphone." });
    await expect(why).toContainText("Allow it in the settings beside the address, then try again.");
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await fitsInWidth(page);
    await expect(why).toBeVisible();
    await allow(page);
    await phone.getByRole("button", { name: "Try again" }).click();
    await expect(phone.getByRole("timer")).toBeVisible();
    await fitsInWidth(page);
    await phone.getByRole("button", { name: "Stop" }).click();
    await expect(phone.getByRole("button", { name: "Listen" })).toBeVisible();
    await fitsInWidth(page);
  });
});

declare global {
  interface Window {
    streams: MediaStream[];
    /** Bytes that the microphone gave. */
    heard: number;
    isLive: (track: MediaStreamTrack) => boolean;
  }
  const isLive: Window["isLive"];
}
