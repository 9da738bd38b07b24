import { chatTranscriptTexts as texts } from "#texts/chat-transcript.ts";
import { masked } from "#workers/contract/mask.ts";
import { mediumOf, type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import { auditedInDirectory } from "../audit.ts";
import type { Ctx, DirectoryCtx } from "../ctx.ts";
import { DomainError, isDouble } from "../error.ts";
import { takeAttempt, transcriptLimit } from "../identity/rate-limit.ts";
import { writingMail } from "../mail/write.ts";
import { RULES_OF, rulesIn } from "../messaging/chat-rules.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import type { Reader } from "./chat-row.ts";
import { SEEN } from "../messaging/seen.ts";

/** The latest messages that a mail has. */
const MOST_MESSAGES = 500;
/** Characters of a mail: an adapter's own limit is far above. */
const MOST_CHARACTERS = 200_000;

const CHAT = `SELECT coalesce(u.name, i.name) AS name, ${RULES_OF("?1")} AS rules FROM chats c JOIN identities i ON i.id = c.identity_id
  LEFT JOIN customers u ON u.enterprise_id = ?1 AND u.number = i.customer AND u.deleted_at IS NULL
  WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN}`;
/** Messages as the customer has seen them: no notes, nothing that did not leave, or is to leave later. */
const MESSAGES = `SELECT m.by_kind AS by, m.body, m.at, a.by_name AS name FROM messages m LEFT JOIN chat_actions a ON a.id = (SELECT x.id FROM chat_actions x
    WHERE x.enterprise_id = ?1 AND x.chat_id = m.chat_id AND x.by_id = m.by_id AND m.by_kind = 'person' LIMIT 1)
  WHERE m.enterprise_id = ?1 AND m.chat_id = ?3 AND m.held = 0 AND m.status NOT IN ('failed', 'expired', 'cancelled') AND m.kind NOT IN ('reaction', 'revoke', 'system')
    AND EXISTS (SELECT 1 FROM chats c WHERE c.id = ?3 AND c.enterprise_id = ?1 AND ${SEEN})
  ORDER BY m.seq DESC LIMIT ${MOST_MESSAGES + 1}`;

interface MessageRow {
  by: "customer" | "person" | "bot" | "system";
  body: string;
  at: number;
  name: string | null;
}

/**
 * Mails what was said in a chat that somebody sees, to an address that they name; numbers and mail addresses are masked for who
 * may not see customers, or they would read by mail what the screen hides. Asked again with the same id, it has been sent. Throws notFound, or tooOften where somebody mails as if by a machine.
 */
export async function sendTranscript(
  ctx: Ctx,
  directoryCtx: DirectoryCtx,
  { id = ctx.newId(), chatId, emailId }: { id?: string | undefined; chatId: string; emailId: string },
  { ring, enterprise, mayUnmask }: Pick<Reader, "mayUnmask"> & { ring: KeyRing; enterprise: string },
): Promise<void> {
  const { $client } = ctx.db;
  const bound = (text: string) => $client.prepare(text).bind(ctx.enterpriseId, ctx.actor.userId, chatId);
  const [chats, messages] = await $client.batch([bound(CHAT), bound(MESSAGES)]);
  const chat = chats?.results[0] as { name: string; rules: string | null } | undefined;
  if (!chat) throw new DomainError("notFound");
  const shown = mayUnmask() ? (text: string) => text : masked;
  const rows = (messages?.results ?? []) as unknown as MessageRow[];
  const timezone = rulesIn(chat.rules).hours?.timezone ?? "UTC";
  const { lines, isCut } = linesOf(rows, { customer: chat.name, timezone, shown });
  await takeAttempt(directoryCtx.db, [transcriptLimit(ctx.actor.userId)], ctx.now(), "tooOften");
  const letter = await writingMail(
    directoryCtx,
    ring,
    {
      template: "transcript",
      // A customer may read it, whose language is not that of whoever sends it.
      to: { address: emailId, name: "", language: "en" },
      facts: [enterprise, timezone, ...(isCut ? [texts.cut] : []), ...lines],
    },
    id,
  );
  const entry = { action: "export", kind: "chat", object: { id: chatId, name: chat.name } } as const;
  try {
    // The mail's id is how an erasure of the customer finds it.
    await directoryCtx.db.batch([
      letter.statement,
      auditedInDirectory(directoryCtx, { ...entry, after: { emailId, mailId: id } }),
    ]);
  } catch (error) {
    // The mail of this id is there.
    if (!isDouble(error)) throw error;
  }
}

/** One paragraph a message, the oldest first; the oldest are left out where there are too many. */
function linesOf(
  rows: readonly MessageRow[],
  { customer, timezone, shown }: { customer: string; timezone: string; shown: (text: string) => string },
): { lines: string[]; isCut: boolean } {
  const clock = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: timezone,
  });
  const lines: string[] = [];
  let left = MOST_CHARACTERS;
  for (const { by, body, at, name } of rows.slice(0, MOST_MESSAGES)) {
    const who = by === "customer" ? shown(customer) || texts.customer : name || texts.by[by];
    const line = `${clock.format(at)} – ${who}:\n${shown(saidIn(JSON.parse(body) as MessageBody))}`;
    left -= line.length;
    if (left < 0) break;
    lines.push(line);
  }
  return { lines: lines.toReversed(), isCut: lines.length < rows.length };
}

function saidIn(body: MessageBody): string {
  const { medium } = mediumOf(body) ?? {};
  const file = medium && texts.file(medium.name ?? "");
  return [file, wordsOf(body)].filter(Boolean).join("\n") || texts.unsupported;
}
