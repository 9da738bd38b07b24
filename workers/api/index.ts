import app from "./app.ts";

export { SocketActions } from "./socket-actions.ts";

export default app satisfies ExportedHandler<ApiEnv>;
