import { createPagesFunctionHandler } from "@react-router/cloudflare";
import type { ServerBuild } from "react-router";
import type { PageData } from "./_middleware.ts";
// @ts-ignore -- made by the build, so absent from a fresh checkout
import * as english from "../build/server/index.js";

/** Another language's build is only evaluated when a document in it is asked for. */
const IN_LANGUAGE = {
  // @ts-ignore -- made by the build
  hi: () => import("../build/server-hi/index.js"),
};

const { documentLanguage } = entryOf(english as unknown as ServerBuild);

const handlers = new Map<string, Promise<PagesFunction<PagesEnv, string, PageData>>>();

export const onRequest: PagesFunction<PagesEnv, string, PageData> = async (context) => {
  const language = documentLanguage(context.request as unknown as Request);
  const handler = handlers.get(language) ?? handlerOf(language);
  handlers.set(language, handler);
  return (await handler)(context);
};

async function handlerOf(language: "en" | keyof typeof IN_LANGUAGE) {
  const build = (language === "en" ? english : await IN_LANGUAGE[language]()) as unknown as ServerBuild;
  const { makeLoadContext } = entryOf(build);
  return createPagesFunctionHandler<PagesEnv>({
    build,
    getLoadContext: ({ context: { cloudflare } }) =>
      makeLoadContext({
        env: cloudflare.env,
        waitUntil: cloudflare.ctx.waitUntil,
        nonce: String(cloudflare.data.nonce),
        embedders: cloudflare.data.embedders as PageData["embedders"],
        language,
      }),
  }) as PagesFunction<PagesEnv, string, PageData>;
}

/** Taken from the bundle: imported from the source, it would be another copy of the context than the screens read. */
function entryOf(build: ServerBuild) {
  return build.entry.module as unknown as typeof import("#app/entry.server.tsx");
}
