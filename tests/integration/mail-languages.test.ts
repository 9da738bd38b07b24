import { describe, expect, test } from "vitest";
import type { Send } from "#db/seed/client.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { mailsTo, sealedFor, solvedCaptcha } from "#tests/support/mailbox.ts";
import { makePerson, PASSWORD } from "#tests/support/people.ts";
import { mailsTexts as hindi } from "#texts/hi/mails.ts";
import { mailsTexts as english } from "#texts/mails.ts";
import * as myProfileApi from "#workers/contract/endpoints/my-profile.ts";

const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);
const HINDI = { "accept-language": "hi" };
const newest = async (address: string) => (await mailsTo(send, address))[0];

describe("a mail is in the language of who reads it", () => {
  test("who has chosen one has it from others, too; who has chosen none has English", async () => {
    const admin = await makePerson(harness);
    const [chosen, without] = await Promise.all([
      makeColleague(harness, admin),
      makeColleague(harness, admin),
    ]);
    await chosen.call(myProfileApi.updateUser, { body: { language: "hi" } as never });
    const reset = async (userId: string) =>
      admin.send(
        "PUT",
        `/api/e/enterprise/users/${userId}/reset_password`,
        {
          adminPassword: await sealedFor(send, userId, PASSWORD),
          password: await sealedFor(send, userId, "nine slow pelicans"),
        },
        HINDI,
      );
    expect((await reset(chosen.userId)).status).toBe(200);
    expect((await reset(without.userId)).status).toBe(200);
    expect(await newest(chosen.email)).toMatchObject({
      subject: hindi.templates.passwordReset.subject,
      text: expect.stringContaining(hindi.sentBy) as string,
    });
    expect((await newest(without.email))?.subject).toBe(english.templates.passwordReset.subject);
  });

  test("who asks for one before they are signed in has it as the page speaks, unless they have chosen another", async () => {
    const people = await Promise.all([makePerson(harness), makePerson(harness)]);
    const [unsaid, said] = people;
    await said?.call(myProfileApi.updateUser, { body: { language: "en" } as never });
    for (const { email } of people) {
      const captcha = await solvedCaptcha(send, "forgetPassword");
      const asked = await harness.fetch("/api/account/recover", {
        method: "POST",
        headers: { "content-type": "application/json", ...HINDI },
        body: JSON.stringify({ emailId: email, ...captcha }),
      });
      expect(asked.status).toBe(200);
    }
    expect((await newest(unsaid?.email ?? ""))?.subject).toBe(hindi.templates.resetPassword.subject);
    expect((await newest(said?.email ?? ""))?.subject).toBe(english.templates.resetPassword.subject);
  });

  test("an invitation is in that of whoever invites", async () => {
    const admin = await makePerson(harness);
    const invited = `invited-${Date.now()}@example.com`;
    const made = await admin.send(
      "POST",
      "/api/e/enterprise/invitations",
      { emailId: invited, roles: [3] },
      HINDI,
    );
    expect(made.status).toBe(200);
    expect(await newest(invited)).toMatchObject({
      subject: hindi.templates.invitation.subject,
      text: expect.stringContaining(`Enterprise of ${admin.email}`) as string,
    });
  });
});
