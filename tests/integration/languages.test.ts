import { describe, expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { errorsTexts as english } from "#texts/errors.ts";
import { errorsTexts } from "#texts/hi/errors.ts";
import { profileTexts } from "#texts/hi/profile.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import * as myProfileApi from "#workers/contract/endpoints/my-profile.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";

const harness = await startHarness();
const person = await makePerson(harness);
const HINDI = { "accept-language": "hi-IN,hi;q=0.9,en;q=0.8" };
const update = (change: unknown, headers: Record<string, string> = HINDI) =>
  person.send("PUT", "/api/e/enterprise/users/update", change, headers);
const answerOf = async (response: Response) => (await response.json()) as Record<string, unknown>;

describe("an answer in another language", () => {
  test("refuses with the reason at the field, and says what was done", async () => {
    const refused = await update({ name: "   " });
    expect(refused.status).toBe(400);
    expect(await answerOf(refused)).toMatchObject({
      message: errorsTexts.mandatory,
      errors: { name: errorsTexts.mandatory },
    });
    expect(await answerOf(await update({ name: "आशा राव" }))).toMatchObject({
      status: true,
      message: profileTexts.saved,
      response: { name: "आशा राव" },
    });
  });

  test("is English for who asks for nothing, for a language that is not there, or for English", async () => {
    for (const asked of ["", "fr", "en-GB,hi;q=0.1"])
      expect(await answerOf(await update({ name: "" }, { "accept-language": asked }))).toMatchObject({
        errors: { name: english.mandatory },
      });
  });

  test("is there for addresses that do not exist and for who is not signed in", async () => {
    const ask = (path: string) => harness.fetch(`http://chatbird.test${path}`, { headers: HINDI });
    expect(await answerOf(await ask("/api/no/such/call"))).toMatchObject({ message: errorsTexts.notFound });
    expect((await answerOf(await ask("/api/e/enterprise/profile")))["message"]).toMatch(/[\u0900-\u097F]/);
  });

  test("leaves no word of it in what is stored", async () => {
    await update({ timezone: "Asia/Kolkata" });
    const admin = await makePerson(harness, { roles: [1] });
    const trail = JSON.stringify(await admin.call(auditTrailApi.listAuditTrail, { query: {} })).replaceAll(
      "आशा राव",
      "",
    );
    expect(trail).not.toMatch(/[\u0900-\u097F]/);
  });
});

test("a person's language is one of those that there are, or none yet", async () => {
  expect(await person.call(profileApi.me)).toMatchObject({ language: "" });
  for (const language of ["hi", "en", ""]) {
    await person.call(myProfileApi.updateUser, { body: { language } as never });
    expect(await person.call(profileApi.me)).toMatchObject({ language });
  }
  for (const language of ["fr", "HI", 7, null]) {
    const refused = await update({ language }, {});
    expect(refused.status).toBe(400);
    expect(await answerOf(refused)).toMatchObject({
      errors: { language: expect.stringMatching(/./) as string },
    });
  }
});
