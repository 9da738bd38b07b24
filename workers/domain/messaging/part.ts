import { customersTexts as texts } from "#texts/customers.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable, guardFailed } from "../guard.ts";
import { keepingChats } from "../live-events/keep-chats.ts";

/** The one that was joined, what it was joined to and since when, if that is this customer's; and its open chats. */
const JOINED = `SELECT i.merged_into AS "into", i.updated_at AS since, i.name, c.name AS customer FROM identities i
  JOIN identities o ON o.id = i.merged_into JOIN customers c ON c.enterprise_id = ?2 AND c.number = o.customer AND c.deleted_at IS NULL
  WHERE i.id = ?1 AND i.enterprise_id = ?2 AND c.id = ?3`;
const CHATS = `SELECT c.id, (SELECT m.id FROM messages m WHERE m.enterprise_id = ?2 AND m.chat_id = c.id ORDER BY m.seq DESC LIMIT 1) AS last
  FROM identities i CROSS JOIN channels ch ON ch.enterprise_id = ?2
    CROSS JOIN chats c ON c.enterprise_id = ?2 AND c.channel_id = ch.id AND c.identity_id = i.merged_into AND c.state NOT IN (3, 4)
  WHERE i.id = ?1 AND i.enterprise_id = ?2 AND (SELECT m.identity_id FROM messages m WHERE m.enterprise_id = ?2 AND m.chat_id = c.id
    ORDER BY m.seq LIMIT 1) = ?1`;

const GUARD = `SELECT CASE WHEN EXISTS (SELECT 1 FROM identities WHERE id = ?1 AND enterprise_id = ?2 AND merged_into = ?3) THEN 1
  ELSE json_extract('{}', 'refused') END`;
const ADDRESSES = `UPDATE addresses SET identity_id = ?1, moved_from = NULL WHERE enterprise_id = ?2 AND identity_id = ?3 AND moved_from = ?1`;
/** The consents that the other took over go; a refusal since may have been this one's wish, so it counts for both. */
const FORGET_CONSENTS = `DELETE FROM consents WHERE enterprise_id = ?2 AND identity_id = ?3 AND (source = 'joined:' || ?1
  OR id IN (SELECT c.id || '+' || ?3 FROM consents c WHERE c.enterprise_id = ?2 AND c.identity_id = ?1))`;
const REFUSE = `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
  SELECT ?4 || '-' || c.purpose, c.enterprise_id, ?1, c.channel_type, c.purpose, 0, c.wording, 'parted:' || ?3, c.at FROM consents c
  WHERE c.enterprise_id = ?2 AND c.identity_id = ?3 AND c.given = 0 AND c.at >= ?5 AND NOT EXISTS (SELECT 1 FROM consents l
    WHERE l.enterprise_id = ?2 AND l.identity_id = ?3 AND l.purpose = c.purpose AND (l.at, l.id) > (c.at, c.id))`;
/** Nobody knows whose words opened the window: it is closed for both until they write again. */
const CLOSE_WINDOWS = `UPDATE reach SET window_until = NULL WHERE enterprise_id = ?2 AND identity_id IN (?1, ?3)
  AND channel_id IN (SELECT id FROM channels WHERE enterprise_id = ?2)`;
const MOVE_CHATS = `UPDATE chats SET identity_id = ?1, revision = revision + 1 WHERE enterprise_id = ?2 AND identity_id = ?3
  AND state NOT IN (3, 4) AND id IN (SELECT value FROM json_each(?4))
  AND NOT EXISTS (SELECT 1 FROM chats o WHERE o.enterprise_id = ?2 AND o.channel_id = chats.channel_id AND o.identity_id = ?1 AND o.state NOT IN (3, 4))`;
const PART = `UPDATE identities SET merged_into = NULL, updated_at = ?3 WHERE id = ?1 AND enterprise_id = ?2`;

/**
 * Parts an identity from the one of this customer that it was joined to: it has its addresses, its refusals and the chat
 * that it began again. Throws notFound where it is not joined to one of theirs.
 */
export async function partIdentity(ctx: Ctx, customerId: string, id: string): Promise<void> {
  const { db, enterpriseId, now, newId } = ctx;
  const bound = (text: string, ...values: unknown[]) =>
    db.$client.prepare(text).bind(id, enterpriseId, ...values);
  const [found, open] = await db.$client.batch([bound(JOINED, customerId), bound(CHATS)]);
  const joined = found?.results[0] as
    | { into: string; since: number; name: string; customer: string }
    | undefined;
  if (!joined) throw new DomainError("notFound");
  const chats = (open?.results ?? []) as { id: string; last: string }[];
  const { into, since, name, customer } = joined;
  try {
    await db.$client.batch([
      bound(GUARD, into),
      bound(ADDRESSES, into),
      bound(FORGET_CONSENTS, into),
      bound(REFUSE, into, newId(), since),
      bound(CLOSE_WINDOWS, into),
      bound(MOVE_CHATS, into, JSON.stringify(chats.map((chat) => chat.id))),
      bound(PART, now()),
      bindable(
        ctx,
        audited(ctx, {
          action: "part",
          kind: "customer",
          object: { id: customerId, name: customer },
          before: { identity: id, name, joinedTo: into },
        }),
      ),
      keepingChats(
        ctx,
        chats.map(({ last }) => last),
      ),
    ]);
  } catch (error) {
    if (guardFailed(error)) throw new DomainError("changedMeanwhile", { message: texts.partedMeanwhile });
    throw error;
  }
}
