import { jwtVerify } from "jose";

interface Env {
  TOKEN_SECRET: string;
  DIRECTORY: D1Database;
  TENANT_1: D1Database;
  TENANT_2: D1Database;
}

const SESSION = `SELECT s.id, s.expires_at, s.last_seen_at, u.id AS uid, u.roles, e.id AS eid, e.database, (
    SELECT json_group_array(json_object('role', r.role, 'permissions', json(r.permissions)))
    FROM role_permissions r WHERE r.enterprise_id = e.id) AS sets
  FROM login_sessions s JOIN users u ON u.id = s.user_id JOIN enterprises e ON e.id = s.enterprise_id
  WHERE s.id = ?1 AND s.ended_at IS NULL AND s.expires_at > ?2 AND s.last_seen_at > ?3 AND u.state = 1 LIMIT 1`;
const AGENTS = `SELECT id, enterprise_id AS eId, name, description, config, created_at, updated_at, revision FROM agents
  WHERE enterprise_id = ?1 ORDER BY created_at DESC, id DESC LIMIT 101`;

let key: CryptoKey | undefined;

/** The least that answers the signed-in list of agents: the token, the session and the rows, and nothing else. */
export default {
  async fetch(request, env) {
    key ??= await crypto.subtle.importKey(
      "raw",
      new TextEncoder().encode(env.TOKEN_SECRET),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["verify"],
    );
    const { payload } = await jwtVerify(request.headers.get("authentication-token") ?? "", key);
    const now = Date.now();
    const session = await env.DIRECTORY.prepare(SESSION)
      .bind(payload.sid, now, now - 28_800_000)
      .first<{ eid: string; database: "TENANT_1" | "TENANT_2" }>();
    if (!session) return new Response(null, { status: 403 });
    const { results } = await env[session.database]
      .prepare(AGENTS)
      .bind(session.eid)
      .all<Record<string, never>>();
    const agents = results.slice(0, 100).map((row) => ({
      id: row.id,
      agentId: row.id,
      name: row.name,
      description: row.description,
      createdAt: new Date(row.created_at ?? 0).toISOString(),
      updatedAt: new Date(row.updated_at ?? 0).toISOString(),
      eId: row.eId,
      revision: row.revision,
      config: JSON.parse(row.config ?? "{}") as object,
    }));
    return Response.json({ status: true, message: "", data: { agents, more: results.length > 100 } });
  },
} satisfies ExportedHandler<Env>;
