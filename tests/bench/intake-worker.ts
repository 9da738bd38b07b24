import { createHmac, timingSafeEqual } from "node:crypto";

interface Env {
  DB: D1Database;
}

/** The least that takes a webhook: the body read and verified, and one write of its events. */
export default {
  async fetch(request, env) {
    if (request.method === "PUT") {
      await env.DB.prepare(
        "CREATE TABLE events (n INTEGER PRIMARY KEY AUTOINCREMENT, channel TEXT, key TEXT, raw TEXT, state TEXT, at INTEGER)",
      ).run();
      await env.DB.prepare("CREATE UNIQUE INDEX events_key ON events (channel, key)").run();
      return new Response("made");
    }
    const body = Buffer.from(await request.arrayBuffer());
    const wanted = createHmac("sha256", "secret").update(body).digest();
    const given = Buffer.from(request.headers.get("x-signature") ?? "", "hex");
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
      return new Response(null, { status: 401 });
    const { events } = JSON.parse(body.toString()) as { events: { key: string }[] };
    await env.DB.prepare(
      `INSERT INTO events (channel, key, raw, state, at) SELECT 'c', value->>0, value->>1, 'pending', ?1 FROM json_each(?2) WHERE true
       ON CONFLICT DO NOTHING`,
    )
      .bind(Date.now(), JSON.stringify(events.map((event) => [event.key, JSON.stringify(event)])))
      .run();
    return Response.json({ status: true });
  },
} satisfies ExportedHandler<Env>;
