import type { Hono } from "hono";
import { richCardsTexts as texts } from "#texts/rich-cards.ts";
import { whyNot } from "#workers/channels/fits.ts";
import * as richCardsApi from "#workers/contract/endpoints/rich-cards.ts";
import { messageOfRichCard } from "#workers/contract/rich-card.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import {
  createRichCard,
  deleteRichCard,
  getRichCard,
  listRichCards,
  updateRichCard,
} from "#workers/domain/rich-cards/rich-card.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function richCardRoutes(app: Hono<AppEnv>): void {
  mount(app, richCardsApi.listRichCards, ({ query }, { ctx }) => listRichCards(ctx, query));
  mount(
    app,
    richCardsApi.createRichCard,
    async ({ body }, { ctx }) => new Reply(await createRichCard(ctx, body), texts.saved),
  );
  mount(app, richCardsApi.previewRichCard, async ({ body }) => {
    const message = messageOfRichCard(body.content);
    return { message, reason: whyNot(message, simulatorCapabilities(body.channelType)) ?? "" };
  });
  mount(app, richCardsApi.getRichCard, ({ params }, { ctx }) => getRichCard(ctx, params.id));
  mount(
    app,
    richCardsApi.updateRichCard,
    async ({ params, body }, { ctx }) => new Reply(await updateRichCard(ctx, params.id, body), texts.saved),
  );
  mount(app, richCardsApi.deleteRichCard, async ({ params }, { ctx }) => {
    await deleteRichCard(ctx, params.id);
    return new Reply(null, texts.deleted);
  });
}
