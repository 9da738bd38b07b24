import type { Page } from "@playwright/test";
import { type State, walk } from "#tests/support/barriers.ts";
import { expect, REFUSED, test } from "#tests/support/browser.ts";
import { botWithReport } from "#tests/support/report-talks.ts";
import { clientOf } from "#tests/support/sign-in.ts";

test.describe.configure({ mode: "parallel" });

let agentId: string;
test.beforeAll(async () => {
  ({ agentId } = await botWithReport(await clientOf("customers")));
});

const bot = (path: string) => () => `/bots/${agentId}/${path}`;
const drawn = (title: string) => (page: Page) =>
  expect(page.getByRole("region", { name: title, exact: true }).locator("svg").first()).toBeAttached();

/** A chart or a table of our own analytics page, in its frame. */
const framed = (title: string) => (page: Page) => {
  const inside = page.frameLocator("iframe").getByRole("region", { name: title, exact: true });
  return expect(inside.locator("svg, table").first()).toBeAttached();
};

const states: Record<string, State> = {
  "the conversation report": { path: bot("nlp-report/overview?compare=1"), arrive: drawn("Scope Trend") },
  "the charts of the report as tables, of any agent": {
    path: () => `/nlp-report/overview?agent=${agentId}`,
    arrive: async (page) => {
      for (const title of ["Scope Trend", "Scope", "Active Users"]) {
        await page.getByRole("button", { name: `Show as table: ${title}`, exact: true }).click();
      }
      await expect(page.getByRole("table", { name: /^Active Users/ })).toBeVisible();
      // Content half below a bar that sticks is half covered, wherever the page is.
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  "the messages of the report, one of them open": {
    path: bot("nlp-report/overview?tab=messages"),
    arrive: async (page) => {
      await page.getByRole("button", { name: /^Show details of: I lost/ }).click();
      await expect(page.getByRole("heading", { name: "Other identified intents" })).toBeVisible();
    },
  },
  "messages of which there are none": {
    path: bot("nlp-report/overview?tab=messages&intent=nothing"),
    arrive: (page) => expect(page.getByText("No Record")).toBeVisible(),
  },
  "how conversations flow": { path: bot("conversation"), arrive: framed("Steps") },
  "the classes of conversations": { path: bot("call-classification"), arrive: framed("Conversations") },
  "how people felt": { path: bot("sentiment"), arrive: framed("Feelings by day") },
  "how people felt, outside of the console": {
    path: () => `/analytics-frame/sentiment?agentId=${agentId}`,
    arrive: drawn("Feelings by day"),
  },
};

test.describe("the reports, light and dark, wide and narrow", () => {
  walk("reports", states, () => clientOf("customers"));
});

test.describe("analytics that cannot be shown in a frame", () => {
  test.use({ expectedErrors: REFUSED });

  walk(
    "analytics",
    {
      "a frame that does not answer": {
        path: bot("sentiment"),
        arrive: async (page) => {
          await page.route("**/analytics-frame/**", (route) => route.abort());
          await page.reload();
          await expect(page.getByRole("alert").filter({ hasText: "is not responding" })).toBeVisible();
        },
      },
    },
    () => clientOf("customers"),
  );
});
