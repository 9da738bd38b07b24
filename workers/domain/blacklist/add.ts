import { EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { errorsTexts } from "#texts/errors.ts";
import { type addToBlacklist as contract, MOST_ADDRESSES } from "#workers/contract/endpoints/blacklist.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { chunksOf } from "../import-export/chunks.ts";
import { addressHash } from "../messaging/address-hash.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { addressOf, splitAddresses } from "./address.ts";
import { adding, anyOf, blocking, entriesOf, idsIn, idsOfRows, type Listed, trailName } from "./blocking.ts";

/** Puts addresses on the blacklist, in one transaction with all that makes it hold. Those that are none are said. */
export async function addToBlacklist(
  ctx: Ctx,
  { addresses, channelType, reason }: InputOf<typeof contract>["body"],
  ring: KeyRing,
): Promise<ReplyOf<typeof contract>> {
  const typed = splitAddresses(addresses);
  if (typed.length === 0) throw refused(texts.noAddress);
  if (typed.length > MOST_ADDRESSES) throw refused(errorsTexts.tooMany(MOST_ADDRESSES));
  const listed: Listed[] = [];
  const invalid: { address: string; problem: string }[] = [];
  for (const each of typed) {
    const address = addressOf(each);
    if ("problem" in address) invalid.push({ address: each.trim(), problem: address.problem });
    else listed.push({ address, channelType: channelType ?? EVERY_CHANNEL, reason });
  }
  // All of them: a screen keeps what was typed, to be corrected.
  const said = { invalid, invalidCount: invalid.length };
  if (listed.length === 0) return { added: 0, known: 0, ...said };
  const entries = await entriesOf(ctx, listed, await addressHash(ctx, ring));
  const chunks = chunksOf(entries);
  const by = { source: "screen", by: ctx.actor.name } as const;
  const ids = idsIn(entries.map(([id]) => String(id)));
  const [first, ...others] = chunks.map((rows) => adding(ctx, rows, by));
  if (!first) return { added: 0, known: 0, ...said };
  const done = await ctx.db.batch([
    first,
    ...others,
    ...chunks.flatMap((rows) => blocking(ctx, idsOfRows(rows))),
    auditedIf(
      ctx,
      {
        action: "create",
        kind: "blacklist",
        object: { id: entries.length === 1 ? String(entries[0]?.[0]) : "", name: trailName(ids) },
        after: { channelType, reason },
      },
      anyOf(ctx, ids),
    ),
  ]);
  const added = done.slice(0, chunks.length).reduce((sum, rows) => sum + (rows as unknown[]).length, 0);
  return { added, known: entries.length - added, ...said };
}

const refused = (message: string) => new DomainError("invalid", { message, errors: { addresses: message } });
