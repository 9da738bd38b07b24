import { sql } from "drizzle-orm";
import { auditTrail } from "#db/tenant/audit.ts";
import { chatSearchTexts as texts } from "#texts/chat-search.ts";
import type { ChangedMessage } from "#workers/contract/chat-events.ts";
import { type chatSearch, SEARCH_PAGE } from "#workers/contract/endpoints/chat-search.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import { audited, auditedIf } from "../audit.ts";
import { type Ctx, iso } from "../ctx.ts";
import { masked } from "#workers/contract/mask.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import { excerptOf, isTooShort, termsIn } from "./found-words.ts";
import type { Reader } from "./chat-row.ts";
import { noteRead, TO_BE_NOTED } from "./note-reading.ts";
import { SEEN } from "../messaging/seen.ts";

/** Hits that one call looks at, since those that the reader may not see are found only by looking. */
const MOST_LOOKED_AT = 1_000;

/** The newest hits before a number; `?3` is the question to the index. Hits of chats that the reader does not see are passed over. */
const HITS = `WITH hits AS (SELECT rowid AS number FROM messages_fts WHERE messages_fts MATCH ?3 AND rowid < ?4 ORDER BY rowid DESC LIMIT ${MOST_LOOKED_AT})
  SELECT f.number, m.id, m.seq, m.at, m.by_kind AS "by", m.direction, m.body, c.id AS chat_id, c.state, h.name AS channel_name, coalesce(u.name, i.name) AS name,
    (SELECT a.address FROM addresses a WHERE a.enterprise_id = ?1 AND a.identity_id = c.identity_id ORDER BY a.kind, a.created_at LIMIT 1) AS address
  FROM hits f CROSS JOIN message_words w ON w.number = f.number CROSS JOIN messages m ON m.id = w.message_id AND m.enterprise_id = ?1
    CROSS JOIN chats c ON c.id = m.chat_id AND ${SEEN} JOIN channels h ON h.id = c.channel_id JOIN identities i ON i.id = c.identity_id
    LEFT JOIN customers u ON u.enterprise_id = ?1 AND u.number = i.customer AND u.deleted_at IS NULL
  ORDER BY f.number DESC LIMIT ${SEARCH_PAGE + 1}`;
/** The last hit that was looked at, where there may be more. */
const LOOKED_AT = `SELECT min(number) AS last, count(*) AS count FROM (SELECT rowid AS number FROM messages_fts
  WHERE messages_fts MATCH ?1 AND rowid < ?2 ORDER BY rowid DESC LIMIT ${MOST_LOOKED_AT})`;

interface HitRow {
  number: number;
  id: string;
  seq: number;
  at: number;
  by: ChangedMessage["by"];
  direction: "in" | "out";
  body: string;
  chat_id: string;
  state: number;
  channel_name: string;
  name: string;
  address: string | null;
}

/**
 * Messages of chats that the reader sees with all of these words, or words that begin so, the newest first. A search over
 * all chats leaves an entry. Throws invalid where nothing is left to look for.
 */
export async function found(
  ctx: Ctx,
  { words, chatId, before }: InputOf<typeof chatSearch>["query"],
  { mayUnmask }: Pick<Reader, "mayUnmask">,
): Promise<ReplyOf<typeof chatSearch>> {
  const terms = termsIn(words);
  if (isTooShort(terms))
    throw new DomainError("invalid", { message: texts.tooShort, errors: { words: texts.tooShort } });
  const { db, enterpriseId, actor } = ctx;
  const asked = [
    `enterprise : ${enterpriseId.replaceAll("-", "")}`,
    ...(chatId === "" ? [] : [`chat : "${chatId.replaceAll(/[^\p{L}\p{N}]/gu, "")}"`]),
    ...terms.map((term) => `words : "${term}" *`),
  ].join(" AND ");
  const from = before ?? Number.MAX_SAFE_INTEGER;
  const [hits, looked, read] = await db.$client.batch([
    db.$client.prepare(HITS).bind(enterpriseId, actor.userId, asked, from),
    db.$client.prepare(LOOKED_AT).bind(asked, from),
    chatId === ""
      ? noting(ctx, words, before !== undefined)
      : db.$client.prepare(TO_BE_NOTED).bind(enterpriseId, actor.userId, chatId),
  ]);
  // In one chat it is a way of reading that.
  if (chatId !== "" && read?.results.length === 1) await noteRead(ctx, read);
  const rows = (hits?.results ?? []) as unknown as HitRow[];
  const shown = rows.slice(0, SEARCH_PAGE);
  const [{ last, count }] = (looked?.results ?? []) as [{ last: number | null; count: number }];
  const shownOf = mayUnmask() ? (text: string) => text : masked;
  return {
    hits: shown.map((row) => ({
      messageId: row.id,
      seq: row.seq,
      at: iso(row.at),
      by: row.by,
      excerpt: excerptOf(shownOf(wordsOf(JSON.parse(row.body) as MessageBody)), terms),
      chatId: row.chat_id,
      state: row.state,
      channelName: row.channel_name,
      name: shownOf(row.name || (row.address ?? "")),
    })),
    terms,
    next: rows.length > SEARCH_PAGE ? (shown.at(-1)?.number ?? null) : count === MOST_LOOKED_AT ? last : null,
  };
}

/** Further pages within this time are of the same search. */
const SAME_MS = 3_600_000;

/** The entry of who has searched all messages, and for what; for a further page only where the search has none. */
const noting = (ctx: Ctx, words: string, isFurther: boolean): D1PreparedStatement => {
  const entry = { action: "search", kind: "chat", object: { id: "", name: words } } as const;
  if (!isFurther) return bindable(ctx, audited(ctx, entry));
  const { enterpriseId, actor, now } = ctx;
  return bindable(
    ctx,
    auditedIf(
      ctx,
      entry,
      sql`NOT EXISTS (SELECT 1 FROM ${auditTrail} WHERE ${auditTrail.enterpriseId} = ${enterpriseId} AND ${auditTrail.at} > ${now() - SAME_MS}
        AND ${auditTrail.userId} = ${actor.userId} AND ${auditTrail.action} = 'search' AND ${auditTrail.objectName} = ${words})`,
    ),
  );
};
