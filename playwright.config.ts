import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { DEBIAN_CHROMIUM, WINDOWED_CHROMIUM } from "./scripts/lib/chromium.ts";

// Root has no sandbox to offer, and a browser under test should make no network requests of its own.
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  // Nothing is drawn by hardware, so a process for it only passes things on.
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** They need push, notifications or a microphone, which the shell has not. */
const WINDOWED = /(?:push|voice)\.spec\.ts$/;

/** Calls have a camera that draws and a microphone that beeps, and need not ask whether they may be used. */
const CALLS = /video\.spec\.ts$/;

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/e2e-setup.ts",
  // Emptied at the start of a run, which must not take the other layers' reports.
  outputDir: "test-results/browser",
  // They end what hangs and cost nothing otherwise: a busy machine is five times slower, and speed is the benches' matter.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  // One more than there are cores: a test waits for answers a sixth of its time.
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  reporter: [["list"], ["json", { outputFile: process.env.CHATBIRD_E2E_REPORT ?? "test-results/e2e.json" }]],
  use: {
    locale: "en-GB",
    timezoneId: "UTC",
    viewport: { width: 1440, height: 900 },
    // Drawing transitions takes a tenth of the time, and colours in the middle of one cannot be measured.
    contextOptions: { reducedMotion: "reduce" },
    // Recording every step of every test takes a tenth of the time; a failure is run again with it: `--trace on`.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(existsSync(DEBIAN_CHROMIUM) ? { executablePath: DEBIAN_CHROMIUM } : {}),
      args: ARGS,
    },
  },
  projects: [
    { name: "chromium", use: { browserName: "chromium" }, testIgnore: [WINDOWED, CALLS] },
    {
      name: "calls",
      use: {
        browserName: "chromium",
        launchOptions: {
          ...(existsSync(DEBIAN_CHROMIUM) ? { executablePath: DEBIAN_CHROMIUM } : {}),
          args: [...ARGS, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
        },
      },
      testMatch: CALLS,
    },
    {
      name: "window",
      use: {
        browserName: "chromium",
        ...(existsSync(WINDOWED_CHROMIUM) ? {} : { channel: "chromium" }),
        launchOptions: {
          ...(existsSync(WINDOWED_CHROMIUM) ? { executablePath: WINDOWED_CHROMIUM } : {}),
          // A microphone that beeps, on machines that have none; whether it may be used is still for each test to say.
          args: [...ARGS, "--use-fake-device-for-media-stream"],
        },
      },
      testMatch: WINDOWED,
    },
  ],
});
