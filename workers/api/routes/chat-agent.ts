import type { Hono } from "hono";
import { authTexts } from "#texts/auth.ts";
import { directory } from "#db/client.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { exchangeChatCode, issueChatCode } from "#workers/domain/identity/chat-code.ts";
import { iso } from "#workers/domain/ctx.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";
import { publicUrl } from "../public-url.ts";
import { letIn } from "../sign-in.ts";
import { visitOf } from "../visit.ts";

const { chatAgent } = endpoints;

export function chatAgentRoutes(app: Hono<AppEnv>): void {
  mount(app, chatAgent.issue, async (_, { c, directoryCtx }) => {
    const { code, expiresAt } = await issueChatCode(directoryCtx);
    return { code, address: publicUrl(c, "/chatagent", { chatRefId: code }), expiresAt: iso(expiresAt) };
  });

  mount(app, chatAgent.exchange, async ({ body }, { c }) => {
    const entered = await exchangeChatCode(directory(c.env), body.code, visitOf(c), c.env.TOKEN_SECRET);
    return new Reply(letIn(entered), authTexts.loginSucceeded);
  });
}
