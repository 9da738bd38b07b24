export { CallRoom } from "./call-room.ts";
export { Hub } from "./hub.ts";
export { Visitor } from "./visitor.ts";

export default { fetch: () => new Response(null, { status: 404 }) } satisfies ExportedHandler<RealtimeEnv>;
