import { describe, expect, test } from "vitest";
import { trainBot } from "#db/seed/train.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { startUpload, untilState } from "#tests/support/upload.ts";
import { errorsTexts as english } from "#texts/errors.ts";
import { botsAnswersTexts as answersInHindi } from "#texts/hi/bots-answers.ts";
import { customersTexts as customersInHindi } from "#texts/hi/customers.ts";
import { errorsTexts } from "#texts/hi/errors.ts";
import { importsTexts as importsInHindi } from "#texts/hi/imports.ts";
import { profileTexts } from "#texts/hi/profile.ts";
import { importsTexts } from "#texts/imports.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import { getAgent } from "#workers/contract/endpoints/bots.ts";
import * as importsApi from "#workers/contract/endpoints/imports.ts";
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

describe("sentences that an answer carries", () => {
  const asked = async (path: string) =>
    JSON.stringify(await answerOf(await person.send("GET", `/api${path}`, undefined, HINDI)));

  test("a row of a file is refused in the language of who reads the list, whatever language it was stored in", async () => {
    const { uploadId } = await startUpload(
      harness.fetch,
      person,
      "Name,Phone Number\nAsha,12\n,+919820011777\n",
      {},
    );
    await untilState(person, uploadId, "COMPLETED");
    const errors = `/chatbird/api/customer_master/errors?entryId=${uploadId}`;
    const hindi = await asked(errors);
    expect(hindi).toContain(importsInHindi.phoneShort(10));
    expect(hindi).toContain(customersInHindi.required(customersInHindi.name));
    // The row stays as it was typed.
    expect(hindi).toContain("Asha,12");
    const stored = await person.call(importsApi.listErrors, { query: { entryId: uploadId } });
    expect(JSON.stringify(stored)).toContain(importsTexts.phoneShort(10));
  });

  test("the end of a training, by its job and by its agent", async () => {
    const { agentId } = await makeBot(person, smallBank);
    await trainBot(person, agentId);
    const { jobId } = (await person.call(getAgent, { params: { id: agentId } })).training;
    for (const path of [`/e/enterprise/jobs/${jobId}`, getAgent.path.replace(":id", agentId)])
      expect(await asked(path), path).toContain(answersInHindi.trained);
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
