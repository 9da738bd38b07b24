import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { aForm } from "#tests/support/forms.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { ctxOvertaken } from "#tests/support/watched-ctx.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as customerReachApi from "#workers/contract/endpoints/customer-reach.ts";
import * as formsApi from "#workers/contract/endpoints/forms.ts";
import * as sendingApi from "#workers/contract/endpoints/sending.ts";
import { answerPage } from "#workers/domain/forms/public.ts";

/** Consents that somebody gives by their answers to a form. */
const harness = await startHarness();
beforeEach(() => answerOurselves(harness));

let phones = Date.now();
const phone = () => `+9194${String(phones++ % 100_000_000).padStart(8, "0")}`;
const { whatsApp, sms, email } = channelTypes;
const OFFERS = "May we send you offers?";
const FORM = aForm(
  "Sign up",
  [
    { id: "phone", type: "phone", label: "Phone" },
    { id: "mail", type: "email", label: "Mail" },
    {
      id: "offers",
      type: "yesNo",
      label: OFFERS,
      help: "Two a month at most.",
      optIn: [whatsApp, sms, email],
      translations: { hi: { label: "क्या हम आपको ऑफ़र भेजें?" } },
    },
  ],
  { languages: ["hi"] },
);

async function signUp(owner: Person, customerId?: string) {
  const { id } = await owner.call(formsApi.createForm, {
    body: { name: `Form ${randomUUID()}`, content: FORM },
  });
  const { revision } = await owner.call(formsApi.getFormDraft, { params: { id } });
  await owner.call(formsApi.publishForm, { params: { id }, body: { revision } });
  const body = { ...(customerId && { customerId, singleUse: false }) };
  return { id, ...(await owner.call(formsApi.makeFormLink, { params: { id }, body })) };
}
async function answering(token: string, answers: object, more: object = {}): Promise<number> {
  const { status } = await harness.fetch(`/api/form/${token}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id: randomUUID(), version: 1, answers, ...more }),
  });
  return status;
}
const saidAt = (owner: Person, address: string) =>
  rowsOf<{
    channel_type: number;
    purpose: string;
    given: number;
    wording: string;
    source: string;
    customer: number | null;
  }>(
    harness,
    `SELECT c.channel_type, c.purpose, c.given, c.wording, c.source, i.customer FROM addresses a JOIN identities i ON i.id = a.identity_id
     JOIN consents c ON c.identity_id = a.identity_id WHERE a.enterprise_id = ? AND a.address = ? ORDER BY c.at, c.id`,
    owner.enterpriseId,
    address,
  );

test("a yes behind the address for everybody is a consent with its words as the proof, and whoever was unknown is a customer", async () => {
  const owner = await makePerson(harness);
  const { id, token } = await signUp(owner);
  const number = phone();
  expect(await answering(token, { phone: number, mail: "Asha@Example.com", offers: true })).toBe(200);
  const wording = `${OFFERS}\n\nTwo a month at most.`;
  const [submission] = await rowsOf<{ id: string; identity_id: string | null }>(
    harness,
    "SELECT id, identity_id FROM form_submissions WHERE form_id = ?",
    id,
  );
  const here = await saidAt(owner, number);
  expect(here.map(({ channel_type }) => channel_type).toSorted((a, b) => a - b)).toEqual([sms, whatsApp]);
  for (const each of here)
    expect(each).toMatchObject({ purpose: "marketing", given: 1, wording, source: `form:${submission?.id}` });
  expect(await saidAt(owner, "asha@example.com")).toMatchObject([{ channel_type: email, given: 1 }]);
  expect(submission?.identity_id).toBeTruthy();
  const [customer] = await rowsOf<{ id: string; number: number }>(
    harness,
    "SELECT id, number FROM customers WHERE enterprise_id = ? AND phone = ? AND deleted_at IS NULL",
    owner.enterpriseId,
    number,
  );
  expect(here.map((each) => each.customer)).toEqual([customer?.number, customer?.number]);
  const { consents } = await owner.call(customerReachApi.customerConsents, {
    params: { id: customer?.id ?? "" },
  });
  expect(consents.every(({ source, given }) => source === "form" && given)).toBe(true);
  // In their own language, by somebody who is known by now.
  expect(await answering(token, { phone: number, offers: true }, { language: "hi" })).toBe(200);
  expect((await saidAt(owner, number)).at(-1)?.wording).toContain("ऑफ़र");
  expect(
    await rowsOf(
      harness,
      "SELECT 1 FROM customers WHERE enterprise_id = ? AND phone = ?",
      owner.enterpriseId,
      number,
    ),
  ).toHaveLength(1);
});

test("nobody's number that somebody else types loses or regains offers", async () => {
  const owner = await makePerson(harness);
  const number = phone();
  const { customer } = await owner.call(customersApi.saveCustomer, {
    body: { name: "Asha", phoneNumber: number, data: [] },
  });
  const { token } = await signUp(owner);
  const own = await signUp(owner, customer.id);
  await answering(token, { phone: number, offers: true });
  await answering(token, { phone: number, offers: false });
  expect((await saidAt(owner, number)).map(({ given }) => given)).toEqual([1, 1]);
  expect(await answering(own.token, { offers: false })).toBe(200);
  expect((await saidAt(owner, number)).slice(2).map(({ given }) => given)).toEqual([0, 0]);
  expect(await answering(token, { phone: number, offers: true })).toBe(200);
  expect(await saidAt(owner, number)).toHaveLength(4);
  // The answer is kept all the same, and their own yes holds again.
  expect(await answering(own.token, { offers: true })).toBe(200);
  expect((await saidAt(owner, number)).slice(4).map(({ given }) => given)).toEqual([1, 1]);
});

test("where start words have to be confirmed, so has a form's yes", async () => {
  const owner = await makePerson(harness);
  await owner.call(sendingApi.saveOfferRules, { body: { quiet: null, cap: null, confirm: { text: "" } } });
  const { token } = await signUp(owner);
  const number = phone();
  await answering(token, { phone: number, offers: true });
  const said = await saidAt(owner, number);
  expect(said.map(({ given }) => given)).toEqual([0, 0]);
  expect(said[0]?.source).toMatch(/^pending:form:/);
  const suppressed = "SELECT 1 FROM suppressions s JOIN addresses a ON a.hash = s.hash WHERE a.address = ?";
  expect(await rowsOf(harness, suppressed, number)).toEqual([]);
});

test("a stop that arrives between the look and the writing of a form's answer holds", async () => {
  const owner = await makePerson(harness);
  const { token } = await signUp(owner);
  const number = phone();
  await answering(token, { phone: number, offers: true });
  const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "select CASE WHEN", () =>
    harness.env.TENANT_1.prepare(
      `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
       SELECT a.identity_id || 'stop', a.enterprise_id, a.identity_id, a.channel_type, 'marketing', 0, 'STOP', 'message:x', ?2
       FROM addresses a WHERE a.address = ?1`,
    )
      .bind(number, Date.now() + 1)
      .run(),
  );
  const body = { id: randomUUID(), version: 1, answers: { phone: number, offers: true } };
  await answerPage(
    ctx.db,
    token,
    { ...body, language: "", captcha: "", captchaId: "" },
    {
      ctxOf: () => ctx,
      directory: harness.env.DIRECTORY as never,
      hashing:
        async () =>
        async ({ value }) =>
          value,
    },
  );
  expect(wasOvertaken()).toBe(true);
  expect((await saidAt(owner, number)).filter(({ given }) => given === 1)).toHaveLength(2);
});
