import { afterAll, describe, expect, test } from "vitest";
import { startMailchimp, type Play } from "#tests/support/mailchimp-server.ts";
import { mailchimp } from "#workers/providers/mailchimp/mailchimp.ts";

const server = await startMailchimp();
afterAll(() => server.stop());

const from = { address: "no-reply@bank.example", name: "Bank" };
const send = mailchimp({ key: server.key, from, baseUrl: server.baseUrl, patienceMs: 300 });
const mail = {
  id: "mail-1",
  to: { address: "asha@example.com", name: "Asha" },
  subject: "Set a new password",
  text: "plain",
  html: "<p>html</p>",
};

describe("Mailchimp Transactional", () => {
  test("is sent a message as its documents say, with links left as they are", async () => {
    expect(await send(mail)).toEqual({ state: "sent", outcome: "id-1" });
    expect(server.received.at(-1)).toEqual({
      key: "md-canary",
      async: false,
      message: {
        from_email: "no-reply@bank.example",
        from_name: "Bank",
        to: [{ email: "asha@example.com", name: "Asha", type: "to" }],
        subject: "Set a new password",
        text: "plain",
        html: "<p>html</p>",
        track_opens: false,
        track_clicks: false,
        view_content_link: false,
        metadata: { mail_id: "mail-1" },
      },
    });
  });

  test.each<[string, Play, string]>([
    ["queued", { status: "queued" }, "sent"],
    ["scheduled", { status: "scheduled" }, "sent"],
    ["rejected", { status: "rejected", reject_reason: "hard-bounce" }, "failed"],
    ["an invalid address", { status: "invalid" }, "failed"],
    ["a key that is not good any more", { error: "Invalid_Key", code: -1 }, "later"],
    ["an account out of money", { error: "PaymentRequired", code: -99, http: 402 }, "later"],
    ["a message that is not valid", { error: "ValidationError", code: -2 }, "failed"],
    ["a fault of its own that it tells", { error: "GeneralError", code: -99 }, "later"],
    ["429", { http: 429 }, "later"],
    ["503", { http: 503 }, "later"],
    ["a gateway's 502", { http: 502 }, "unknown"],
    ["a page instead of JSON", { http: 200, body: "<html></html>" }, "unknown"],
    ["JSON of another shape", { http: 200, body: "[]" }, "unknown"],
    ["a redirect", { http: 302 }, "failed"],
    ["silence", "silence", "unknown"],
    ["a broken connection", "hang up", "unknown"],
  ])("that answers %s: the mail is %3$s", async (_, play, state) => {
    server.play(play);
    const outcome = await send(mail);
    expect(outcome.state).toBe(state);
    expect(outcome.outcome, "its own words may repeat the key").not.toContain(server.key);
  });
});
