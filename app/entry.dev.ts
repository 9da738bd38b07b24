import { createRequestHandler, type ServerBuild } from "react-router";
import { makeLoadContext } from "./entry.server.tsx";

// `npm run dev` only: the Pages project as one Worker, because Vite serves Workers and not Pages functions. There is
// no Content-Security-Policy here, as Vite injects styles and its reload client without a nonce.
const handler = createRequestHandler(
  () => import("virtual:react-router/server-build") as Promise<ServerBuild>,
  import.meta.env.MODE,
);

export default {
  fetch(request, env, ctx) {
    if (/^\/(api|l|u)\//.test(new URL(request.url).pathname)) return env.API.fetch(request);
    const waitUntil = (promise: Promise<unknown>) => ctx.waitUntil(promise);
    return handler(
      request,
      makeLoadContext({ env, waitUntil, nonce: undefined, embedders: [], language: "en" }),
    );
  },
} satisfies ExportedHandler<PagesEnv>;
