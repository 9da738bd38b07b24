import type { Ctx } from "../ctx.ts";
import type { LinkPlace } from "../links/shorten.ts";
import { type Before, causeOf, type Keeping } from "../public-sending/read.ts";
import { type IntakeBucket, keepCall, nameOnce } from "./intake.ts";

/**
 * Keeps messages until their enterprise has moved, and answers what stands under their keys: the first request under a key
 * says its id, and what it asks for. One that comes again is kept again, as whoever named it may have died before they kept it;
 * the message's key makes one of both.
 */
export async function keepMessages(
  files: Pick<IntakeBucket, "put" | "get">,
  { enterpriseId, actor, now }: Ctx,
  { origin, origins }: LinkPlace,
  fresh: readonly Keeping[],
): Promise<Before[]> {
  const named = await Promise.all(
    fresh.map(async ({ id, asked, hash }) => ({
      asked,
      hash,
      first: await nameOnce(files, enterpriseId, causeOf(asked.idempotencyKey), { id, hash }),
    })),
  );
  const same = named.filter(({ first, hash }) => first.hash === hash);
  const messages = same.map(({ first, asked }) => ({ id: first.id, asked }));
  const links = { origin, ...(origins && { origins }) };
  if (messages.length > 0)
    await keepCall(files, enterpriseId, { kind: "messages", at: now(), by: actor.userId, messages, links });
  return named.map(({ asked, first }) => ({ ...first, cause: causeOf(asked.idempotencyKey) }));
}
