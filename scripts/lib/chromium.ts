import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { installed, mayInstall } from "./debian.ts";
import { run } from "./run.ts";

/** For what only a browser with a window has: push, notifications and a microphone. */
export const WINDOWED_CHROMIUM = "/usr/bin/chromium";
/**
 * The browser that playwright.config.ts prefers: Debian keeps it patched, and its libraries come with it. The shell has no
 * window of its own, whose tab strip and address bar take a fifth of a test's time on two cores.
 */
export const DEBIAN_CHROMIUM = "/usr/bin/chromium-headless-shell";

export async function ensureChromium(): Promise<void> {
  if (
    [DEBIAN_CHROMIUM, WINDOWED_CHROMIUM].every((each) => existsSync(each)) ||
    existsSync(chromium.executablePath())
  )
    return;
  console.log("Installing Chromium (once) ...");
  if (mayInstall()) {
    await installed(["chromium-headless-shell", "chromium", "fonts-liberation"]);
  } else {
    await run("playwright", ["install", "chromium"]);
  }
}
