import { randomUUID } from "node:crypto";
import { request as ask } from "node:http";
import type { Page } from "@playwright/test";
import { trainBot } from "#db/seed/train.ts";
import { makeBot, saveIntent } from "#tests/support/bot.ts";
import { expect, test } from "#tests/support/browser.ts";
import { historyIn, openChat, takenChat } from "#tests/support/open-chat.ts";
import { firstScripts } from "#tests/support/script-weight.ts";
import { clientOf, demoClient, openSignedIn, signedIn } from "#tests/support/sign-in.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import { closeChat } from "#workers/contract/endpoints/chat-steps.ts";
import { actOnChat } from "#workers/contract/endpoints/chats.ts";
import * as storiesApi from "#workers/contract/endpoints/stories.ts";

/** Ways in which a stored text has become a script somewhere. All of them call one of the two hooks below. */
const payloads = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
  "<iframe srcdoc='<script>parent.alert(1)</script>'></iframe>",
  "<details open ontoggle=alert(1)>",
  "<a href='javascript:alert(1)'>x</a>",
  "[x](javascript:alert(1))",
  "[y](JaVaScRiPt:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
  "[x](vbscript:msgbox(1))",
  "![x](https://canary.example/picture.png)",
  "![x](javascript:alert(1))",
  "<img src='https://canary.example/picture.png'>",
  "<style>@import 'https://canary.example/style.css'</style>",
  "<link rel=stylesheet href=https://canary.example/style.css>",
  "<meta http-equiv=refresh content='0;url=https://canary.example'>",
  "<base href=https://canary.example>",
  "<form action=https://canary.example><button autofocus>x</button></form>",
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  "`${alert(1)}`",
  "{{constructor.constructor('alert(1)')()}}",
  "</textarea><script>alert(1)</script>",
  "</title><script>alert(1)</script>",
  "</script><script>alert(1)</script>",
  "javascript:alert(1)",
  "<math><mtext></table></math><img src onerror=alert(1)>",
  "<x onclick=alert(1) tabindex=1 autofocus onfocus=alert(1)>",
  "<http://canary.example/auto>",
  "<object data=javascript:alert(1)></object>",
  "<embed src=https://canary.example/x.svg>",
  "<video><source onerror=alert(1)></video>",
  "<input autofocus onfocus=alert(1)>",
  "<marquee onstart=alert(1)>x</marquee>",
  "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
  "<template shadowrootmode=open><img src=x onerror=alert(1)></template>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
  "[x](&#106;avascript:alert(1))",
  "[x](java\tscript:alert(1))",
  "[ref]: javascript:alert(1) 'x'\n\n[ref]",
  "![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)",
];

/** Hears what a page runs of stored texts, and what it loads from elsewhere. Before the page opens. */
async function hookedInto(page: Page) {
  const ran: string[] = [];
  const strange: string[] = [];
  await page.exposeFunction("noteRun", (how: string) => ran.push(how));
  await page.addInitScript(() => {
    window.alert = () => (window as unknown as { noteRun: (how: string) => void }).noteRun("alert");
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "127.0.0.1") strange.push(request.url());
  });
  /** Nothing that was stored has become an element that could act: an attack that merely failed counts as well. */
  const nothingGrew = () =>
    expect(
      page
        .locator("main, [role=dialog]")
        .locator(
          "script, iframe, object, embed, base, meta, link, style, form[action*=canary], marquee, math",
        )
        .or(
          page.locator(
            "[onerror], [onload], [onfocus], [onclick], [ontoggle], [onstart], [onbegin], [srcdoc]",
          ),
        ),
    ).toHaveCount(0);
  const nothingRan = async () => {
    const hrefs = await page
      .locator("a[href]")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    expect(hrefs.filter((href) => /^\s*(javascript|data|vbscript):/i.test(href))).toEqual([]);
    expect(ran).toEqual([]);
    expect(strange).toEqual([]);
  };
  return { nothingGrew, nothingRan };
}

test("stored texts never run and load nothing, wherever they are shown (S-27, S-28)", async ({ page }) => {
  const { nothingGrew, nothingRan } = await hookedInto(page);
  const client = await demoClient();
  const bot = await makeBot(client);
  const name = `<img src=x onerror=alert(1)> ${Date.now()}`;
  await client.call(botsApi.saveAgent, {
    body: { id: bot.agentId, name, description: payloads[0] ?? "" },
  });
  await client.call(storiesApi.saveStory, {
    body: { agentId: bot.agentId, id: bot.storyId, name: "<svg onload=alert(1)>" },
  });
  const intent = await saveIntent(client, bot, "<script>alert(1)</script>", payloads, payloads.join("\n\n"));
  await trainBot(client, bot.agentId);

  await openSignedIn(page, `/bots?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("link", { name })).toBeVisible();
  await nothingGrew();
  await page.getByRole("link", { name }).click();
  await page.getByRole("link", { name: /<svg onload/ }).click();
  await expect(page.getByText(payloads[1] ?? "", { exact: true })).toBeVisible();
  await nothingGrew();
  await page.getByRole("tab", { name: "Response" }).click();
  await expect(page.getByText("<svg onload=alert(1)>").last()).toBeVisible();
  await nothingGrew();
  await page.getByRole("button", { name: "Edit the response" }).click();
  await expect(page.getByLabel("Response in markdown")).toHaveValue(/onerror/);
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByPlaceholder("Start Typing...").fill(payloads[1] ?? "");
  await page.getByPlaceholder("Start Typing...").press("Enter");
  const log = page.getByRole("log");
  await expect(log.getByText(`${intent.name} · 100 %`)).toBeVisible();
  await nothingGrew();

  for (const link of await log.locator("a").all())
    await expect(link).toHaveAttribute("rel", /noopener.*noreferrer/);
  await nothingRan();
});

test("what customers and colleagues write never runs in a chat, its list, its search or the history (S-27)", async ({
  page,
}) => {
  const { nothingGrew, nothingRan } = await hookedInto(page);
  const client = await signedIn(page, await clientOf("desk"));
  const [first = "", second = ""] = payloads;
  const { chatId, name, say } = await takenChat(client, { words: second, called: second });
  await say(payloads.join("\n\n"));
  await client.call(actOnChat, {
    params: { id: chatId },
    body: { action: "agentNote", id: randomUUID(), text: first },
  });

  await openChat(page, chatId);
  const log = historyIn(page);
  await expect(log.getByText(second).first()).toBeVisible();
  await expect(log.getByText(first).first()).toBeVisible();
  await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
  await nothingGrew();
  for (const link of await log.locator("a").all())
    await expect(link).toHaveAttribute("rel", /noopener.*noreferrer/);
  await nothingRan();
  const answer = page.getByRole("textbox", { name: "Reply" });
  await answer.fill(second);
  await answer.press("Enter");
  await expect(answer).toHaveValue("");
  await expect(log.getByText(second, { exact: true })).not.toHaveCount(0);
  await nothingGrew();
  await client.call(closeChat, { params: { id: chatId }, body: { id: randomUUID(), feedback: second } });
  await page.goto(`/chat/history?chat=${chatId}`);
  await expect(historyIn(page).getByText(first).first()).toBeVisible();
  await nothingGrew();
  await nothingRan();
});

test("pages, files and the API carry the headers that keep a browser safe (S-30, S-31)", async ({
  request,
  page,
}) => {
  const html = await request.get("/login");
  const policy = html.headers()["content-security-policy"] ?? "";
  const scripts = policy.split(";").find((part) => part.trim().startsWith("script-src")) ?? "";
  expect(scripts).toMatch(/'nonce-[\w+/=-]{16,}'/);
  expect(scripts).toContain("'strict-dynamic'");
  expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval|unsafe-hashes/);
  for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(rule);
  const again = (await request.get("/login")).headers()["content-security-policy"];
  expect(again).not.toBe(policy);

  await page.goto("/login");
  const style = await page.locator("link[rel=stylesheet]").first().getAttribute("href");
  for (const path of ["/login", "/api/healthz", style ?? ""]) {
    const headers = (await request.get(path)).headers();
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    // At least a year.
    expect(headers["strict-transport-security"], path).toMatch(/max-age=(31536\d{3}|[3-9]\d{7,})/);
    expect(headers["referrer-policy"], path).toBe("no-referrer");
  }
  expect((await request.get(style ?? "")).headers()["cache-control"]).toContain("immutable");
  const gone = await request.get("/assets/gone-12345678.js");
  expect(gone.status()).toBe(404);
  expect(gone.headers()["cache-control"]).toBe("no-store");
});

test("neither the repository nor what a build leaves beside itself is served, and TRACE says nothing back (S-62)", async ({
  request,
  baseURL,
}) => {
  const scripts = [...(await firstScripts(`${baseURL}/login`))].map(
    (path) => new URL(path, baseURL).pathname,
  );
  expect(scripts.length).toBeGreaterThan(5);
  const hidden = ["/.git/config", "/.git/HEAD", "/.env", "/.dev.vars", "/wrangler.toml", "/package.json"];
  const built = ["/server/index.js", "/earlier.json", "/_worker.js", "/functions/_middleware.ts"];
  for (const path of [...hidden, ...built, ...scripts.map((script) => `${script}.map`)]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
  }
  for (const script of scripts) {
    const { status, text } = await request.get(script).then(async (each) => ({
      status: each.status(),
      text: await each.text(),
    }));
    expect(status, script).toBe(200);
    expect(text, script).not.toContain("sourceMappingURL");
  }
  for (const path of ["/login", "/api/healthz", scripts[0] ?? ""]) {
    const { status, body } = await traced(`${baseURL}${path}`);
    expect(status, path).toBeGreaterThanOrEqual(400);
    expect(body, path).not.toContain("canary");
  }
});

/** A call by a method that no browser and no fetch would make. */
const traced = (url: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const call = ask(url, { method: "TRACE", headers: { "x-secret": "canary" } }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.on("error", reject).end();
  });
