import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from "jose";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { callWith, loginBody, type Send } from "#db/seed/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { CLIENT, ISSUER, startOpenIdProvider } from "#tests/support/openid-provider.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson, PASSWORD, type Person } from "#tests/support/people.ts";
import { sealedFor } from "#tests/support/second-factor.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as singleSignOnApi from "#workers/contract/endpoints/single-sign-on.ts";
import * as twoFactorApi from "#workers/contract/endpoints/two-factor.ts";

const harness = await startHarness();
const send: Send = (path, init) => harness.fetch(path, init);
const { DIRECTORY } = harness.env;
const REDIRECT = "http://127.0.0.1:8787/api/account/sso_redirect_callback";
const idp = await startOpenIdProvider(REDIRECT);
afterAll(() => idp.stop());
beforeEach(() => {
  idp.join();
  idp.tamper = undefined;
});

const post = (path: string, body: unknown): Promise<Response> =>
  harness.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** A person of an enterprise whose people sign in at the provider. */
async function connected({ roles = [1], direct = false } = {}): Promise<Person & { uId: string }> {
  const person = await makePerson(harness);
  const { uId } = await person.call(profileApi.me);
  await person.call(singleSignOnApi.saveSso, {
    body: {
      issuer: ISSUER,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      enabled: true,
      direct,
      revision: 0,
      password: await sealedFor(send, uId),
    },
  });
  if (roles[0] !== 1) {
    await DIRECTORY.prepare("UPDATE users SET roles = ? WHERE id = ?").bind(JSON.stringify(roles), uId).run();
  }
  idp.account = { sub: `sub-of-${uId}`, email: person.email, email_verified: true };
  return { ...person, uId };
}

/** Begins here, signs in there; returns the parameters that the browser brings back to the console's page. */
async function brought(enterpriseId: string, change: (address: URL) => void = () => {}) {
  const begun = await post("/api/account/sso_start", { id: enterpriseId, next: "/bots" });
  const { data } = (await begun.json()) as { data: { address: string; state: string } };
  const address = new URL(data.address);
  change(address);
  const back = await idp.visit(address.href);
  expect(back.origin + back.pathname).toBe(REDIRECT);
  const landed = await harness.fetch(back.pathname + back.search);
  expect(landed.status).toBe(303);
  const [page, fragment = ""] = (landed.headers.get("location") ?? "").split("#");
  expect(page).toBe("/login/callback");
  const values = new URLSearchParams(fragment);
  const value = (name: string) => values.get(name) ?? "";
  expect(value("state")).toBe(data.state);
  return { code: value("code"), state: value("state"), iss: value("iss") };
}
const validate = (body: unknown) => post("/api/account/oauth_validate", body);
const signInThere = async (enterpriseId: string) => validate(await brought(enterpriseId));
const profileOf = async (answer: Response) => {
  const { response } = (await answer.json()) as { response: { authToken: string; next: string } };
  return callWith(send, response.authToken, profileApi.me);
};
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

describe("signing in at the enterprise's own provider", () => {
  test("lets in whom it has verified, asks for what it should, and leads on to where they wanted", async () => {
    const person = await connected();
    const begun = await post("/api/account/sso_start", { id: person.enterpriseId, next: "/bots" });
    const { data } = (await begun.json()) as { data: { address: string } };
    const query = Object.fromEntries(new URL(data.address).searchParams);
    expect(query).toMatchObject({
      response_type: "code",
      client_id: CLIENT.id,
      redirect_uri: REDIRECT,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const answer = await signInThere(person.enterpriseId);
    expect(answer.status).toBe(200);
    const copy = answer.clone();
    expect(await copy.json()).toMatchObject({ response: { next: "/bots", uId: person.uId } });
    expect(await profileOf(answer)).toMatchObject({ emailId: person.email, ssoDirect: false });
  });

  test("knows a person by issuer and subject from then on, not by the address", async () => {
    const person = await connected();
    await signInThere(person.enterpriseId);
    const stranger = await makePerson(harness);
    await DIRECTORY.prepare("UPDATE users SET enterprise_id = ? WHERE email = ?")
      .bind(person.enterpriseId, stranger.email)
      .run();
    // The same person, whose address at the provider is now a colleague's.
    idp.account = { ...idp.account, email: stranger.email };
    expect(await profileOf(await signInThere(person.enterpriseId))).toMatchObject({ uId: person.uId });
    // Another person, who has taken the first one's address.
    idp.account = { sub: "somebody-else", email: person.email, email_verified: true };
    expect((await signInThere(person.enterpriseId)).status).toBe(403);
  });

  test.each([
    ["an address that is not verified", { email_verified: false }],
    ["no address", { email: undefined }],
    ["an address of nobody", { email: "nobody@example.com" }],
  ])("refuses who is new and has %s", async (_, change) => {
    const person = await connected();
    const { email, ...rest } = { ...idp.account, ...change };
    idp.account = email === undefined ? rest : { ...rest, email };
    const answer = await signInThere(person.enterpriseId);
    expect(answer.status).toBe(403);
    expect(await answer.json()).not.toHaveProperty("response");
  });

  test("never lets in the person of another enterprise, nor one who is deactivated", async () => {
    const person = await connected();
    const foreign = await makePerson(harness);
    idp.account = { sub: "foreign", email: foreign.email, email_verified: true };
    expect((await signInThere(person.enterpriseId)).status).toBe(403);
    idp.account = { sub: "gone", email: person.email, email_verified: true };
    await DIRECTORY.prepare("UPDATE users SET state = 2 WHERE id = ?").bind(person.uId).run();
    expect((await signInThere(person.enterpriseId)).status).toBe(403);
  });

  test("where it is the only way, hides Signout and takes no password; administrators keep theirs", async () => {
    const person = await connected({ roles: [6], direct: true });
    expect(await profileOf(await signInThere(person.enterpriseId))).toMatchObject({ ssoDirect: true });
    const byPassword = async (email: string) =>
      (
        await post(
          "/api/account/enterprise/login/twoFactorAuth",
          await loginBody(send, { email, password: PASSWORD }),
        )
      ).status;
    expect(await byPassword(person.email)).toBe(400);
    const admin = await connected({ direct: true });
    expect(await profileOf(await signInThere(admin.enterpriseId))).toMatchObject({ ssoDirect: false });
    expect(await byPassword(admin.email)).toBe(200);
    // Switched off, it leaves nobody without a way in.
    await admin.call(singleSignOnApi.saveSso, {
      body: {
        issuer: ISSUER,
        clientId: CLIENT.id,
        enabled: false,
        direct: true,
        revision: 1,
        password: await sealedFor(send, admin.uId),
      },
    });
    expect((await post("/api/account/sso_start", { id: admin.enterpriseId })).status).toBe(404);
  });
});

test("where an enterprise allows one session a person, coming in by the provider ends the others", async () => {
  const person = await connected();
  await person.call(twoFactorApi.saveSignInRules, {
    body: { singleSession: true, password: await sealedFor(send, person.uId) },
  });
  expect((await signInThere(person.enterpriseId)).status).toBe(200);
  expect((await person.send("GET", "/api/e/enterprise/users/me")).status).toBe(403);
});

describe("what comes back from a provider is refused (S-24)", () => {
  test("with a state that nobody was given, one that was used, or one that is too old", async () => {
    const person = await connected();
    const back = await brought(person.enterpriseId);
    expect((await validate({ ...back, state: "made-up" })).status).toBe(400);
    expect((await validate(back)).status).toBe(200);
    expect((await validate(back)).status).toBe(400);
    const late = await brought(person.enterpriseId);
    await DIRECTORY.prepare("UPDATE sso_attempts SET expires_at = 1").run();
    expect((await validate(late)).status).toBe(400);
    expect((await validate({ code: late.code })).status).toBe(400);
  });

  test("with somebody else's code, a made-up one, or another issuer beside it", async () => {
    const person = await connected();
    const [one, two] = [await brought(person.enterpriseId), await brought(person.enterpriseId)];
    // The code of one sign-in with the state of another: PKCE binds them.
    expect((await validate({ ...one, code: two.code })).status).toBe(400);
    expect((await validate({ ...(await brought(person.enterpriseId)), code: "made-up" })).status).toBe(400);
    const back = await brought(person.enterpriseId);
    expect((await validate({ ...back, iss: "https://evil.example" })).status).toBe(400);
  });

  test("when the challenge was replaced on the way (PKCE)", async () => {
    const person = await connected();
    const back = await brought(person.enterpriseId, ({ searchParams }) =>
      searchParams.set("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
    );
    expect((await validate(back)).status).toBe(400);
  });

  const signed = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: idp.kid }).sign(idp.key);
  const forgeries: Record<string, (claims: JWTPayload) => Promise<string> | string> = {
    "another nonce": (claims) => signed({ ...claims, nonce: "another" }),
    "no nonce": ({ nonce: _, ...claims }) => signed(claims),
    "another issuer": (claims) => signed({ ...claims, iss: "https://evil.bank-of-tests.com" }),
    "another audience": (claims) => signed({ ...claims, aud: "another-client" }),
    "a time that is over": (claims) => signed({ ...claims, exp: secondsFromNow(-600) }),
    "alg none": (claims) => new UnsecuredJWT(claims).encode(),
    "another key under the same name": async (claims) => {
      const { privateKey } = await generateKeyPair("RS256");
      return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: idp.kid }).sign(privateKey);
    },
    "the client's secret for a key": (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(CLIENT.secret)),
    "a claim that was changed after signing": async (claims) => {
      const [head, , signature] = (await signed(claims)).split(".");
      const body = Buffer.from(JSON.stringify({ ...claims, sub: "somebody-else" })).toString("base64url");
      return `${head}.${body}.${signature}`;
    },
  };

  test("never when an identity is signed anew as it was: the next cases fail for their one fault", async () => {
    const person = await connected();
    idp.tamper = async (answer) => ({
      ...answer,
      id_token: await signed(decodeJwt(String(answer["id_token"]))),
    });
    expect((await signInThere(person.enterpriseId)).status).toBe(200);
  });

  test.each(Object.entries(forgeries))("whose identity has %s", async (_, forge) => {
    const person = await connected();
    idp.tamper = async (answer) => ({
      ...answer,
      id_token: await forge(decodeJwt(String(answer["id_token"]))),
    });
    const answer = await signInThere(person.enterpriseId);
    expect(answer.status).toBe(400);
    const said = (await answer.json()) as { message: string };
    expect(said).not.toHaveProperty("response");
    expect(said.message).toBe("Couldn't verify the sign-in at your provider. Please try again.");
    const { results } = await DIRECTORY.prepare("SELECT * FROM user_identities WHERE enterprise_id = ?")
      .bind(person.enterpriseId)
      .all();
    expect(results).toEqual([]);
  });

  test("without any identity", async () => {
    const person = await connected();
    idp.tamper = async ({ id_token: _, ...answer }) => answer;
    expect((await signInThere(person.enterpriseId)).status).toBe(400);
  });
});

describe("setting it up", () => {
  const fields = { issuer: ISSUER, clientId: "x", enabled: true, direct: false, revision: 0 };

  test("never shows the secret again, and keeps it encrypted", async () => {
    const person = await connected();
    const shown = await person.call(singleSignOnApi.getSso);
    expect(shown).toMatchObject({
      issuer: ISSUER,
      hasSecret: true,
      redirectUri: REDIRECT,
      startAddress: `http://127.0.0.1:8787/${person.enterpriseId}/redirect`,
    });
    const tables = ["sso_connections", "sso_attempts", "directory_audit"];
    const stored = await DIRECTORY.batch(tables.map((table) => DIRECTORY.prepare(`SELECT * FROM ${table}`)));
    await signInThere(person.enterpriseId);
    expect(JSON.stringify([shown, stored.map(({ results }) => results), harness.logs()])).not.toContain(
      "CANARY",
    );
  });

  test("asks for the password, and for the secret again when the issuer is another", async () => {
    const person = await connected();
    expect((await person.send("PUT", "/api/e/enterprise/sso", { ...fields, revision: 1 })).status).toBe(400);
    const other = await person.send("PUT", "/api/e/enterprise/sso", {
      ...fields,
      issuer: "https://login.evil-bank.com",
      revision: 1,
      password: await sealedFor(send, person.uId),
    });
    expect(other.status).toBe(400);
    expect(await other.json()).toMatchObject({ errors: { clientSecret: expect.any(String) } });
    expect((await person.call(singleSignOnApi.getSso)).issuer).toBe(ISSUER);
  });

  test("refuses who began from an older state", async () => {
    const person = await connected();
    const stale = await person.send("PUT", "/api/e/enterprise/sso", {
      ...fields,
      password: await sealedFor(send, person.uId),
    });
    expect(stale.status).toBe(409);
  });

  test.each([
    "http://login.bank-of-tests.com",
    "https://127.0.0.1",
    "https://localhost/",
    "https://169.254.169.254/",
    "https://[::1]/",
    "https://printer.local",
  ])("takes no issuer at %s", async (issuer) => {
    const person = await makePerson(harness);
    const { uId } = await person.call(profileApi.me);
    const answer = await person.send("PUT", "/api/e/enterprise/sso", {
      ...fields,
      issuer,
      password: await sealedFor(send, uId),
    });
    expect(answer.status).toBe(400);
  });

  test("tests a provider: one that answers, one that is another, one whose name leads inside", async () => {
    const person = await makePerson(harness);
    const tryIt = (issuer: string) => person.call(singleSignOnApi.testSso, { body: { issuer } });
    expect(await tryIt(ISSUER)).toEqual({ ok: true, message: `${ISSUER} answers, and can be used.` });
    expect((await tryIt(`${ISSUER}/another`)).ok).toBe(false);
    answerOutbound("https://cloudflare-dns.com/dns-query", () =>
      Response.json({ Answer: [{ type: 1, data: "10.0.0.7" }] }),
    );
    const asked = answerOutbound(ISSUER, () => Response.json({}));
    expect((await tryIt(ISSUER)).ok).toBe(false);
    expect(asked.requests).toEqual([]);
  });

  test("is for who may change the enterprise", async () => {
    const viewer = await makePerson(harness, { roles: [6] });
    for (const [method, path] of [
      ["GET", "/api/e/enterprise/sso"],
      ["PUT", "/api/e/enterprise/sso"],
      ["POST", "/api/e/enterprise/sso/test"],
    ] as const) {
      const body = method === "GET" ? undefined : fields;
      expect((await viewer.send(method, path, body)).status).toBe(403);
    }
  });
});
