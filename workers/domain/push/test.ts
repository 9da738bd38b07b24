import { pushTexts as texts } from "#texts/push.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { type PushDeps, sendPush } from "./send.ts";
import { ownSubscription, removeSubscription } from "./subscriptions.ts";

const TEST_SECONDS = 60;

/**
 * Sends a notification to one of the caller's browsers and waits for what its push service says. Throws notFound,
 * pushGone (and the browser is forgotten), or pushNotTaken.
 */
export async function sendTest(ctx: Ctx, deps: PushDeps, id: string): Promise<void> {
  const browser = await ownSubscription(ctx, id);
  const payload = { title: texts.testTitle, body: texts.testBody, chatId: "", key: ctx.newId() };
  const outcome = await sendPush(deps, browser, payload, {
    ttl: TEST_SECONDS,
    urgency: "high",
    topic: "test",
  });
  if (outcome.kind === "taken") return;
  if (outcome.kind !== "gone") throw new DomainError("pushNotTaken");
  await removeSubscription(ctx, id);
  throw new DomainError("pushGone");
}
