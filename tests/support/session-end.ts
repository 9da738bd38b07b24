import type { Page } from "@playwright/test";

/** As if one had signed in nearly a day ago: what the console notes of its session says so, and it looks at once. */
export const sessionEndsIn = (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate((left) => {
    const times = JSON.parse(localStorage.getItem("sessionTimes") ?? "{}") as object;
    localStorage.setItem("sessionTimes", JSON.stringify({ ...times, endsAt: Date.now() + left }));
    document.dispatchEvent(new Event("visibilitychange"));
  }, milliseconds);
