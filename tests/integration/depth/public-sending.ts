import { randomUUID } from "node:crypto";
import { makeTemplate } from "#tests/support/public-sending.ts";
import * as publicApi from "#workers/contract/endpoints/public-messages.ts";
import type { World } from "./world.ts";

/** A message that the owner's system asks for. */
export async function asToSend({ harness, owner, ids }: World) {
  const channel = { id: ids.simulatorId, enterpriseId: owner.enterpriseId };
  const { name } = await makeTemplate(harness, channel);
  return {
    channelId: channel.id,
    to: "+91 98765 43321",
    template: { name, language: "en" },
    variables: { "body/1": "Asha" },
    idempotencyKey: randomUUID(),
  };
}

export async function sentByApi(world: World): Promise<{ id: string; idempotencyKey: string }> {
  const { messages } = await world.owner.call(publicApi.sendMessages, {
    body: { messages: [await asToSend(world)] },
  });
  const [taken] = messages;
  if (taken?.status !== "accepted") throw new Error(JSON.stringify(taken));
  return taken;
}
