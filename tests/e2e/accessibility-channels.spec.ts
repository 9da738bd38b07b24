import { type State, walk } from "#tests/support/barriers.ts";
import { expect, test } from "#tests/support/browser.ts";
import { unique } from "#tests/support/customers.ts";
import { clientOf } from "#tests/support/sign-in.ts";
import { tellNews } from "#tests/support/vendors/account-news.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";

test.describe.configure({ mode: "parallel" });
// A channel that is gone is said in place; the browser logs it as well.
test.use({ expectedErrors: [/404 \(/] });

const long = `Support ${"a very long name of a channel ".repeat(2)}`.trim();
const made = { id: "", name: "" };
const client = async () => {
  const owner = await clientOf("people");
  if (!made.id) {
    const body = { type: 4, vendor: 92, contactId: unique("+4915112").replace(/\W/g, "").padEnd(13, "7") };
    const data = { phoneNumberId: "1", wabaId: "2", accessToken: "a", appSecret: "b" };
    Object.assign(made, await owner.call(channelsApi.createChannel, { body: { ...body, name: long, data } }));
    await owner.call(channelsApi.testChannel, { params: { id: made.id }, body: {} });
    await tellOfTrouble();
    await owner.call(channelsApi.pauseChannel, { params: { id: made.id }, body: {} });
  }
  return owner;
};

/** Meta has flagged the number, restricted its account and told its limit. */
async function tellOfTrouble(): Promise<void> {
  const send = (path: string, init: RequestInit) =>
    fetch((process.env["PLAYWRIGHT_TEST_BASE_URL"] ?? "") + path, init);
  const tell = (field: string, value: object) => tellNews(send, { ...made, appSecret: "b" }, field, value);
  await tell("phone_number_quality_update", { event: "FLAGGED", current_limit: "TIER_10K" });
  const restrictions = ["RESTRICTED_BIZ_INITIATED_MESSAGING", "RESTRICTED_ADD_PHONE_NUMBER_ACTION"];
  await tell("account_update", {
    event: "ACCOUNT_RESTRICTION",
    restriction_info: restrictions.map((restriction_type) => ({
      restriction_type,
      expiration: Math.floor(Date.now() / 1_000) + 86_400,
    })),
  });
}

const states: Record<string, State> = {
  "the list": {
    path: () => "/admin/channels",
    arrive: (page) => expect(page.getByRole("link", { name: long }).first()).toBeVisible(),
  },
  "a search without results": {
    path: () => "/admin/channels?q=nothing-is-called-so",
    arrive: (page) => expect(page.getByText("No channels match")).toBeVisible(),
  },
  "rules for offers, refused": {
    path: () => "/admin/channels",
    arrive: async (page) => {
      await page.getByRole("button", { name: "Rules for offers" }).click();
      const form = page.getByRole("dialog");
      await form.getByLabel("Quiet hours").check();
      await form.getByLabel("A limit for each person").check();
      await form.getByLabel("Offers at most").fill("0");
      await form.getByRole("button", { name: "Save" }).click();
      await expect(form.getByText("Enter a whole number from 1 to 100.").last()).toBeVisible();
    },
  },
  "the form, refused": {
    path: () => "/admin/channels",
    arrive: async (page) => {
      await page.getByRole("button", { name: "New channel" }).first().click();
      const form = page.getByRole("dialog");
      await form.getByLabel(/^Type/).selectOption("WhatsApp");
      await form.getByLabel(/^Vendor/).selectOption("WhatsApp Cloud API");
      await form.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    },
  },
  "a messenger that is closed": {
    path: () => "/admin/channels",
    arrive: async (page) => {
      await page.getByRole("button", { name: "New channel" }).first().click();
      const form = page.getByRole("dialog");
      await form.getByLabel(/^Type/).selectOption("Google Business Messenger");
      await form.getByLabel(/^Vendor/).selectOption("MCMI (not available)");
      await expect(form.getByText("MCMI has no new channels of this type")).toBeVisible();
    },
  },
  "the details of a paused channel whose test failed and whose account is restricted": {
    path: () => `/admin/channels/${made.id}`,
    arrive: async (page) => {
      await expect(page.getByText("This channel is paused: nothing is sent.")).toBeVisible();
      await expect(page.getByText("Other restrictions")).toBeVisible();
    },
  },
  "the dashboard with channels that need somebody": {
    path: () => "/dashboard",
    arrive: (page) =>
      expect(
        page
          .getByRole("region", { name: "Channels that need you" })
          .getByText("refuses conversations that you begin")
          .first(),
      ).toBeVisible(),
  },
  "the question before it is deleted, refused": {
    path: () => `/admin/channels/${made.id}`,
    arrive: async (page) => {
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      const question = page.getByRole("alertdialog");
      await question.getByRole("textbox").fill("another");
      await question.getByRole("textbox").press("Enter");
      await expect(question.getByText("This is not the channel's name.").first()).toBeVisible();
    },
  },
  "a channel that no longer exists": {
    path: () => "/admin/channels/nowhere",
    arrive: (page) => expect(page.getByText("This channel no longer exists")).toBeVisible(),
  },
};

walk("channels", states, client);

walk(
  "no channels",
  {
    "the empty list": {
      path: () => "/admin/channels",
      arrive: (page) => expect(page.getByText("No channels yet")).toBeVisible(),
    },
  },
  () => clientOf("empty"),
);
