import type { Hono } from "hono";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import { isTimezone } from "#workers/contract/timezones.ts";
import { turnDepsOf } from "#workers/domain/bot-sessions/turn-deps.ts";
import { takeTurn } from "#workers/domain/bot-sessions/turn.ts";
import { placeOf } from "#workers/domain/enterprise/enterprise.ts";
import type { ProviderEnv } from "#workers/domain/integrations/provider-of.ts";
import { TRY_IT } from "#workers/domain/review/unmatched.ts";
import { emotionIn } from "#workers/nlu/emotions/shipped.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";

export function botSessionRoutes(app: Hono<AppEnv>): void {
  mount(app, botSessionsApi.predictIntent, ({ body }, { c, ctx, session }) => {
    const { zone, country } = placeOf(session.enterprise);
    const asked = body.metadata?.timeZone;
    return takeTurn(
      ctx,
      {
        agentId: body.agentId,
        sessionId: body.sessionId,
        text: botSessionsApi.heardOf(body.message.text),
        channel: TRY_IT,
        senderId: body.metadata?.senderId ?? session.user.id,
        timeZone: asked && isTimezone(asked) ? asked : zone,
        country,
        details: true,
      },
      turnDepsOf(ctx, c.env as ProviderEnv & ApiEnv, body.agentId, emotionIn),
    );
  });
}
