import { join } from "node:path";
import { directory } from "#db/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { users } from "#db/directory/users.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { startingSession, tokenOf } from "#workers/domain/identity/session.ts";
import { keptSecrets } from "../../scripts/lib/secrets.ts";
import { filesWith } from "../../scripts/lib/sqlite-file.ts";
import { type Person, signedInAs } from "./people.ts";
import type { Power } from "./power.ts";

interface Statement {
  toSQL(): { sql: string; params: unknown[] };
}

/**
 * Writes people into the demo's enterprise, who answer chats, while the system is cut off: each is signed in without a password,
 * which would take longer than what they are needed for. They call whichever system runs then.
 */
export async function writePeople(
  power: Power,
  { count, roles = [3] }: { count: number; roles?: number[] },
): Promise<Person[]> {
  const { DatabaseSync } = await import("node:sqlite");
  const [file = ""] = filesWith(power.state, "login_sessions");
  const { TOKEN_SECRET } = keptSecrets(join(power.state, "secrets.json"));
  // Only asked for the text of its statements.
  const db = directory({ DIRECTORY: {} as D1Database });
  const sqlite = new DatabaseSync(file);
  const write = (statement: Statement) => {
    const { sql, params } = statement.toSQL();
    sqlite.prepare(sql).run(...(params as string[]));
  };
  const owner = sqlite.prepare("SELECT enterprise_id AS id FROM users WHERE email_key = ?").get(DEMO.email);
  const enterpriseId = asEnterpriseId.parse(owner?.["id"]);
  const now = Date.now();
  const base = { enterpriseId, roles, state: 1, createdAt: now, updatedAt: now };
  try {
    return await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const id = `agent-${now}-${at}`;
        const email = `${id}@example.com`;
        write(db.insert(users).values({ ...base, id, name: `Agent ${at}`, email, emailKey: email }));
        const session = startingSession(db, { id, enterpriseId }, { address: "local", userAgent: "a bench" });
        write(session.statement);
        const claims = { sessionId: session.id, userId: id, enterpriseId, database: "TENANT_1" };
        const token = await tokenOf(claims, TOKEN_SECRET, { now, expiresAt: session.expiresAt });
        const fetching = {
          fetch: (path: string, init?: RequestInit) => fetch(power.served.url + path, init),
        };
        return signedInAs(fetching, { email, userId: id, enterpriseId }, token);
      }),
    );
  } finally {
    sqlite.close();
  }
}
