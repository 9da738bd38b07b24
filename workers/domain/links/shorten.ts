import type { TenantDatabase } from "#db/client.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import type { Template } from "#workers/contract/templates/template.ts";
import {
  isLinkAddress,
  LINK_DAYS,
  LINK_PATH,
  MOST_LINKS,
  UNSUBSCRIBE,
  UNSUBSCRIBE_PATH,
} from "#workers/contract/short-links.ts";
import { hasUnsubscribe } from "#workers/contract/templates/unsubscribing.ts";
import { type Slot, slotsOf } from "#workers/contract/templates/sending.ts";
import type { Ctx } from "../ctx.ts";
import { codeOf } from "./codes.ts";

const DAY_MS = 86_400_000;
/** An address within words, without the sentence's own signs at its end. */
export const ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/gi;

const ADD = `INSERT INTO links (enterprise_id, broadcast_id, place, url, key, is_counted, expires_at)
  SELECT ?2, ?3, e.key, e.value->>0, e.value->>1, e.value->>2, ?4 FROM json_each(?1) e WHERE true ON CONFLICT (enterprise_id, broadcast_id, url) DO NOTHING`;
const OF = "SELECT n, url, key FROM links WHERE enterprise_id = ?1 AND broadcast_id = ?2";
/** The place of a broadcast's id in the link of all mails that belong to none; an enterprise has one. */
export const NO_BROADCAST = "";

/** The parts that a link's codes are made of. */
export interface LinkKey {
  n: number;
  key: string;
}

/** A deployment's place for short links. */
export interface LinkPlace {
  database: TenantDatabase;
  /** Where new ones stand. */
  origin: string;
  /** Where others lead here, too: a template may have been approved with one of these. */
  origins?: readonly string[];
}

/** A value in which addresses are replaced; as the end of an approved address it is the code alone. */
interface Tracked {
  key: string;
  value: string;
  isEnd: boolean;
}

/** As much of a broadcast as its links need. */
interface Linking {
  id: string;
  channelType: number;
  template: Pick<Template, "components" | "category">;
  request: Pick<BroadcastRequest, "columnMapping" | "trackClicks">;
}

/** Short links of a broadcast: values of a recipient's own in the place of addresses that are the same for all. */
export interface ShortLinks {
  valuesOf: (recipient: number) => Promise<Record<string, string>>;
  /** Variables behind the short links' own address that have no whole address as their value. */
  missing: string[];
}

/**
 * The links that a broadcast's values name, made once. Addresses that are the same for all are replaced: those of texts where
 * clicks are to be counted, and those of a button whose approved address is ours, which leads nowhere else.
 */
export async function shortLinks(
  ctx: Ctx,
  { id, channelType, template, request }: Linking,
  { database, origin, origins = [] }: LinkPlace,
): Promise<ShortLinks> {
  const same = new Map(
    request.columnMapping.flatMap(({ variable, type, value }) =>
      type === "static" ? [[variable, value] as const] : [],
    ),
  );
  const addressAt = (place: string) =>
    template.components.buttons[Number(place.slice("buttons.".length))]?.value;
  const all = [origin, ...origins];
  const isEnd = ({ place }: Slot) =>
    place.startsWith("buttons.") && all.some((each) => isLinkAddress(addressAt(place) ?? "", each));
  const slots = slotsOf(template.components);
  const ends = slots.filter(isEnd);
  const texts = request.trackClicks
    ? slots.filter(({ place }) => place !== "header" && !place.startsWith("buttons."))
    : [];
  const tracked: Tracked[] = [
    ...ends.map(({ key }) => ({ key, value: wholeAddress(same.get(key) ?? ""), isEnd: true })),
    ...texts.map(({ key }) => ({ key, value: same.get(key) ?? "", isEnd: false })),
  ];
  const urls = [...new Set(tracked.flatMap(({ value }) => value.match(ADDRESS) ?? []))]
    .filter((url) => URL.canParse(url) && !all.some((each) => url.startsWith(each + LINK_PATH)))
    .slice(0, MOST_LINKS);
  // A mail with an offer says where one presses for no more of them (RFC 8058).
  const isMailing = hasUnsubscribe(channelType, template);
  const named = urls.map((url): Naming => [url, request.trackClicks]);
  const links = await made(ctx, id, isMailing ? [...named, [UNSUBSCRIBE, false]] : named);
  return {
    missing: tracked.flatMap(({ key, value, isEnd: end }) => (end && !links.has(value) ? [key] : [])),
    async valuesOf(recipient) {
      const codes = new Map(
        await Promise.all(
          [...links].map(async ([url, link]) => [url, await codeOf(database, link, recipient)] as const),
        ),
      );
      const end = codes.get(UNSUBSCRIBE);
      const own = tracked.flatMap(({ key, value, isEnd: atEnd }) => {
        const code = codes.get(value);
        if (atEnd) return code === undefined ? [] : [[key, code]];
        const text = value.replaceAll(ADDRESS, (url) => {
          const of = codes.get(url);
          return of === undefined ? url : origin + LINK_PATH + of;
        });
        return text === value ? [] : [[key, text]];
      });
      return Object.fromEntries([
        ...own,
        ...(end === undefined ? [] : [[UNSUBSCRIBE, origin + UNSUBSCRIBE_PATH + end]]),
      ]);
    },
  };
}

/** Where somebody ends the offers of a mail that belongs to no broadcast. `link` is as it was read, if it was there. */
export async function unsubscribeUrls(
  ctx: Ctx,
  { database, origin }: LinkPlace,
  link: LinkKey | undefined,
): Promise<(messageId: string) => Promise<string>> {
  const found = link ?? (await made(ctx, NO_BROADCAST, [[UNSUBSCRIBE, false]])).get(UNSUBSCRIBE);
  if (!found) throw new Error("a link that was made is not there");
  return async (messageId) => origin + UNSUBSCRIBE_PATH + (await codeOf(database, found, messageId));
}

/** A button's value may be written as the end of an address is. */
export function wholeAddress(value: string): string {
  const read = /^https?%3a/i.test(value.trim()) ? decoded(value.trim()) : value.trim();
  return /^https?:\/\/\S+$/i.test(read) && URL.canParse(read) ? read : "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** An address, and whether its clicks are counted. */
type Naming = readonly [url: string, isCounted: boolean];

async function made(
  { db, enterpriseId, now }: Ctx,
  broadcastId: string,
  named: readonly Naming[],
): Promise<Map<string, LinkKey>> {
  if (named.length === 0) return new Map();
  const keyOf = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
  const rows = JSON.stringify(named.map(([url, isCounted]) => [url, keyOf(), isCounted ? 1 : 0]));
  const [, found] = await db.$client.batch([
    db.$client.prepare(ADD).bind(rows, enterpriseId, broadcastId, now() + LINK_DAYS * DAY_MS),
    db.$client.prepare(OF).bind(enterpriseId, broadcastId),
  ]);
  const links = (found?.results ?? []) as unknown as { n: number; url: string; key: string }[];
  return new Map(links.map(({ url, n, key }) => [url, { n, key }]));
}
