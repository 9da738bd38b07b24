import { eq } from "drizzle-orm";
import { accountStatements } from "#db/seed/accounts.ts";
import { callWith, type ApiClient } from "#db/seed/client.ts";
import { directory, type TenantDatabase } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { hashPassword } from "#workers/domain/identity/password.ts";
import { startingSession, tokenOf } from "#workers/domain/identity/session.ts";
import type { Harness } from "./harness.ts";

export const PASSWORD = "a long enough password";
/** Slow by design, so once for everybody. */
const stored = hashPassword(PASSWORD);
let made = 0;

/** A person of an enterprise of their own, signed in. */
export interface Person extends ApiClient {
  email: string;
  userId: string;
  enterpriseId: string;
  /** A raw call, for requests that the client would not send. A `body` that is not a string is sent as JSON. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Makes an enterprise with one user; by default in the first tenant database, with all permissions. */
export async function makeAccount(
  { env }: Harness,
  { database = "TENANT_1", roles = [1] }: { database?: TenantDatabase; roles?: number[] } = {},
): Promise<{ email: string; userId: string; enterpriseId: string }> {
  const email = `person-${++made}-${Date.now()}@example.com`;
  const statements = await accountStatements({
    enterprise: `Enterprise of ${email}`,
    database,
    name: "Kiran",
    email,
    password: PASSWORD,
    passwordHash: await stored,
    roles,
  });
  await env.DIRECTORY.batch(statements.map(({ sql, values }) => env.DIRECTORY.prepare(sql).bind(...values)));
  return {
    email,
    userId: String(statements[1]?.values[0]),
    enterpriseId: String(statements[0]?.values[0]),
  };
}

/** A new session's token for a user. */
export async function sessionFor(
  { env, secrets }: Pick<Harness, "env" | "secrets">,
  { userId, enterpriseId }: { userId: string; enterpriseId: string },
  { address = "local", userAgent = "a test", now = Date.now() } = {},
): Promise<string> {
  const db = directory(env);
  const user = { id: userId, enterpriseId: asEnterpriseId.parse(enterpriseId) };
  const { id, expiresAt, statement } = startingSession(db, user, { address, userAgent }, now);
  const [, [row]] = await db.batch([
    statement,
    db
      .select({ database: enterprises.database })
      .from(enterprises)
      .where(eq(enterprises.id, user.enterpriseId)),
  ]);
  const claims = { sessionId: id, userId, enterpriseId: user.enterpriseId, database: row?.database ?? "" };
  return tokenOf(claims, secrets.TOKEN_SECRET, { now, expiresAt });
}

/** Makes an enterprise with one user who is signed in; not by a password, which is slow and has tests of its own. */
export async function makePerson(
  harness: Harness,
  options: Parameters<typeof makeAccount>[1] = {},
): Promise<Person> {
  const account = await makeAccount(harness, options);
  return signedInAs(harness, account, await sessionFor(harness, account));
}

/** An account with a token of its own, and how it calls. */
export const signedInAs = (
  harness: Pick<Harness, "fetch">,
  account: Omit<Person, "token" | "call" | "send">,
  token: string,
): Person => ({
  ...account,
  token,
  call: (endpoint, input) => callWith((path, init) => harness.fetch(path, init), token, endpoint, input),
  send: (method, path, body, headers = {}) =>
    harness.fetch(path, {
      method,
      headers: {
        "authentication-token": token,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
});

/** Sends a form with files. The harness's fetch does not know this process's FormData, so its bytes are sent. */
export async function sendForm(
  harness: Pick<Harness, "fetch">,
  { token }: Pick<Person, "token">,
  path: string,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<Response> {
  const encoded = new Request("http://form/", { method: "POST", body: form });
  return harness.fetch(path, {
    method: "POST",
    headers: {
      "authentication-token": token,
      "content-type": encoded.headers.get("content-type") ?? "",
      ...headers,
    },
    body: await encoded.arrayBuffer(),
  });
}
