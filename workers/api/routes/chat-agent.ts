import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { directory } from "#db/client.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { exchangeChatCode, issueChatCode } from "#workers/domain/identity/chat-code.ts";
import { iso } from "#workers/domain/scope.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";
import { publicUrl } from "../public-url.ts";
import { letIn } from "../sign-in.ts";
import { visitOf } from "../visit.ts";

const { chatAgent } = endpoints;

export function chatAgentRoutes(app: Hono<AppEnv>): void {
  mount(app, chatAgent.issue, async (_, { c, office }) => {
    const { code, expiresAt } = await issueChatCode(office);
    return { code, address: publicUrl(c, "/chatagent", { chatRefId: code }), expiresAt: iso(expiresAt) };
  });

  mount(app, chatAgent.exchange, async ({ body }, { c }) => {
    const entered = await exchangeChatCode(directory(c.env), body.code, visitOf(c), c.env.TOKEN_SECRET);
    return new Said(await letIn(c, entered), messages.auth.loginSucceeded);
  });
}
