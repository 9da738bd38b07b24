import { describe, expect, test } from "vitest";
import { signIn, type Send } from "#db/seed/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  fromElsewhere,
  linkTo,
  mailsTo,
  sealedFor,
  sealedPair,
  solvedCaptcha,
} from "#tests/support/mailbox.ts";
import { makeAccount, makePerson, PASSWORD } from "#tests/support/people.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import { digest } from "#workers/domain/identity/digest.ts";

const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);
const NEW = "eleven patient otters";

const call = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  harness.fetch(path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const recover = async (emailId: string, headers = {}) =>
  call(
    "POST",
    "/api/account/recover",
    { emailId, ...(await solvedCaptcha(send, "forgetPassword")) },
    headers,
  );

interface Link {
  uId: string;
  eId: string;
  resetCode: string;
}
async function linkOf(email: string): Promise<Link> {
  const link = await linkTo(send, email);
  expect(link.pathname).toBe("/reset-password");
  return Object.fromEntries(link.searchParams) as unknown as Link;
}
const change = async (link: Link, password = NEW, path = "/api/account/changepassword") =>
  call("POST", path, { ...link, appId: "Moc", ...(await sealedPair(send, link.resetCode, password)) });
const sql = (text: string, ...values: unknown[]) => harness.env.DIRECTORY.prepare(text).bind(...values);

describe("a forgotten password", () => {
  test("is replaced by the mailed link: the new one signs in, the old one does not", async () => {
    const { email } = await makeAccount(harness);
    const asked = await recover(email);
    expect(await asked.json()).toMatchObject({
      status: true,
      message: "An email has been sent with instruction on how to reset the password.",
    });
    const changed = await change(await linkOf(email));
    expect(await changed.json()).toMatchObject({
      status: true,
      message: "Thank you, Your Password Has Been Reset.",
    });
    await signIn(send, { email, password: NEW });
    await expect(signIn(fromElsewhere(send), { email, password: PASSWORD })).rejects.toThrow(
      "password is incorrect",
    );
    expect((await mailsTo(send, email))[0]?.subject).toBe("Your password was changed");
  });

  test("of an unknown, a deactivated and a known address get the very same answer", async () => {
    const known = await makeAccount(harness);
    const deactivated = await makeAccount(harness);
    await sql("UPDATE users SET state = 2 WHERE id = ?", deactivated.userId).run();
    const answers = await Promise.all(
      [known.email, deactivated.email, "nobody@example.com"].map(async (email) => {
        const response = await recover(email);
        return [response.status, await response.text()].join(" ");
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await mailsTo(send, deactivated.email)).toEqual([]);
    expect(await mailsTo(send, "nobody@example.com")).toEqual([]);
  });

  test("mails a link to the configured address, whatever host the request claims", async () => {
    const { email } = await makeAccount(harness);
    await recover(email, {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil",
    });
    expect((await linkTo(send, email)).origin).toBe("http://127.0.0.1:8787");
  });

  test("can be asked for five times an hour for one address, known or not, and not by a used captcha", async () => {
    for (const email of [(await makeAccount(harness)).email, `unknown-${Date.now()}@example.com`]) {
      for (let count = 0; count < 5; count++) expect((await recover(email)).status).toBe(200);
      const refused = await recover(email);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
    }
    const body = { emailId: "once@example.com", ...(await solvedCaptcha(send, "forgetPassword")) };
    expect((await call("POST", "/api/account/recover", body)).status).toBe(200);
    expect((await call("POST", "/api/account/recover", body)).status).toBe(400);
  });

  test("of many addresses asked for from one place is slowed down there, and nowhere else", async () => {
    const from = { "cf-connecting-ip": "203.0.113.40" };
    const asked = [];
    for (let count = 0; count < 31; count++)
      asked.push((await recover(`many-${count}@example.com`, from)).status);
    expect(asked.filter((status) => status === 200)).toHaveLength(30);
    expect(asked.at(-1)).toBe(429);
    expect((await recover("many-99@example.com", { "cf-connecting-ip": "203.0.113.41" })).status).toBe(200);
  });
});

describe("captchas", () => {
  test("are made so many an hour for one network address, and its neighbour has its own", async () => {
    const ask = (address: string) =>
      harness.fetch("/api/account/captcha/generate", { headers: { "cf-connecting-ip": address } });
    expect((await ask("203.0.113.50")).status).toBe(200);
    await sql(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 599) INSERT INTO login_failures (subject, at) SELECT ?, ? FROM n",
      digest("from", "captcha", "203.0.113.50"),
      Date.now(),
    ).run();
    const refused = await ask("203.0.113.50");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await ask("203.0.113.51")).status).toBe(200);
  });
});

describe("the link of a forgotten password", () => {
  test("works once, of two at the same time for one", async () => {
    const { email } = await makeAccount(harness);
    await recover(email);
    const link = await linkOf(email);
    const answers = await Promise.all([change(link, `${NEW} 1`), change(link, `${NEW} 2`)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect((await change(link)).status).toBe(410);
  });

  test("is dead once there is a newer one, after an hour, and after the password has changed", async () => {
    const person = await makePerson(harness);
    await recover(person.email);
    const older = await linkOf(person.email);
    await recover(person.email);
    const newest = await linkOf(person.email);
    expect((await change(older)).status).toBe(410);
    await sql(
      "UPDATE one_time_codes SET expires_at = expires_at - 3600001 WHERE user_id = ?",
      newest.uId,
    ).run();
    expect((await change(newest)).status).toBe(410);
    await recover(person.email);
    const third = await linkOf(person.email);
    await changeOwn(person, PASSWORD, NEW);
    expect((await change(third, "another one altogether")).status).toBe(410);
  });

  test("opens nobody else's account, and is not guessed", async () => {
    const [one, two] = [await makeAccount(harness), await makeAccount(harness)];
    await recover(one.email);
    const link = await linkOf(one.email);
    expect((await change({ ...link, uId: two.userId })).status).toBe(410);
    expect((await change({ ...link, eId: two.enterpriseId })).status).toBe(410);
    expect((await change({ ...link, resetCode: "x".repeat(43) })).status).toBe(410);
    await signIn(send, { email: two.email, password: PASSWORD });
    expect(link.resetCode).toMatch(/^[\w-]{43}$/);
    const kept = await sql("SELECT hash FROM one_time_codes WHERE user_id = ?", one.userId).all();
    expect(JSON.stringify(kept.results)).not.toContain(link.resetCode);
  });

  test("ends every session and closes its sockets with 4001", async () => {
    const person = await makePerson(harness);
    const { ticket } = await person.call(accountApi.socketTicket);
    const socket = harness.socket(`/api/actions?ticket=${ticket}`);
    const opened = new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }));
    const closed = new Promise<number>((resolve) =>
      socket.addEventListener("close", ({ code }) => resolve(code), { once: true }),
    );
    await opened;
    await recover(person.email);
    await change(await linkOf(person.email));
    expect(await closed).toBe(4001);
    expect((await person.send("GET", "/api/e/enterprise/users/me")).status).toBe(403);
  });

  test("is not used up by a password that is refused", async () => {
    const { email } = await makeAccount(harness);
    await recover(email);
    const link = await linkOf(email);
    const refused = await change(link, "12345678");
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      errors: { password: expect.stringContaining("too common") },
    });
    expect((await change(link)).status).toBe(200);
  });

  test("takes no password that was sealed for something else, or not at all", async () => {
    const { email } = await makeAccount(harness);
    await recover(email);
    const link = await linkOf(email);
    const elsewhere = await sealedPair(send, "another code", NEW);
    expect((await call("POST", "/api/account/changepassword", { ...link, ...elsewhere })).status).toBe(400);
    const bare = { password: NEW, confirmPassword: NEW };
    expect((await call("POST", "/api/account/changepassword", { ...link, ...bare })).status).toBe(400);
  });
});

describe("a password that somebody else has set", () => {
  test("is replaced by another one by account/resetPassword, and may not stay", async () => {
    const { email, userId } = await makeAccount(harness);
    await sql("UPDATE users SET must_change_password = 1 WHERE id = ?", userId).run();
    await recover(email);
    const { resetCode } = await linkOf(email);
    const replace = async (password: string) =>
      call("POST", "/api/account/resetPassword", {
        resetCode,
        ...(await sealedPair(send, resetCode, password)),
      });
    const same = await replace(PASSWORD);
    expect(await same.json()).toMatchObject({
      errors: { password: expect.stringContaining("your current password") },
    });
    expect((await replace(NEW)).status).toBe(200);
    const row = await sql("SELECT must_change_password AS must FROM users WHERE id = ?", userId).first(
      "must",
    );
    expect(row).toBe(0);
  });
});

async function changeOwn(
  person: { token: string; email: string; send: Awaited<ReturnType<typeof makePerson>>["send"] },
  current: string,
  password: string,
) {
  const me = (await (await person.send("GET", "/api/e/enterprise/users/me")).json()) as {
    response: { uId: string };
  };
  const { uId } = me.response;
  return person.send("PUT", "/api/e/enterprise/change_password", {
    currentPassword: await sealedFor(send, uId, current),
    ...(await sealedPair(send, uId, password)),
  });
}

describe("changing one's own password", () => {
  test("needs the current one, keeps this session and ends the others", async () => {
    const person = await makePerson(harness);
    const other = await signIn(send, { email: person.email, password: PASSWORD });
    const wrong = await changeOwn(person, "not the password", NEW);
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ errors: { currentPassword: expect.any(String) } });
    expect((await changeOwn(person, PASSWORD, NEW)).status).toBe(200);
    expect((await person.send("GET", "/api/e/enterprise/users/me")).status).toBe(200);
    await expect(other.call(profileApi.me)).rejects.toThrow("403");
    await signIn(send, { email: person.email, password: NEW });
    expect((await mailsTo(send, person.email))[0]?.subject).toBe("Your password was changed");
  });

  test("guesses at the current one ten times an hour at most", async () => {
    const person = await makePerson(harness);
    const answers = [];
    for (let count = 0; count < 11; count++)
      answers.push((await changeOwn(person, `guess ${count}`, NEW)).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });

  test("leaves no password in the log or in the audit trail", async () => {
    const person = await makePerson(harness);
    harness.logs();
    await changeOwn(person, PASSWORD, "canary of a password");
    const { results } = await sql(
      "SELECT * FROM directory_audit WHERE enterprise_id = ?",
      person.enterpriseId,
    ).all();
    expect(results.map(({ action }) => action)).toContain("changePassword");
    expect(JSON.stringify([results, harness.logs()])).not.toMatch(/canary|scrypt/);
  });
});
