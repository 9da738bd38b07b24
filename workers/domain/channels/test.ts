import { channels } from "#db/tenant/channels.ts";
import { channelsTexts as texts } from "#texts/channels.ts";
import type { testChannel as contract } from "#workers/contract/endpoints/channels.ts";
import { isOfAccount } from "#workers/contract/channel-facts.ts";
import type { HealthFact } from "#workers/contract/channel-health.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { bindable } from "../guard.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { SecretError } from "../secrets/seal.ts";
import { useSecret } from "../secrets/secret.ts";
import { channelOnWire, type ChannelRow, findChannel, secretOwner, thisChannel } from "./channel.ts";
import { factsColumn, keepingHealth } from "../channel-health/health.ts";

type Outcome = { ok: true; health?: HealthFact[] } | { ok: false; message: string };

/** The vendor's cheapest real call, which its adapter makes. */
export type TestCall = (
  channel: Pick<ChannelRow, "id" | "type" | "vendor" | "contactId" | "settings" | "webhookToken">,
  credentials: Readonly<Record<string, string>>,
) => Promise<Outcome>;

const MOST_LETTERS = 500;

/** Tests a channel with its stored credentials, and keeps the outcome as its health. */
export async function testChannel(
  ctx: Ctx,
  { ring, testCall }: { ring: KeyRing; testCall: TestCall },
  id: string,
): Promise<ReplyOf<typeof contract>> {
  const { stored, ...found } = await findChannel(ctx, id);
  const begun = ctx.now();
  const outcome = await tried(ctx, ring, testCall, found.channel, stored);
  const at = ctx.now();
  const health = outcome.ok ? { lastSuccessAt: at } : { lastError: outcome.message, lastErrorAt: at };
  // The vendor's answer is as old as the question.
  const facts = (outcome.ok && outcome.health ? outcome.health : []).map((fact) => ({
    ...fact,
    at: begun,
    account: isOfAccount(fact.fact) ? (found.channel.settings["wabaId"] ?? "") : "",
  }));
  const results = await ctx.db.$client.batch([
    bindable(ctx, ctx.db.update(channels).set(health).where(thisChannel(ctx, id))),
    ...keepingHealth(ctx, id, facts),
    bindable(ctx, ctx.db.select({ health: factsColumn }).from(channels).where(thisChannel(ctx, id))),
  ]);
  const [known = { health: "[]" }] = (results.at(-1)?.results ?? []) as { health: string }[];
  const milliseconds = at - begun;
  return {
    ok: outcome.ok,
    milliseconds,
    message: outcome.ok ? texts.testWorks(milliseconds) : outcome.message,
    channel: channelOnWire({ ...found, ...known, channel: { ...found.channel, ...health } }, stored),
  };
}

async function tried(
  ctx: Ctx,
  ring: KeyRing,
  testCall: TestCall,
  channel: ChannelRow,
  stored: readonly string[],
): Promise<Outcome> {
  const credentials: Record<string, string> = {};
  try {
    const opened = await Promise.all(
      stored.map(
        async (field) => [field, await useSecret(ctx, ring, secretOwner(channel.id, field))] as const,
      ),
    );
    for (const [field, secret] of opened) if (secret !== undefined) credentials[field] = secret;
    const outcome = await testCall(channel, credentials);
    return outcome.ok ? outcome : { ok: false, message: withoutSecrets(outcome.message, credentials) };
  } catch (error) {
    return { ok: false, message: error instanceof SecretError ? texts.secretBroken : texts.testFailed };
  }
}

/** So short a word stands in many a sentence, and gives nothing away there. */
const SHORTEST = 4;

/** Vendors repeat keys in their refusals; what is kept and shown never holds one. The longest goes first. */
function withoutSecrets(message: string, credentials: Readonly<Record<string, string>>): string {
  let text = message;
  const secrets = Object.values(credentials).filter((secret) => secret.length >= SHORTEST);
  for (const secret of secrets.toSorted((a, b) => b.length - a.length)) text = text.replaceAll(secret, "•••");
  return text.slice(0, MOST_LETTERS);
}
