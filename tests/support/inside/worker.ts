import type { WokenObject } from "#workers/contract/channel-place.ts";
import type { HubCalls } from "#workers/contract/socket.ts";
import { type DatabaseAnswer, type DatabaseCall, unpacked } from "./wire.ts";

/** Makes a test's calls of databases, hubs and senders from within, beside the Workers under test and on the same bindings. */
export default {
  async fetch(request, env): Promise<Response> {
    const hub = new URL(request.url).searchParams.get("hub");
    if (hub !== null) {
      const hubs = env["HUB"] as DurableObjectNamespace;
      await (hubs.get(hubs.idFromName(hub)) as unknown as HubCalls).tell(await request.json());
      return new Response();
    }
    const sender = new URL(request.url).searchParams.get("sender");
    if (sender !== null) {
      const senders = env["SENDER"] as DurableObjectNamespace;
      await (senders.get(senders.idFromName(sender)) as unknown as WokenObject).wake(await request.json());
      return new Response();
    }
    const call = await request.json<DatabaseCall>();
    return Response.json(
      await run(env[call.database] as D1Database, call).then(
        (answer): DatabaseAnswer => ({ answer }),
        (error: unknown): DatabaseAnswer => ({
          error: error instanceof Error ? error.message : String(error),
        }),
      ),
    );
  },
} satisfies ExportedHandler<Record<string, unknown>>;

async function run(database: D1Database, { method, statements, options }: DatabaseCall): Promise<unknown> {
  const bound = statements.map(({ query, params }) => database.prepare(query).bind(...params.map(unpacked)));
  const [only] = bound;
  if (method === "batch") return database.batch(bound);
  if (!only) throw new Error("no statement");
  switch (method) {
    case "all":
      return only.all();
    case "run":
      return only.run();
    case "first":
      return typeof options === "string" ? only.first(options) : only.first();
    case "raw":
      return only.raw(options as { columnNames?: false });
    default:
      return method satisfies never;
  }
}
