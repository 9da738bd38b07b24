import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser.ts";
import { openSignedIn } from "#tests/support/sign-in.ts";

test.use({
  expectedErrors: [
    /asha|violates the following Content Security Policy|Fetch API cannot load|reading|undefined/,
  ],
});

interface Report {
  kind: string;
  message: string;
  where: string;
  release: string;
  requestId: string;
}

/** Whatever the page reports from now on, with the server's answers. */
function reportsOf(page: Page) {
  const reports: Report[] = [];
  const answers: number[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/client_errors")) reports.push(request.postDataJSON() as Report);
  });
  page.on("response", (response) => {
    if (response.url().endsWith("/api/client_errors")) answers.push(response.status());
  });
  return { reports, answers };
}

/** Breaks something on the page as a script of its own would. */
const breaks = (page: Page, name: string, line: number) =>
  page.evaluate(
    ([title, at]) => {
      const error = Object.assign(new Error("typed by asha"), { name: title });
      error.stack = `${title}: typed by asha\n    at f (${location.origin}/assets/part.js?asha=1:${at}:9)`;
      setTimeout(() => {
        throw error;
      });
    },
    [name, line] as const,
  );

test("whatever breaks on a page is reported once, with its place and release and never its words (O-09)", async ({
  page,
}) => {
  const { reports, answers } = reportsOf(page);
  await openSignedIn(page, "/bots");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const { release } = (await (await page.request.get("/release.json")).json()) as { release: string };

  await breaks(page, "RangeError", 3);
  await breaks(page, "RangeError", 3);
  await expect.poll(() => reports.length).toBe(1);
  await page.evaluate(() => {
    void Promise.reject(new TypeError("typed by asha"));
  });
  await expect.poll(() => reports.length).toBe(2);
  await page.evaluate(() => fetch("https://elsewhere.example/asha").catch(() => {}));
  await expect.poll(() => reports.length).toBe(3);

  expect(reports).toMatchObject([
    { kind: "error", message: "RangeError", where: "/assets/part.js:3:9", release },
    { kind: "rejection", message: "TypeError", release },
    { kind: "csp", message: "connect-src https://elsewhere.example", release },
  ]);
  expect(JSON.stringify(reports)).not.toContain("asha");
  for (const { requestId } of reports) expect(requestId).toMatch(/^[\w-]{8,64}$/);

  // However much goes on breaking, a page says five things.
  for (const line of [11, 12, 13, 14]) await breaks(page, "RangeError", line);
  await expect.poll(() => reports.map(({ where }) => where).at(-1)).toBe("/assets/part.js:12:9");
  await expect.poll(() => answers).toEqual([200, 200, 200, 200, 200]);
  expect(reports).toHaveLength(5);
});

test("a screen that breaks as it is drawn is reported as well, though it has a page for that", async ({
  page,
}) => {
  const { reports } = reportsOf(page);
  await page.route("**/chatbird/api/nlp/v2/agent*", (route) =>
    route.fulfill({ json: { status: true, data: { agents: null, more: false } } }),
  );
  await openSignedIn(page, "/bots");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Something went wrong");
  await expect.poll(() => reports).toMatchObject([{ kind: "error", message: "TypeError" }]);
});
