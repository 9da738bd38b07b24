import type { Page } from "@playwright/test";

/** Moves the end of the stored session near, as after nearly a day, and makes the console check it at once. */
export const sessionEndsIn = (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate((left) => {
    const times = JSON.parse(localStorage.getItem("sessionTimes") ?? "{}") as object;
    localStorage.setItem("sessionTimes", JSON.stringify({ ...times, endsAt: Date.now() + left }));
    document.dispatchEvent(new Event("visibilitychange"));
  }, milliseconds);
