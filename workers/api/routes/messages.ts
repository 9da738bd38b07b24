import type { Hono } from "hono";
import * as messagesApi from "#workers/contract/endpoints/messages.ts";
import { messageStatus } from "#workers/domain/messaging/message-status.ts";
import { whyAnswered } from "#workers/domain/messaging/why.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";

export function messageRoutes(app: Hono<AppEnv>): void {
  mount(app, messagesApi.messageWhy, ({ params }, { ctx }) => whyAnswered(ctx, params.id));
  mount(app, messagesApi.messageStatus, ({ params }, { ctx }) => messageStatus(ctx, params.id));
}
