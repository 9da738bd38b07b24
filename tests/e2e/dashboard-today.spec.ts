import { trainBot } from "#db/seed/train.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import { botWithReport } from "#tests/support/report-talks.ts";
import { clientOf, signedIn } from "#tests/support/sign-in.ts";
import { botsTexts } from "#texts/bots.ts";
import { dashboardSummary } from "#workers/contract/endpoints/dashboard.ts";
import type { me } from "#workers/contract/endpoints/profile.ts";
import type { waitingWork } from "#workers/contract/endpoints/waiting-work.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

test("the dashboard says what matters today, and each leads to it", async ({ page }) => {
  // Where nothing else happens: the latest changes are few, and others' would push the agent out of them.
  const client = await signedIn(page, await clientOf("figures"));
  await botWithReport(client);
  // The report opens the newest bot unless it is told another: nobody has talked with this one.
  await makeBot(client);
  const { today: known } = await client.call(dashboardSummary);
  const most = known.bots?.most.conversations;
  await page.goto("/dashboard");
  const today = page.getByRole("list", { name: "What matters today" });
  const conversations = today.getByRole("link", { name: /^Conversations, 7 days [1-9]/ });
  await expect(conversations.locator("polyline")).toBeAttached();
  await expect(today.getByRole("link", { name: /^Understood, 7 days \d+ %/ })).toBeVisible();
  await expect(today.getByRole("link", { name: /^Waiting chats \d/ })).toHaveAttribute(
    "href",
    "/chat/conversation",
  );
  await expect(today.getByRole("link", { name: /^Broadcasts running/ })).toHaveAttribute(
    "href",
    "/campaigns/broadcast",
  );
  await expect(page.getByRole("heading", { name: "Recent activity" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Agent" }).first()).toBeVisible();
  await conversations.click();
  await expect(page).toHaveURL(new RegExp(`/nlp-report/overview\\?agent=${most?.id}&start=`));
  await expect(page.getByRole("combobox", { name: "Agent name" })).toHaveValue(most?.name ?? "");
  await expect(page.getByRole("button", { name: /^Total Conversations? [1-9]/ })).toBeVisible();
});

test("broadcasts that run are found by their state, however long ago they were planned", async ({ page }) => {
  await signedIn(page, await clientOf("customers"));
  await page.route("**/api/e/enterprise/dashboard/summary*", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { response: ReplyOf<typeof dashboardSummary> };
    reply.response.today.sending = 1;
    await route.fulfill({ response, json: reply });
  });
  await page.goto("/dashboard");
  await page.getByRole("link", { name: /^Broadcasts running 1/ }).click();
  await expect(page).toHaveURL(/\/campaigns\/broadcast\?state=processing$/);
  await expect(page.getByLabel("Start Date", { exact: true })).toHaveValue("");
  await page.getByRole("button", { name: "Remove the filter Processing" }).click();
  await expect(page).toHaveURL(/\/campaigns\/broadcast$/);
  await expect(page.getByLabel("Start Date", { exact: true })).not.toHaveValue("");
});

test("what was changed lately leads nowhere where one may not go", async ({ page }) => {
  const client = await signedIn(page, await clientOf("figures"));
  const { name } = await makeBot(client);
  await page.route("**/api/e/enterprise/users/me", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { response: ReplyOf<typeof me> };
    reply.response.permissions = reply.response.permissions.filter((each) => each !== "NLP.VIEW");
    await route.fulfill({ response, json: reply });
  });
  await page.goto("/dashboard");
  const changed = page.getByRole("listitem").filter({ hasText: name }).first();
  await expect(changed).toBeVisible();
  await expect(changed.getByRole("link")).toHaveCount(0);
});

test("a weak intent leads into its editor, a running import to its rows, and what is nought steps back", async ({
  page,
}) => {
  const client = await signedIn(page, await clientOf("customers"));
  const { agentId, storyId, intents, name } = await botWithReport(client);
  await page.route("**/api/e/enterprise/dashboard/summary*", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { response: ReplyOf<typeof dashboardSummary> };
    const { bots } = reply.response.today;
    if (!bots) throw new Error("no bots");
    bots.weakest = [
      {
        intentId: intents["Balance"] ?? "",
        intentName: "Balance",
        storyId,
        agentId,
        agentName: name,
        count: 3,
      },
    ];
    bots.review = { count: 4, more: false, agentId };
    reply.response.today.sending = 0;
    reply.response.today.lastImport = {
      id: "i1",
      fileName: "people.csv",
      state: "COMPLETED",
      accepted: 1204,
      rejected: 6,
      createdAt: "2031-05-08T10:00:00.000Z",
    };
    await route.fulfill({ response, json: reply });
  });
  await page.route("**/api/e/enterprise/dashboard/waiting*", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { response: ReplyOf<typeof waitingWork> };
    reply.response.review = 4;
    reply.response.reviewOf = { [agentId]: 4 };
    await route.fulfill({ response, json: reply });
  });
  await page.goto("/dashboard");
  const nlp = page.getByRole("button", { name: /^NLP/ });
  await expect(nlp.locator("[data-waiting]")).toHaveText("4");
  await expect(nlp).toHaveAccessibleDescription("4 waiting");
  // So it is on the icon of the folded menu, and on a favourite.
  await page.keyboard.press("[");
  await expect(nlp).not.toHaveAttribute("aria-controls", /./);
  await expect(nlp.locator("[data-waiting]")).toHaveText("4");
  await page.keyboard.press("[");
  await nlp.click();
  await page.getByRole("link", { name: "Skills", exact: true }).hover();
  await page.getByRole("button", { name: "Add Skills to the favourites" }).click();
  await page.getByRole("heading", { level: 1 }).hover();
  const favourite = page.getByRole("region", { name: "Favourites" }).getByRole("link");
  await expect(favourite.locator("[data-waiting]")).toHaveText("4");
  await expect(favourite).toHaveAccessibleDescription("4 waiting");
  // The folded menu has the favourites, too, and its lists say how much waits.
  await page.keyboard.press("[");
  await expect(favourite.locator("[data-waiting]")).toHaveText("4");
  await nlp.click();
  await expect(page.getByRole("menuitem", { name: /^Skills/ })).toContainText("4 waiting");
  await page.keyboard.press("Escape");
  await page.keyboard.press("[");
  // Which bot has them, in the list of bots and within the bot.
  await favourite.click();
  await page.getByRole("link", { name: "4 messages to review" }).click();
  await expect(page).toHaveURL(new RegExp(`/bots/${agentId}/unmatched$`));
  await expect(
    page
      .getByRole("navigation", { name: botsTexts.agentParts })
      .getByRole("link", { name: /4 messages to review$/ }),
  ).toHaveAttribute("aria-current", "page");
  await page.goto("/dashboard");
  const last = page.getByRole("link", { name: /^Last import Completed people\.csv/ });
  await expect(last).toContainText("1,204 rows imported, 6 rejected");
  await expect(last).toHaveAttribute("href", "/customer-master/error/i1");
  const nought = page.getByRole("link", { name: /^Broadcasts running 0/ });
  await expect(nought).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(last).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await page.getByRole("link", { name: "Review" }).click();
  await expect(page).toHaveURL(new RegExp(`/bots/${agentId}/unmatched$`));
  await page.goBack();
  await expect(page.getByText("3 times")).toBeVisible();
  await page.getByRole("link", { name: "Improve Balance" }).click();
  await expect(page).toHaveURL(new RegExp(`/bots/${agentId}/intents\\?`));
  await expect(page.getByRole("textbox", { name: /^Intent name/ })).toHaveValue("Balance");
});

test("what has ended meanwhile is seen without a reload, and how old the figures are", async ({ page }) => {
  const client = await signedIn(page, await clientOf("figures"));
  const { agentId } = await makeBot(client, smallBank);
  let sending = 1;
  await page.route("**/api/e/enterprise/dashboard/summary*", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { response: ReplyOf<typeof dashboardSummary> };
    reply.response.today.sending = sending;
    await route.fulfill({ response, json: reply });
  });
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: /^Broadcasts running 1/ })).toBeVisible();
  await expect(page.getByText(/^Updated \d+ s ago$/).first()).toBeVisible();
  sending = 0;
  await expect(async () => {
    // Its end is told to all who may see it; the socket may have opened only after the first.
    await trainBot(client, agentId);
    await expect(page.getByRole("link", { name: /^Broadcasts running 0/ })).toBeVisible();
  }).toPass();
});
