import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Send } from "#db/seed/client.ts";
import { directory } from "#db/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { startMailchimp } from "#tests/support/mailchimp-server.ts";
import { mailsTo } from "#tests/support/mailbox.ts";
import { makeAccount } from "#tests/support/people.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import { mailerOf } from "#workers/domain/mail/mailer.ts";
import { hasMailPreview } from "#workers/domain/mail/preview.ts";
import { runTasks, type TaskHandlers } from "#workers/domain/after-commit/run.ts";
import { sendMail, type Mailer } from "#workers/domain/mail/send.ts";
import { writingMail } from "#workers/domain/mail/write.ts";
import { directoryCtxOf } from "#workers/domain/ctx.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { mailchimp } from "#workers/providers/mailchimp/mailchimp.ts";

const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);
const server = await startMailchimp();
afterAll(() => server.stop());

const db = directory(harness.env);
const ring = keyRing(harness.secrets.DATA_KEY);
const from = { address: "no-reply@example.com", name: "Chatbird" };
const mailer = mailchimp({ key: server.key, from, baseUrl: server.baseUrl, patienceMs: 5_000 });
const { enterpriseId: eId } = await makeAccount(harness);
const directoryCtx = directoryCtxOf(db, enterpriseId.parse(eId), {
  userId: "tester",
  name: "Tester",
  address: "local",
  requestId: "",
});

let made = 0;
async function write(): Promise<string> {
  const address = `reader-${++made}-${Date.now()}@example.com`;
  const letter = await writingMail(directoryCtx, ring, {
    template: "resetPassword",
    to: { address, name: `<b>"Asha"</b>` },
    facts: ["1"],
    link: "https://console.example.com/reset-password?resetCode=canary",
  });
  await db.batch([letter.statement]);
  return address;
}
const row = (address: string) =>
  harness.env.DIRECTORY.prepare("SELECT * FROM mails WHERE to_address = ?")
    .bind(address)
    .first<Record<string, unknown>>();

/** Runs the tasks that are due by then; all of them are mails. Answers how many there were. */
async function sendMails(by: Mailer | null, now = Date.now() + 1_000): Promise<number> {
  // Other files' enterprises may have left something to do by now, which is no mail and never ends here.
  await harness.env.DIRECTORY.prepare("DELETE FROM after_commit_tasks WHERE enterprise_id NOT IN ('', ?)")
    .bind(eId)
    .run();
  return runTasks(
    db,
    {
      sendMail: ({ mailId }: { mailId: string }) => sendMail(db, ring, by, mailId, () => now),
    } as unknown as TaskHandlers,
    "due",
    now,
  );
}

const stateOf = async (address: string): Promise<unknown> => (await row(address))?.["state"];

// Mails that other tests have left waiting are sent first.
beforeEach(async () => {
  await harness.env.DIRECTORY.prepare("DELETE FROM after_commit_tasks").run();
  server.received.length = 0;
});

describe("a mail", () => {
  test("is handed over once, and what it says is kept no longer", async () => {
    const address = await write();
    expect((await row(address))?.sealed).not.toContain("canary");
    await Promise.all([sendMails(mailer), sendMails(mailer)]);
    expect(server.received.map(({ message }) => message.to[0]?.email)).toEqual([address]);
    expect(await row(address)).toMatchObject({ state: "sent", outcome: "id-1", sealed: null });
    await sendMails(mailer);
    expect(server.received).toHaveLength(1);
  });

  test("that a crash left between claim and outcome is never sent again, and says that nobody knows", async () => {
    const address = await write();
    // The power goes while the provider has it: the claim stays, the outcome never comes.
    let reached: () => void = () => {};
    const inTheMiddle = new Promise<void>((resolve) => (reached = resolve));
    const dying: Mailer = async (mail) => {
      await mailer(mail);
      reached();
      return new Promise(() => {});
    };
    void sendMails(dying);
    await inTheMiddle;
    const later = Date.now() + 62_000;
    expect(await sendMails(mailer)).toBe(0);
    await sendMails(mailer, later);
    await sendMails(mailer, later + 3_600_000);
    expect(server.received).toHaveLength(1);
    expect(await row(address)).toMatchObject({ state: "unknown", sealed: null });
  });

  test("is tried again later and later while the provider is busy, and given up in the end", async () => {
    const address = await write();
    server.play({ http: 503 }, { error: "GeneralError", code: -99 });
    let now = Date.now() + 1_000;
    await sendMails(mailer, now);
    expect(await row(address)).toMatchObject({ state: "waiting", attempts: 1, outcome: "HTTP 503" });
    await sendMails(mailer, now + 5_000);
    // Also whoever comes by another way than its task finds it pausing.
    const paused = String((await row(address))?.["id"]);
    await sendMail(db, ring, mailer, paused, () => now + 5_000);
    expect(server.received).toHaveLength(1);
    now += 30_000;
    await sendMails(mailer, now);
    now += 120_000;
    await sendMails(mailer, now);
    expect(await row(address)).toMatchObject({ state: "sent", attempts: 3 });

    const hopeless = await write();
    for (let attempt = 0; attempt < 6; attempt++) {
      server.play({ http: 429 });
      now += 24 * 3_600_000;
      await sendMails(mailer, now);
    }
    expect(await row(hopeless)).toMatchObject({ state: "failed", attempts: 6, sealed: null });
  });

  test("of many is claimed when its call begins: a crash leaves six in the air, and the others wait", async () => {
    const addresses: string[] = [];
    for (let mail = 0; mail < 20; mail++) addresses.push(await write());
    let calls = 0;
    const six = Promise.withResolvers<void>();
    void sendMails(() => {
      if (++calls === 6) six.resolve();
      return new Promise(() => {});
    });
    await six.promise;
    const states = async () => Map.groupBy(await Promise.all(addresses.map(stateOf)), (state) => state);
    expect((await states()).get("sending")).toHaveLength(6);
    expect((await states()).get("waiting")).toHaveLength(14);
    const now = Date.now() + 62_000;
    while ((await sendMails(mailer, now)) > 0);
    expect((await states()).get("unknown")).toHaveLength(6);
    expect((await states()).get("sent")).toHaveLength(14);
    expect(calls).toBe(6);
  });

  test("whose call broke off nobody knows about, and it is not sent again", async () => {
    const address = await write();
    server.play("hang up");
    await sendMails(mailer);
    expect(await row(address)).toMatchObject({ state: "unknown", sealed: null });
    const thrown = await write();
    await sendMails(() => Promise.reject(new Error("the socket broke")));
    expect(await row(thrown)).toMatchObject({ state: "unknown", outcome: "the socket broke" });
    await sendMails(mailer, Date.now() + 3_600_000);
    expect(server.received).toHaveLength(1);
  });

  test("that was taken for interrupted is sent after all when its late answer says so", async () => {
    const address = await write();
    const answered = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const slow: Mailer = async (mail) => {
      reached.resolve();
      await answered.promise;
      return mailer(mail);
    };
    const first = sendMails(slow);
    await reached.promise;
    await sendMails(mailer, Date.now() + 62_000);
    expect(await stateOf(address)).toBe("unknown");
    answered.resolve();
    await first;
    expect(await stateOf(address)).toBe("sent");
    expect(server.received).toHaveLength(1);
  });

  test("carries a name as text, in plain text and in HTML", async () => {
    await write();
    await sendMails(mailer);
    const message = server.received[0]?.message;
    expect(message?.html).toContain("Hello &lt;b&gt;&quot;Asha&quot;&lt;/b&gt;,");
    expect(message?.text).toContain("https://console.example.com/reset-password?resetCode=canary");
  });

  test("waits while the settings are not complete, instead of being lost", () => {
    expect(() => mailerOf({ MAIL: "mailchimp", MAIL_FROM: "a@b.c", MAIL_FROM_NAME: "" })).toThrow(
      "MAILCHIMP_KEY",
    );
    expect(mailerOf({ MAIL: "outbox" })).toBeNull();
  });
});

describe("the outbox of a local system", () => {
  test("shows mails with their link, newest first, and their HTML in a sandbox that runs nothing", async () => {
    const address = await write();
    await harness.scheduled();
    await expect.poll(() => stateOf(address)).toBe("kept");
    const [mail] = await mailsTo(send, address);
    expect(mail).toMatchObject({
      subject: "Set a new password",
      kept: true,
      link: expect.stringContaining("canary"),
    });
    const html = await harness.fetch(`/api/account/outbox/${mail?.id}/html`);
    expect(html.headers.get("content-security-policy")).toMatch(
      /^sandbox allow-top-navigation-by-user-activation; default-src 'none'/,
    );
    expect(html.headers.get("content-type")).toContain("text/html");
    expect(await html.text()).toContain('<base target="_top">');
    expect((await harness.fetch("/api/account/outbox/nowhere/html")).status).toBe(404);
  });

  test("is not there for whoever asks by another name than this machine's", async () => {
    const api = harness.raw.getWorker("chatbird-api");
    for (const path of ["/api/account/outbox", "/api/account/outbox/any/html"]) {
      const response = await api.fetch(`https://console.example.com${path}`);
      expect(response.status).toBe(404);
    }
  });

  test.each([
    ["outbox", "http://127.0.0.1:8787", "http://127.0.0.1:8787/api", true],
    ["outbox", "http://localhost:1", "http://localhost:1/api", true],
    ["mailchimp", "http://127.0.0.1:8787", "http://127.0.0.1:8787/api", false],
    ["outbox", "https://console.example.com", "http://127.0.0.1:8787/api", false],
    ["outbox", "http://127.0.0.1:8787", "https://console.example.com/api", false],
    ["outbox", "http://127.0.0.1.evil.example", "http://127.0.0.1/api", false],
    ["outbox", "", "http://127.0.0.1/api", false],
  ])("with mail by %s, configured as %s and asked at %s is there: %s", (MAIL, PUBLIC_URL, asked, there) => {
    expect(hasMailPreview({ MAIL, PUBLIC_URL }, asked)).toBe(there);
  });
});
