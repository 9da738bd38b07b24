import type { Page } from "@playwright/test";
import { signIn, type Send } from "#db/seed/client.ts";
import { expectAccessible, fitsInWidth } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { ENTERPRISES } from "#tests/support/enterprises.ts";
import { startOpenAiServer } from "#tests/support/openai-server.ts";
import { startServed } from "#tests/support/served.ts";
import { freshClient, signedIn } from "#tests/support/sign-in.ts";
import { madeMp3 } from "#tests/support/speech-like.ts";
import * as speechApi from "#workers/contract/endpoints/speech.ts";

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("a text is spoken, and a recording becomes a transcript that is corrected and taken along", async ({
  page,
  expectedErrors,
}) => {
  test.slow();
  // A colleague saves in between.
  expectedErrors.push(/409/);
  const who = ENTERPRISES.security;
  const provider = await startOpenAiServer({ key: "key of the provider" });
  // A system of its own: only there may a provider be on this very machine.
  const served = await startServed({ accounts: [who], env: { CHATBIRD_ALLOW_PRIVATE: "yes" } });
  try {
    const send: Send = (path, init) => fetch(served.url + path, init);
    const client = await signedIn(page, await signIn(send, who));
    await page.goto(`${served.url}/services/servicesform`);
    await expect(title(page, "Text To Speech")).toBeVisible();
    await expect(page.getByText("No speech provider yet")).toBeVisible();
    await page.getByRole("button", { name: "Settings", exact: true }).click();
    const settings = page.getByRole("dialog", { name: "Speech settings" });
    await settings.getByRole("radio", { name: /^OpenAI or compatible/ }).check();
    await settings.getByRole("textbox", { name: "Base address" }).fill(provider.url);
    await settings.getByRole("button", { name: "Save" }).click();
    await expect(settings.getByText("Enter the API key.").first()).toBeVisible();
    await settings.getByLabel(/^API key/).fill("key of the provider");
    await expectAccessible(page);
    await settings.getByRole("button", { name: "Save" }).click();
    await expect(settings).toBeHidden();

    const text = page.getByRole("textbox", { name: /^Text/ });
    await text.fill("a".repeat(5_001));
    await expect(text).toHaveAccessibleDescription(/5,001 of 5,000 characters/);
    await page.getByRole("button", { name: "Make speech" }).click();
    await expect(text).toHaveAttribute("aria-invalid", "true");
    await text.fill("Your order is on its way.");
    // Nothing that is typed is lost by a link, Back or a reload.
    await page.getByRole("link", { name: "Speech To Text" }).first().click();
    await expect(title(page, "Speech To Text")).toBeVisible();
    await page.goBack();
    await expect(text).toHaveValue("Your order is on its way.");
    await expect(page.getByText("Your unsaved changes have been restored.")).toBeVisible();
    await page.getByRole("combobox", { name: "Voice" }).selectOption("nova");
    await page.getByRole("combobox", { name: "Speed" }).selectOption("1.5");
    await page.getByRole("button", { name: "Make speech" }).click();
    const panel = page.getByRole("dialog");
    const saved = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Download MP3" }).click();
    expect((await saved).suggestedFilename()).toBe("speech.mp3");
    expect(provider.provider.speech.spoken).toMatchObject([{ voice: "nova", speed: 1.5 }]);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("row", { name: /Your order is on its way.*Done.*English/ })).toBeVisible();

    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(`${served.url}/services/speech/speechservice`);
    await expect(title(page, "Speech To Text")).toBeVisible();
    await fitsInWidth(page);
    await page
      .getByLabel("Upload a recording")
      .first()
      .setInputFiles({ name: "call.mp3", mimeType: "audio/mpeg", buffer: Buffer.from(madeMp3(6)) });
    await expect(panel.getByText("It was to come on Friday.", { exact: true })).toBeVisible();
    await expect(panel.getByRole("button", { name: "Play from 0:03" })).toBeVisible();
    await panel.getByRole("button", { name: "Edit" }).click();
    const part = panel.getByRole("textbox", { name: "Text at 0:03" });
    await part.fill("It was to come on Tuesday.");
    await panel.getByRole("button", { name: "Cancel" }).click();
    const question = page.getByRole("alertdialog", { name: "Leave without saving your changes?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(part).toHaveValue("It was to come on Tuesday.");
    await page.goBack();
    await expect(panel.getByText("You have unsaved changes.")).toBeVisible();
    await expect(part).toHaveValue("It was to come on Tuesday.");
    page.once("dialog", (asked) => void asked.accept());
    await page.reload();
    await expect(part).toHaveValue("It was to come on Tuesday.");
    await part.fill("It was to come on Monday.");
    const { list } = await client.call(speechApi.listSpeech, { query: { kind: "transcribe" } });
    const params = { id: list[0]?.id ?? "" };
    const { segments, revision } = await client.call(speechApi.getSpeech, { params });
    const theirs = segments.map(({ text: said, ...each }) => ({
      ...each,
      text: said.replace("Friday", "Sunday"),
    }));
    await client.call(speechApi.saveTranscript, { params, body: { segments: theirs, revision } });
    await panel.getByRole("button", { name: "Save" }).click();
    await expect(panel.getByText(/Nothing was overwritten/)).toBeVisible();
    await expect(panel.getByText("0:03: It was to come on Sunday.")).toBeVisible();
    await expect(part).toHaveValue("It was to come on Monday.");
    await panel.getByRole("button", { name: "Keep mine and overwrite" }).click();
    await expect(panel.getByText("It was to come on Monday.", { exact: true })).toBeVisible();
    const subtitles = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Download VTT" }).click();
    expect((await subtitles).suggestedFilename()).toBe("call.vtt");
    await expectAccessible(page);
    await panel.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Transcripts appear here, to be read and corrected.")).toBeVisible();
  } finally {
    await served.stop();
    await provider.stop();
  }
});

test("the browser is asked to listen only once somebody agreed, and no more when they take it back", async ({
  page,
}) => {
  await page.addInitScript(() => {
    // Chromium for tests has no recogniser.
    class Recogniser {
      static heard = 0;
      /** Whether the language is on the device; asked to stay there without it, it hears nothing. */
      static pack = "downloadable";
      static async available() {
        return Recogniser.pack;
      }
      processLocally = false;
      onresult?: (event: object) => void;
      onend?: () => void;
      onerror?: (event: object) => void;
      start() {
        if (this.processLocally && Recogniser.pack !== "available") {
          setTimeout(() => this.onerror?.({ error: "language-not-supported" }));
          return;
        }
        Recogniser.heard++;
        document.title = `heard ${Recogniser.heard} ${this.processLocally}`;
        const result = Object.assign([{ transcript: "Hello from here" }], { isFinal: true });
        setTimeout(() => this.onresult?.({ resultIndex: 0, results: [result] }));
      }
      stop() {
        this.onend?.();
      }
      abort() {}
    }
    Object.defineProperty(Recogniser.prototype, "processLocally", { value: false, writable: true });
    Object.assign(globalThis, { SpeechRecognition: Recogniser });
  });
  await signedIn(page, await freshClient());
  await page.goto("/services/speech/speechservice");
  const listen = page.getByRole("button", { name: "Speak to this browser" });
  await listen.click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("to their maker, such as Google, Microsoft or Apple");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page).not.toHaveTitle(/heard/);
  await listen.click();
  await question.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("textbox", { name: "What you said" })).toHaveValue("Hello from here");
  await expect(page).toHaveTitle(/^(?:\(\d+\) )?heard 1 false$/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Stop listening" }).click();
  await page.evaluate(() => {
    (globalThis as unknown as { SpeechRecognition: { pack: string } }).SpeechRecognition.pack = "available";
  });
  await listen.click();
  await expect(page).toHaveTitle(/^(?:\(\d+\) )?heard 2 true$/);
  await page.getByRole("button", { name: "Stop listening" }).click();
  await page.getByRole("button", { name: "Take the permission back" }).click();
  await listen.click();
  await expect(question).toBeVisible();
});
