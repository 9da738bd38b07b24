import type { TenantDb } from "#db/client.ts";
import { sendClasses } from "#db/tenant/messages.ts";
import { automationTexts } from "#texts/automation.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { type Ctx, ctxOf } from "../ctx.ts";
import { isDouble } from "../error.ts";
import { MESSAGE_MS } from "../flow/calls.ts";
import type { CallResult } from "../flow/cause.ts";
import type { Effect } from "../flow/effects.ts";
import { Marker } from "../links/mark.ts";
import { keepingRunLinks } from "../links/run-links.ts";
import type { LinkPlace } from "../links/shorten.ts";
import { addChatless } from "../messaging/add-chatless.ts";
import type { AddressHash } from "../messaging/address-hash.ts";
import { addressOn } from "../messaging/address-on.ts";
import { peopleMet } from "../messaging/meet-people.ts";
import type { Caller } from "./calls.ts";

const texts = automationTexts.failures;
type MessageEffect = Extract<Effect, { kind: "mail" | "sms" }>;

const TYPES = { mail: channelTypes.email, sms: channelTypes.sms } as const;
const MOST_TRIES = 5;

const CHANNEL = `SELECT c.id FROM channels c WHERE c.enterprise_id = ?1 AND c.type = ?2 AND (?3 IS NULL OR c.id = ?3) ORDER BY c.created_at, c.id LIMIT 1`;
/** Whose run it is: an address of theirs is theirs on the other channel, too. */
const CUSTOMER = `SELECT r.instance_id AS instanceId, r.identity_id AS identityId, c.number, c.name, c.phone, c.data FROM runs r LEFT JOIN identities i ON i.id = r.identity_id AND i.enterprise_id = ?1
  LEFT JOIN customers c ON c.enterprise_id = ?1 AND c.number = i.customer AND c.deleted_at IS NULL WHERE r.id = ?2 AND r.enterprise_id = ?1`;

interface Whose {
  instanceId: string;
  identityId: string;
  number: number | null;
  name: string | null;
  phone: string | null;
  data: string | null;
}

const actor = { userId: "system", name: "", address: "", requestId: "journey" };

interface Deps {
  /** Where an enterprise's short links are. */
  linksOf: (enterpriseId: EnterpriseId) => Promise<LinkPlace>;
  hashOf: (ctx: Ctx) => Promise<AddressHash>;
  /** Wakes who sends on the channel. */
  wake: (of: { enterpriseId: EnterpriseId; channelId: string }) => void;
}

/**
 * Stores a mail or an SMS of a journey, to be sent like any other message; made again it is the same one. Its run hears what
 * became of it by the trigger `messages_told_runs`, unless there is nobody to send it to.
 */
export const callingMessage =
  (db: TenantDb, { hashOf, linksOf, wake }: Deps): Caller =>
  async (effect, { enterpriseId, runId }) => {
    if (effect.kind !== "mail" && effect.kind !== "sms") throw new Error(`a ${effect.kind} is no message`);
    const ctx = ctxOf(db, enterpriseId, actor);
    const address = addressOn(TYPES[effect.kind], effect.to);
    if (address === undefined)
      return failed("wrongAddress", texts.wrongAddress[effect.kind](effect.to.slice(0, 100)));
    const marker = effect.clicks ? new Marker(await linksOf(enterpriseId)) : undefined;
    for (let tries = 1; ; tries++) {
      try {
        const channelId = await store(ctx, effect, { runId, address, hash: await hashOf(ctx), marker });
        if (channelId === undefined) return failed("noChannel", texts.noChannel[effect.kind]);
        wake({ enterpriseId, channelId });
        return undefined;
      } catch (error) {
        // Somebody else has met the same person at the same moment: now they are known.
        if (!isDouble(error) || tries === MOST_TRIES) throw error;
      }
    }
  };

const failed = (code: string, sentence: string): CallResult => ({
  ok: false,
  code,
  sentence,
  retryable: false,
});

/** Writes the message and whom it is for in one batch; answers its channel, and undefined where there is none. */
async function store(
  ctx: Ctx,
  effect: MessageEffect,
  {
    runId,
    address,
    hash,
    marker,
  }: { runId: string; address: string; hash: AddressHash; marker: Marker | undefined },
): Promise<string | undefined> {
  const { $client } = ctx.db;
  const type = TYPES[effect.kind];
  const [channels, whose] = await $client.batch([
    $client.prepare(CHANNEL).bind(ctx.enterpriseId, type, effect.channelId ?? null),
    $client.prepare(CUSTOMER).bind(ctx.enterpriseId, runId),
  ]);
  const [channel] = (channels?.results ?? []) as { id: string }[];
  const [of] = (whose?.results ?? []) as Whose[];
  if (!channel) return undefined;
  const known = of && isTheirs(of, type, address) ? of : undefined;
  const person = { address, customer: known?.number ?? null, name: known?.name ?? "" };
  const { identityOf, statements } = await peopleMet(ctx, type, [person], hash);
  const message = {
    id: ctx.newId(),
    channelId: channel.id,
    identityId: identityOf.get(address) ?? "",
    body: marker ? marker.inBody(bodyOf(effect)) : bodyOf(effect),
    cause: `run:${effect.key}`,
    sendClass: sendClasses.transactional,
    expiresAt: ctx.now() + MESSAGE_MS,
  };
  await $client.batch([
    ...statements,
    addChatless(ctx, [message], { kind: "bot", id: of?.instanceId ?? "" }),
    ...keepingRunLinks(
      ctx.db,
      ctx.enterpriseId,
      [{ key: effect.key, identityId: of?.identityId ?? message.identityId, marked: marker?.marked ?? [] }],
      ctx.now(),
    ),
  ]);
  return channel.id;
}

/** Whether the customer has that address, in whatever field. */
function isTheirs({ number, phone, data }: Whose, type: number, address: string): boolean {
  if (number === null) return false;
  const values = Object.values(JSON.parse(data ?? "{}") as Record<string, unknown>);
  return [phone, ...values].some((value) => typeof value === "string" && addressOn(type, value) === address);
}

const bodyOf = (effect: MessageEffect): MessageBody => ({
  kind: "text",
  text: effect.text,
  ...(effect.kind === "mail" && { subject: effect.subject.slice(0, 300) }),
});
