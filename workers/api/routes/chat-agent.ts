import type { Hono } from "hono";
import { authTexts } from "#texts/auth.ts";
import { directory } from "#db/client.ts";
import * as chatAgentApi from "#workers/contract/endpoints/chat-agent.ts";
import { exchangeChatCode, issueChatCode } from "#workers/domain/identity/chat-code.ts";
import { iso } from "#workers/domain/ctx.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";
import { publicUrl } from "../public-url.ts";
import { letIn } from "../sign-in.ts";
import { visitOf } from "../visit.ts";

export function chatAgentRoutes(app: Hono<AppEnv>): void {
  mount(app, chatAgentApi.issueChatCode, async (_, { c, directoryCtx }) => {
    const { code, expiresAt } = await issueChatCode(directoryCtx);
    return { code, address: publicUrl(c, "/chatagent", { chatRefId: code }), expiresAt: iso(expiresAt) };
  });

  mount(app, chatAgentApi.exchangeChatCode, async ({ body }, { c }) => {
    const entered = await exchangeChatCode(directory(c.env), body.code, visitOf(c), c.env.TOKEN_SECRET);
    return new Reply(letIn(entered), authTexts.loginSucceeded);
  });
}
