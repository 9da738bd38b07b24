import { describe, expect, test } from "vitest";
import { directoryAuditOf, mailsTo, makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as invitationsApi from "#workers/contract/endpoints/invitations.ts";
import * as rolesApi from "#workers/contract/endpoints/roles.ts";
import { digest } from "#workers/domain/identity/digest.ts";
import { MOST_AN_HOUR } from "#workers/domain/invitations/invite.ts";

const harness = await startHarness();
const path = "/api/e/enterprise/invitations";
const DAY_MS = 86_400_000;

let made = 0;
const address = () => `invited-${++made}-${Date.now()}@example.com`;
const rowOf = (id: string) =>
  harness.env.DIRECTORY.prepare("SELECT * FROM invitations WHERE id = ?").bind(id).first();
const codeIn = (text: string | undefined) => /invitation-accept\?code=([\w-]+)/.exec(text ?? "")?.[1] ?? "";
/** As if it had been sent so long ago. */
const older = (id: string, milliseconds: number) =>
  harness.env.DIRECTORY.prepare(
    "UPDATE invitations SET sent_at = sent_at - ?1, expires_at = expires_at - ?1 WHERE id = ?2",
  )
    .bind(milliseconds, id)
    .run();
const invite = (by: Person, emailId: string, roles = [3]) =>
  by.call(invitationsApi.createInvitation, { body: { emailId, roles } });

describe("an invitation (S-25)", () => {
  test("is a mail with a link of 256 bits, of which only the hash is kept, good for a week", async () => {
    const owner = await makePerson(harness);
    const emailId = address();
    const { id, expiresAt, sentAt, invitedBy } = await invite(owner, emailId, [3, 6]);
    expect(invitedBy).toBe("Kiran");
    expect(Date.parse(expiresAt) - Date.parse(sentAt)).toBe(7 * DAY_MS);
    const [mail] = await mailsTo(harness, emailId);
    const code = codeIn(mail?.text);
    expect(mail?.template).toBe("invitation");
    expect(mail?.text).toContain(`Kiran invites you to work with Enterprise of ${owner.email}`);
    expect(Buffer.from(code, "base64url").length).toBe(32);
    const row = await rowOf(id);
    expect(row).toMatchObject({ code_hash: digest("invitation", code), roles: "[3,6]", state: "open" });
    expect(JSON.stringify(row)).not.toContain(code);
  });

  test("never shows its code or the hash of it to who lists or sends it", async () => {
    const owner = await makePerson(harness);
    const emailId = address();
    const response = await owner.send("POST", path, { emailId, roles: [3] });
    const [mail] = await mailsTo(harness, emailId);
    const code = codeIn(mail?.text);
    const told = (await response.text()) + (await (await owner.send("GET", path)).text());
    expect(told).toContain(emailId);
    expect(told).not.toContain(code);
    expect(told).not.toContain(digest("invitation", code));
  });

  test("sent again has a new link, and the old one is dead", async () => {
    const owner = await makePerson(harness);
    const emailId = address();
    const { id } = await invite(owner, emailId);
    await older(id, 2 * DAY_MS);
    await owner.call(invitationsApi.resendInvitation, { params: { id } });
    const [second, first] = await mailsTo(harness, emailId);
    expect(codeIn(second?.text)).not.toBe(codeIn(first?.text));
    const row = await rowOf(id);
    expect(row).toMatchObject({ code_hash: digest("invitation", codeIn(second?.text)) });
    expect(Number(row?.expires_at)).toBeGreaterThan(Date.now() + 6 * DAY_MS);
  });

  test("is not sent again within a minute", async () => {
    const owner = await makePerson(harness);
    const { id } = await invite(owner, address());
    const response = await owner.send("POST", `${path}/${id}/resend`, {});
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("that is sent again twice at the same moment goes out once", async () => {
    const owner = await makePerson(harness);
    const emailId = address();
    const { id } = await invite(owner, emailId);
    await older(id, DAY_MS);
    const answers = await Promise.all([
      owner.send("POST", `${path}/${id}/resend`, {}),
      owner.send("POST", `${path}/${id}/resend`, {}),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect((await mailsTo(harness, emailId)).length).toBe(2);
  });

  test("is revoked for good: not listed, not sent again, not revoked twice", async () => {
    const owner = await makePerson(harness);
    const { id } = await invite(owner, address());
    await owner.call(invitationsApi.revokeInvitation, { params: { id } });
    expect(await rowOf(id)).toMatchObject({ state: "revoked" });
    expect((await owner.call(invitationsApi.listInvitations)).invitations).toEqual([]);
    expect((await owner.send("POST", `${path}/${id}/resend`, {})).status).toBe(404);
    expect((await owner.send("DELETE", `${path}/${id}`)).status).toBe(404);
    const actions = (await directoryAuditOf(harness, owner)).map(({ action }) => action);
    expect(actions).toEqual(["invite", "revoke"]);
  });

  test("is shown as expired when its week is over, and the address can be invited anew", async () => {
    const owner = await makePerson(harness);
    const emailId = address();
    const { id } = await invite(owner, emailId);
    await older(id, 8 * DAY_MS);
    expect((await owner.call(invitationsApi.listInvitations)).invitations).toMatchObject([
      { id, expired: true },
    ]);
    const next = await invite(owner, emailId.toUpperCase());
    expect((await owner.call(invitationsApi.listInvitations)).invitations.map((each) => each.id)).toEqual([
      next.id,
    ]);
  });
});

describe("who is invited", () => {
  test("is one who has no account here, and no invitation yet", async () => {
    const owner = await makePerson(harness);
    const agent = await makeColleague(harness, owner);
    const emailId = address();
    await invite(owner, emailId);
    const [here, twice] = [
      await owner.send("POST", path, { emailId: agent.email.toUpperCase(), roles: [3] }),
      await owner.send("POST", path, { emailId: ` ${emailId.toUpperCase()} `, roles: [3] }),
    ];
    expect([here.status, twice.status]).toEqual([409, 409]);
    expect(await mailsTo(harness, emailId)).toHaveLength(1);
  });

  test("gets the same answer whether or not the address has an account elsewhere (C-11)", async () => {
    const [owner, elsewhere] = [await makePerson(harness), await makePerson(harness)];
    const answers = await Promise.all(
      [elsewhere.email, address()].map(async (emailId) => {
        const response = await owner.send("POST", path, { emailId, roles: [3] });
        const { message, response: said } = (await response.json()) as {
          message: string;
          response: Record<string, unknown>;
        };
        return [response.status, message.replace(emailId, ""), Object.keys(said)];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });

  test("gets no role that may do more than the one who invites (S-05)", async () => {
    const owner = await makePerson(harness);
    await owner.call(rolesApi.saveRole, {
      params: { role: 2 },
      body: { permissions: { "USERS.ADD": 1, "CHAT.HANDLE": 1 } },
    });
    const inviter = await makeColleague(harness, owner, { roles: [2] });
    const response = await inviter.send("POST", path, { emailId: address(), roles: [1] });
    expect(response.status).toBe(403);
    expect((await inviter.send("POST", path, { emailId: address(), roles: [2] })).status).toBe(200);
  });

  test.each([
    ["no address", { roles: [3] }, "emailId"],
    ["something that is no address", { emailId: "asha", roles: [3] }, "emailId"],
    ["no role", { emailId: "asha@example.com" }, "roles"],
    ["a role that does not exist", { emailId: "asha@example.com", roles: [8] }, "roles"],
  ])("is refused with %s, at its field", async (_, body, field) => {
    const owner = await makePerson(harness);
    const response = await owner.send("POST", path, body);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: Record<string, string> };
    expect(Object.keys(errors)[0]).toContain(field);
  });
});

test("an enterprise does not flood the world with invitations", async () => {
  const owner = await makePerson(harness);
  const now = Date.now();
  await harness.env.DIRECTORY.prepare(
    `INSERT INTO invitations (id, enterprise_id, email, email_key, roles, code_hash, state, expires_at, invited_by, sent_at, created_at, updated_at)
     SELECT 'flood-' || ?1 || '-' || value, ?1, 'x', 'x' || value, '[3]', ?1 || value, 'revoked', ?2, 'x', ?2, ?2, ?2
     FROM json_each(?3)`,
  )
    .bind(owner.enterpriseId, now, JSON.stringify(Array.from({ length: MOST_AN_HOUR }, (_, at) => at)))
    .run();
  const emailId = address();
  const response = await owner.send("POST", path, { emailId, roles: [3] });
  expect(response.status).toBe(429);
  expect(await mailsTo(harness, emailId)).toEqual([]);
});
