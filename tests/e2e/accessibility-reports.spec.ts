import type { Page } from "@playwright/test";
import { type State, walk } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
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

const states: Record<string, State> = {
  "the conversation report": { path: bot("nlp-report/overview?compare=1"), arrive: drawn("Scope Trend") },
  "the charts of the report as tables, of any agent": {
    path: () => `/nlp-report/overview?agent=${agentId}`,
    arrive: async (page) => {
      for (const title of ["Scope Trend", "Scope", "Active Users"]) {
        await page.getByRole("button", { name: `Show as table: ${title}`, exact: true }).click();
      }
      await expect(page.getByRole("table", { name: /^Active Users/ })).toBeVisible();
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
  "how conversations flow": {
    path: bot("conversation"),
    arrive: (page) => expect(page.getByRole("table", { name: "Steps" })).toBeVisible(),
  },
  "the classes of conversations": { path: bot("call-classification"), arrive: drawn("Conversations") },
  "how people felt": { path: bot("sentiment"), arrive: drawn("Feelings by day") },
};

test.describe("the reports, light and dark, wide and narrow", () => {
  walk(states, () => clientOf("customers"));
});
