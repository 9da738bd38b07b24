import { createPagesFunctionHandler } from "@react-router/cloudflare";
import type { ServerBuild } from "react-router";
import type { PageData } from "./_middleware.ts";
// @ts-ignore -- made by the build, so absent from a fresh checkout
import * as serverBuild from "../build/server/index.js";

const build = serverBuild as unknown as ServerBuild;
// Taken from the bundle: imported from the source, it would be another copy of the context than the screens read.
const { makeLoadContext } = build.entry.module as unknown as typeof import("#app/entry.server.tsx");

export const onRequest: PagesFunction<PagesEnv, string, PageData> = createPagesFunctionHandler<PagesEnv>({
  build,
  getLoadContext: ({ context: { cloudflare } }) =>
    makeLoadContext({
      env: cloudflare.env,
      waitUntil: cloudflare.ctx.waitUntil,
      nonce: String(cloudflare.data.nonce),
      embedders: cloudflare.data.embedders as PageData["embedders"],
    }),
});
