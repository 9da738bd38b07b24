import { createHash } from "node:crypto";
import { errorsTexts } from "#texts/errors.ts";
import { publicSendingTexts as texts } from "#texts/public-sending.ts";
import {
  type PublicMessage,
  publicMessage,
  type Taken,
} from "#workers/contract/endpoints/public-messages.ts";
import type { BodyOf } from "#workers/contract/message-body.ts";
import { isFenced } from "../bare/fenced.ts";
import { addChatless } from "../messaging/add-chatless.ts";
import { kindOn } from "../messaging/address-on.ts";
import type { Ctx } from "../ctx.ts";
import { isDouble } from "../error.ts";
import { type LinkPlace, unsubscribeUrls } from "../links/shorten.ts";
import type { AddressHash } from "../messaging/address-hash.ts";
import { type Effects, noEffects } from "../messaging/effects.ts";
import { type Known, meet } from "../messaging/meet.ts";
import { peopleWritten, type Some } from "../messaging/write-people.ts";
import { flowSessionsOf, openingTemplateFlows } from "../flow-sessions/template-sessions.ts";
import { type Formed, formed, refusalOf, Unfit } from "./form.ts";
import { BEFORE, type Before, causeOf, findNamed, type Found, type Keeping } from "./read.ts";

const MOST_TRIES = 5;

/** The needs of taking beside the context: the hash of addresses, and the place of links to us. */
export interface TakingDeps {
  hashing: Promise<AddressHash>;
  links: LinkPlace;
  /** Answers what stands under the keys of messages of an enterprise on its way, where some were kept by another request. */
  name?: ((fresh: readonly Keeping[]) => Promise<Before[]>) | undefined;
  /** Keeps messages of an enterprise that moves, and answers what stands under their keys; without it they are refused. */
  keep?: (fresh: readonly Keeping[]) => Promise<Before[]>;
  /** Ids that were given already, by the messages' keys. */
  ids?: ReadonlyMap<string, string>;
}

type Item = { asked: PublicMessage; hash: string } | { refused: Taken };

/** The result of a page: each message in its order, and the channels that have something to send. */
export interface TakenPage {
  messages: Taken[];
  channelIds: string[];
}

/**
 * Takes a page of messages: each is stored to be sent, or refused by itself. The same request under the same key answers the
 * message that it made, also when two calls race; two batches.
 */
export async function takeMessages(
  ctx: Ctx,
  page: readonly unknown[],
  { hashing, ...rest }: TakingDeps,
): Promise<TakenPage> {
  const items = page.map(itemOf);
  const asked = items.flatMap((item) => ("asked" in item ? [item.asked] : []));
  if (asked.length === 0) return { messages: items.map(refusedOf), channelIds: [] };
  for (let tries = 1; ; tries++) {
    const [found, hash] = await Promise.all([findNamed(ctx, asked), hashing]);
    try {
      return await take(ctx, items, found, { hash, ...rest });
    } catch (error) {
      // Another call has met the same person at the same moment: now they are known.
      if (!isDouble(error) || tries === MOST_TRIES) throw error;
    }
  }
}

const refusedOf = (item: Item): Taken => {
  if ("refused" in item) return item.refused;
  throw new Error("a message that is taken was to be refused");
};

function itemOf(value: unknown): Item {
  const parsed = publicMessage.safeParse(value);
  if (parsed.success) return { asked: parsed.data, hash: hashOf(parsed.data) };
  const [issue] = parsed.error.issues;
  const { idempotencyKey } = (value ?? {}) as { idempotencyKey?: unknown };
  const key = typeof idempotencyKey === "string" ? idempotencyKey.slice(0, 100) : "";
  const why = new Unfit(issue?.path.join(".") ?? "", "invalid", issue?.message ?? errorsTexts.invalid);
  return { refused: refusalOf(key, why) };
}

/** Of what is asked for, whatever the order of its variables. */
function hashOf({ idempotencyKey: _, variables, ...rest }: PublicMessage): string {
  const sorted = Object.entries(variables).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([sorted, rest]))
    .digest("hex");
}

/** A message that is to be stored. */
interface Added extends Formed, Keeping {}

interface Deps extends Omit<TakingDeps, "hashing"> {
  hash: AddressHash;
}

async function take(ctx: Ctx, items: readonly Item[], found: Found, deps: Deps): Promise<TakenPage> {
  const added = new Map<string, Added>();
  const answers = items.map((item): (() => Taken) => {
    if ("refused" in item) return () => item.refused;
    const { asked, hash: askedHash } = item;
    const cause = causeOf(asked.idempotencyKey);
    const own = deps.ids?.get(asked.idempotencyKey) ?? ctx.newId();
    if (!found.before.has(cause) && !added.has(cause)) {
      try {
        added.set(cause, { id: own, asked, hash: askedHash, ...formed(asked, found) });
      } catch (error) {
        if (!(error instanceof Unfit)) throw error;
        const refused = refusalOf(asked.idempotencyKey, error);
        return () => refused;
      }
    }
    return () => answerOf(found.before.get(cause), asked.idempotencyKey, own, askedHash);
  });
  const fresh = [...added.values()];
  for (const each of await storeOrKeep(ctx, fresh, found, deps)) found.before.set(each.cause, each);
  return {
    messages: answers.map((answer) => answer()),
    channelIds: [...new Set(fresh.map(({ asked }) => asked.channelId))],
  };
}

function answerOf(kept: Before | undefined, idempotencyKey: string, own: string, hash: string): Taken {
  if (!kept) throw new Error("a message that was stored is not there");
  if (kept.hash !== hash)
    return refusalOf(idempotencyKey, new Unfit("idempotencyKey", "keyUsed", texts.keyUsed));
  return { status: "accepted", id: kept.id, idempotencyKey, repeated: kept.id !== own };
}

/** Stores messages, or keeps them until their enterprise has moved; answers the messages under their keys. */
async function storeOrKeep(ctx: Ctx, fresh: readonly Added[], found: Found, deps: Deps): Promise<Before[]> {
  if (fresh.length === 0) return [];
  try {
    if (!deps.name) return await store(ctx, fresh, found, deps);
    const named = await deps.name(fresh);
    const isSame = ({ hash }: Added, at: number) => named[at]?.hash === hash;
    const same = fresh.filter(isSame).map((each) => ({ ...each, id: idUnder(named, each) }));
    const stored = same.length === 0 ? [] : await store(ctx, same, found, deps);
    return [...named, ...stored];
  } catch (error) {
    if (!deps.keep || !isFenced(error)) throw error;
    return deps.keep(fresh);
  }
}

const idUnder = (named: readonly Before[], { id, asked }: Added): string =>
  named.find(({ cause }) => cause === causeOf(asked.idempotencyKey))?.id ?? id;

/** Stores messages and whom they are for, in one batch, and answers what stands under their keys then. */
async function store(
  ctx: Ctx,
  fresh: readonly Added[],
  found: Found,
  { hash, links }: Deps,
): Promise<Before[]> {
  const bodies = await bodiesOf(ctx, fresh, found, links);
  const { db, enterpriseId, newId, now, actor } = ctx;
  const at = now();
  const effects = new Map<number, Effects>();
  const rows = fresh.map(({ id, asked, hash: askedHash, channelType, address, sendClass, seconds }) => {
    const of = effects.get(channelType) ?? noEffects();
    effects.set(channelType, of);
    const known = found.known.get(channelType) ?? new Map<string, Known>();
    found.known.set(channelType, known);
    const { customer, name } = found.customers.get(address) ?? { customer: null, name: "" };
    const identityId = meet(known, of, { kind: kindOn(channelType), address, customer, name }, newId);
    const cause = causeOf(asked.idempotencyKey);
    const expiresAt = at + seconds * 1_000;
    const body = bodies.get(id);
    if (!body) throw new Error("a message that is taken has no words");
    return {
      id,
      channelId: asked.channelId,
      identityId,
      body,
      cause,
      causeHash: askedHash,
      sendClass,
      expiresAt,
    };
  });
  const bound = (text: string, ...values: unknown[]) => db.$client.prepare(text).bind(...values);
  const some: Some = (cells, text, ...more) =>
    cells.length === 0 ? [] : [bound(text, JSON.stringify(cells), enterpriseId, ...more)];
  const people = await Promise.all(
    [...effects].map(([type, of]) => peopleWritten(some, { type }, of, { at, newId, hash })),
  );
  const results = await db.$client.batch([
    ...people.flat(),
    addChatless({ db, enterpriseId, now: () => at }, rows, { kind: "api", id: actor.userId }),
    ...openingTemplateFlows(
      db,
      enterpriseId,
      rows.flatMap(({ id, channelId, identityId, body }) =>
        flowSessionsOf(body, { channelId, to: { identityId }, messageId: id }),
      ),
      at,
    ),
    bound(BEFORE, enterpriseId, JSON.stringify(rows.map(({ cause }) => cause))),
  ]);
  return (results.at(-1)?.results ?? []) as unknown as Before[];
}

/** The messages' words by their ids. A mail with an offer says where one press ends them (RFC 8058). */
async function bodiesOf(
  ctx: Ctx,
  fresh: readonly Added[],
  { unsubscribing }: Found,
  links: LinkPlace,
): Promise<Map<string, BodyOf<"template">>> {
  const urlOf = fresh.some(({ isMailing }) => isMailing)
    ? await unsubscribeUrls(ctx, links, unsubscribing)
    : undefined;
  const each = fresh.map(async ({ id, isMailing, bodyWith }) => {
    const url = isMailing ? await urlOf?.(id) : undefined;
    return [id, bodyWith(url)] as const;
  });
  return new Map(await Promise.all(each));
}
