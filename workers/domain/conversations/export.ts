import { chatTranscriptTexts } from "#texts/chat-transcript.ts";
import { chatsTexts } from "#texts/chats.ts";
import { conversationsTexts as texts } from "#texts/conversations.ts";
import type {
  ConversationFilter,
  exportConversation,
  SentBeside,
} from "#workers/contract/endpoints/conversations.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { mediumOf, type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import { audited } from "../audit.ts";
import type { Reader } from "../chats/chat-row.ts";
import { SEEN } from "../messaging/seen.ts";
import { csvStream } from "../csv-stream.ts";
import { type Ctx, iso } from "../ctx.ts";
import { masked } from "#workers/contract/mask.ts";
import { DomainError } from "../error.ts";
import { textOf } from "../speech/voice-messages.ts";
import { BESIDE, besideIn, type BesideRow } from "./sent-beside.ts";
import { askedOf, finding, type FoundRow, namesOf, onWire, pageIn, readable } from "./list.ts";

const CSV_PAGE = 200;
const MESSAGES_PAGE = 500;

/** The entry of an export; of what was looked for, erasing somebody takes out their words and names. */
const exported = ({ words: _, customer: __, ...named }: ConversationFilter) =>
  ({ action: "export", kind: "chat", object: { id: "", name: texts.audited }, after: named }) as const;
const searched = (ctx: Ctx, { words, customer }: ConversationFilter) =>
  [words, customer].flatMap((name) =>
    name === "" ? [] : [audited(ctx, { action: "search", kind: "chat", object: { id: "", name } })],
  );

/** Everything that the list finds, page by page; who took it stands in the audit trail before the first row. */
export function conversationsCsv(
  ctx: Ctx,
  filter: ConversationFilter,
  reader: Pick<Reader, "mayUnmask">,
): ReadableStream<Uint8Array> {
  const asked = askedOf(ctx, filter, reader);
  let before: number | null = Number.MAX_SAFE_INTEGER;
  return csvStream<FoundRow>({
    header: texts.csv,
    begin: () => ctx.db.batch([audited(ctx, exported(filter)), ...searched(ctx, filter)]),
    next: async () => {
      // A page may be empty where its reader sees none of it any more.
      while (before !== null) {
        const from: number = before;
        const results = await readable(() =>
          ctx.db.$client.batch(finding(ctx, asked, { before: from, size: CSV_PAGE })),
        );
        const { rows, next } = pageIn(results, CSV_PAGE);
        before = next;
        if (rows.length > 0) return rows;
      }
      return [];
    },
    cells: (row) => {
      const { chatId, customer, channelName, departmentName, state, lastAt, messages } = onWire(row, reader);
      const listed = (json: string) =>
        namesOf(json)
          .map(({ id, name }) => name || id)
          .join("; ");
      return [
        lastAt,
        customer.name,
        customer.address,
        channelName,
        departmentName,
        chatsTexts.states[state] ?? "",
        listed(row.bots),
        listed(row.journeys),
        listed(row.agents),
        String(messages),
        reader.mayUnmask() ? row.lastText : masked(row.lastText),
        chatId,
      ];
    },
  });
}

/** `?1` the enterprise, `?2` the reader, `?3` the chat. */
const CHAT = `SELECT coalesce(u.name, i.name) AS name FROM chats c JOIN identities i ON i.id = c.identity_id
  LEFT JOIN customers u ON u.enterprise_id = ?1 AND u.number = i.customer AND u.deleted_at IS NULL
  WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN}`;
/** Messages after the place `?4`, without notes and those that did not leave. */
const MESSAGES = `SELECT m.seq, m.direction, m.by_kind AS "by", m.status, m.body, m.at,
    CASE m.by_kind WHEN 'person' THEN (SELECT x.by_name FROM chat_actions x WHERE x.enterprise_id = ?1 AND x.chat_id = m.chat_id AND x.by_id = m.by_id LIMIT 1)
      WHEN 'bot' THEN coalesce((SELECT a.name FROM automation_instances n JOIN automations a ON a.id = n.automation_id WHERE n.id = m.by_id AND n.enterprise_id = ?1),
        (SELECT b.name FROM agents b WHERE b.id = m.by_id AND b.enterprise_id = ?1)) END AS name,
    (SELECT segments FROM speech_jobs s WHERE s.enterprise_id = ?1 AND s.message_id = m.id AND s.state = 'done') AS segments
  FROM messages m WHERE m.enterprise_id = ?1 AND m.chat_id = ?3 AND m.seq > ?4 AND m.held = 0 AND m.status NOT IN ('failed', 'expired', 'cancelled')
    AND m.kind NOT IN ('reaction', 'revoke', 'system') AND EXISTS (SELECT 1 FROM chats c WHERE c.id = ?3 AND c.enterprise_id = ?1 AND ${SEEN})
  ORDER BY m.seq LIMIT ${MESSAGES_PAGE}`;

interface MessageRow {
  beside?: undefined;
  seq: number;
  direction: "in" | "out";
  by: "customer" | "person" | "bot" | "system";
  status: string;
  body: string;
  at: number;
  name: string | null;
  /** The transcript of a voice message, as JSON. */
  segments: string | null;
}

/** A message that the same person was sent outside of the chat. */
interface BesideLine extends Pick<SentBeside, "kind" | "status" | "text"> {
  beside: true;
  at: number;
  name: string;
}
type Line = MessageRow | BesideLine;

const besideLine = ({ kind, status, text, broadcast, channelName, at }: SentBeside): BesideLine => ({
  ...{ beside: true, kind, status, text },
  at: Date.parse(at),
  name: [texts.besideKinds[kind], broadcast?.name, channelName].filter(Boolean).join(" · "),
});

/**
 * All that was said in a chat that the reader sees, as CSV or as text in a time zone; noted in the audit trail before anything
 * of it goes out. Throws notFound for any other chat.
 */
export async function transcriptOf(
  ctx: Ctx,
  chatId: string,
  { form, timezone }: InputOf<typeof exportConversation>["query"],
  { mayUnmask }: Pick<Reader, "mayUnmask">,
): Promise<ReadableStream<Uint8Array>> {
  const { db, enterpriseId, actor } = ctx;
  const bound = (text: string, ...values: unknown[]) =>
    db.$client.prepare(text).bind(enterpriseId, actor.userId, chatId, ...values);
  const chat = await bound(CHAT).first<{ name: string }>();
  if (!chat) throw new DomainError("notFound");
  const shown = mayUnmask() ? (text: string) => text : masked;
  const customer = shown(chat.name);
  await audited(ctx, {
    action: "export",
    kind: "chat",
    object: { id: chatId, name: customer },
    after: { form },
  });
  let seen = 0;
  const next = async (): Promise<readonly Line[]> => {
    const { results } = await bound(MESSAGES, seen).all<MessageRow>();
    const last = results.at(-1);
    if (last === undefined) return [];
    const first = seen + 1;
    seen = last.seq;
    // Until the next page begins, or without an end.
    const to = results.length < MESSAGES_PAGE ? Number.MAX_SAFE_INTEGER : last.seq;
    const beside = await bound(BESIDE, first, to).all<BesideRow>();
    return merged(results, besideIn(beside.results).sent.map(besideLine));
  };
  const who = (row: Line) => {
    if (row.beside) return row.name;
    const { by, name } = row;
    return by === "customer" ? customer || chatTranscriptTexts.customer : name || chatTranscriptTexts.by[by];
  };
  if (form === "csv")
    return csvStream<Line>({
      header: texts.transcriptCsv,
      next,
      cells: (row) => [
        iso(row.at),
        who(row),
        row.beside ? row.kind : row.direction,
        row.status,
        shown(row.beside ? row.text : saidIn(row)),
        row.beside ? "" : String(row.seq),
      ],
    });
  const clock = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: timezone,
  });
  return textStream(
    next,
    (row) => `${clock.format(row.at)} – ${who(row)}:\n${shown(row.beside ? row.text : saidIn(row))}\n\n`,
  );
}

/** Messages in their order, and each of the others before the first message that came later. */
function merged(messages: readonly MessageRow[], beside: readonly BesideLine[]): Line[] {
  let told = 0;
  const lines = messages.flatMap((message): Line[] => {
    const from = told;
    while (told < beside.length && (beside[told]?.at ?? 0) < message.at) told++;
    return [...beside.slice(from, told), message];
  });
  return [...lines, ...beside.slice(told)];
}

function saidIn({ body: json, segments }: MessageRow): string {
  const body = JSON.parse(json) as MessageBody;
  const { medium } = mediumOf(body) ?? {};
  const file = medium && chatTranscriptTexts.file(medium.name ?? "");
  const spoken = segments === null ? "" : textOf(segments);
  const heard = spoken && chatTranscriptTexts.heard(spoken);
  return [file, heard, wordsOf(body)].filter(Boolean).join("\n") || chatTranscriptTexts.unsupported;
}

/** A text read page by page, as `csvStream` reads a CSV. */
function textStream<Row>(
  next: (after: Row | undefined) => Promise<readonly Row[]>,
  said: (row: Row) => string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after: Row | undefined;
  return new ReadableStream({
    async pull(controller) {
      const rows = await next(after);
      after = rows.at(-1);
      if (after === undefined) return controller.close();
      controller.enqueue(encoder.encode(rows.map(said).join("")));
    },
  });
}
