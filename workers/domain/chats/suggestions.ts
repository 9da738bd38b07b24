import { chatSuggestionsTexts as texts } from "#texts/chat-summary.ts";
import type { AgentConfig } from "#workers/contract/endpoints/bots.ts";
import type { ChatSuggestion, chatSuggestions } from "#workers/contract/endpoints/chat-summary.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { artifactTypes } from "#workers/contract/library.ts";
import { type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import { intentsOf } from "../bot-sessions/recognisers.ts";
import { type Understanding, understand } from "../bot-sessions/understand.ts";
import { defaultConfig } from "../bots/agent.ts";
import type { Ctx } from "../ctx.ts";
import { describe, DomainError } from "../error.ts";
import { RELEVANT, sourceOf, trim } from "../knowledge/answer.ts";
import { searchPassages } from "../knowledge/search.ts";
import { spoken } from "#workers/contract/spoken.ts";
import { type CannedMessage, fitting } from "./fitting.ts";
import { noteRead, TO_BE_NOTED } from "./note-reading.ts";
import { SEEN } from "../messaging/seen.ts";

const MOST = { characters: 2_000, passages: 2, canned: 300 } as const;

/** The customer's last words, where no colleague has answered since. */
const LAST = `SELECT m.id FROM messages m WHERE m.enterprise_id = ?1 AND m.chat_id = c.id AND m.by_kind = 'customer' AND m.kind NOT IN ('reaction', 'revoke')
    AND NOT EXISTS (SELECT 1 FROM messages o WHERE o.enterprise_id = ?1 AND o.chat_id = c.id AND o.by_kind = 'person' AND o.seq > m.seq)
    ORDER BY m.seq DESC LIMIT 1`;
/** The channel's bot, else the only one of the department's channels, else the only trained one of the enterprise. */
const BOT = `coalesce(h.agent_id,
    (SELECT CASE count(DISTINCT o.agent_id) WHEN 1 THEN min(o.agent_id) END FROM channels o WHERE o.enterprise_id = ?1 AND o.department_id = c.department_id),
    (SELECT CASE count(*) WHEN 1 THEN min(o.id) END FROM agents o WHERE o.enterprise_id = ?1 AND o.model_version_id IS NOT NULL))`;
const ASKED = `SELECT h.type, m.id AS messageId, m.body, a.id AS agentId, a.name, a.config, a.content_changed_at AS contentChangedAt,
    v.id AS versionId, v.file, coalesce(k.kb_from_website, 0) + coalesce(k.kb_from_doc, 0) AS knows
  FROM chats c JOIN channels h ON h.id = c.channel_id LEFT JOIN messages m ON m.id = (${LAST})
    LEFT JOIN agents a ON a.enterprise_id = ?1 AND a.id = ${BOT}
    LEFT JOIN model_versions v ON v.enterprise_id = ?1 AND v.id = a.model_version_id
    LEFT JOIN knowledge_configs k ON k.enterprise_id = ?1 AND k.agent_id = a.id
  WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN}`;
/** Messages of the library for everybody or the chat's department, and one's own. */
const CANNED = `SELECT a.data->>'$.name' AS name, a.data->>'$.text' AS text FROM chats c JOIN artifacts a ON a.enterprise_id = ?1
    AND a.owner_id IN ('', ?2) AND a.type = ${artifactTypes.message} AND a.department_id IN ('', c.department_id)
  WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN} ORDER BY a.updated_at DESC LIMIT ${MOST.canned}`;

interface Asked {
  type: number;
  messageId: string | null;
  body: string | null;
  agentId: string | null;
  name: string;
  config: string;
  contentChangedAt: number;
  versionId: string | null;
  file: string | null;
  knows: number;
}
type Bot = Asked & { agentId: string };

interface Deps {
  loadModel: Understanding["loadModel"];
  hasLibrary: boolean;
}

/**
 * Answers to the customer's last words that nobody has answered. Nothing leaves for a provider, and no turn is logged or
 * counted: nobody has asked the bot. With `only`, nothing is looked for where that message is no longer the last. Throws
 * notFound for who does not see the chat.
 */
export async function suggestionsOf(
  ctx: Ctx,
  chatId: string,
  only: string | undefined,
  { loadModel, hasLibrary }: Deps,
): Promise<ReplyOf<typeof chatSuggestions>> {
  const { db, enterpriseId, actor } = ctx;
  const bound = (text: string) => db.$client.prepare(text).bind(enterpriseId, actor.userId, chatId);
  const [found, library, read] = await db.$client.batch([bound(ASKED), bound(CANNED), bound(TO_BE_NOTED)]);
  const [asked] = (found?.results ?? []) as unknown as Asked[];
  if (!asked) throw new DomainError("notFound");
  await noteRead(ctx, read);
  const { messageId, body, type } = asked;
  const words = body === null ? "" : wordsOf(JSON.parse(body) as MessageBody).trim();
  const isLate = only !== undefined && only !== messageId;
  if (messageId === null || words === "" || isLate) return { messageId, suggestions: [] };
  const question = words.slice(0, MOST.characters);
  const kept = (library?.results ?? []) as unknown as CannedMessage[];
  const canned = hasLibrary ? fitting(kept, question).map(onWire) : [];
  const [intents, passages] = isBot(asked)
    ? await Promise.all([
        orNone(intentFor(ctx, asked, question, loadModel)),
        orNone(passagesFor(ctx, asked, question)),
      ])
    : [[], []];
  const ordered = [intents[0], passages[0], canned[0], passages[1], canned[1]].filter(
    (each) => each !== undefined,
  );
  return { messageId, suggestions: ordered.map((each) => ({ ...each, text: spokenIn(each, type) })) };
}

const isBot = (asked: Asked): asked is Bot => asked.agentId !== null;

/** Bots and pages speak Markdown; what colleagues have written stays as it is. */
const spokenIn = ({ kind, text }: ChatSuggestion, type: number): string =>
  kind === "canned" ? text : spoken(text, type);

/** A model that is gone or a search that fails leaves the other suggestions. */
const orNone = (work: Promise<ChatSuggestion[]>): Promise<ChatSuggestion[]> =>
  work.catch((error: unknown) => {
    console.log(JSON.stringify({ level: "warn", source: "suggestions", failure: describe(error) }));
    return [];
  });

const onWire = ({ name, text }: CannedMessage): ChatSuggestion => ({
  kind: "canned",
  title: name,
  text,
  source: texts.canned,
  url: null,
});

/** The answer of the intent that would win, where it has one. */
async function intentFor(
  ctx: Ctx,
  { agentId, name, config, contentChangedAt, versionId, file }: Bot,
  question: string,
  loadModel: Understanding["loadModel"],
): Promise<ChatSuggestion[]> {
  if (versionId === null || file === null) return [];
  const settings = { ...defaultConfig, ...(JSON.parse(config) as AgentConfig) };
  const { candidates } = await understand({ id: versionId, file }, settings, question, { loadModel });
  const known = await intentsOf(
    ctx,
    { id: agentId, contentChangedAt },
    candidates.map(({ intentId }) => intentId),
  );
  const best = candidates.find(({ intentId }) => known.has(intentId));
  if (!best || best.confidence < settings.confidenceThreshold) return [];
  const intent = known.get(best.intentId);
  if (!intent?.response) return [];
  const source = texts.intent(name, Math.round(best.confidence * 100));
  return [{ kind: "intent", title: intent.name, text: intent.response, source, url: null }];
}

/** The passages that are about it, by their words alone. */
async function passagesFor(ctx: Ctx, { agentId, knows }: Bot, question: string): Promise<ChatSuggestion[]> {
  if (knows === 0) return [];
  const found = await searchPassages(ctx, agentId, question, MOST.passages);
  return found
    .filter(({ coverage }) => coverage >= RELEVANT)
    .map((passage) => {
      const { kind, address, sourceName, heading, text } = passage;
      const isPage = kind === "website";
      return {
        kind: "knowledge",
        title: heading || sourceName,
        text: unescaped(trim(text, question)),
        source: isPage ? address.replace(/^https?:\/\//, "") : texts.page(sourceName, address),
        url: isPage ? sourceOf(agentId, passage) : null,
      };
    });
}

/** Words of pages are escaped for Markdown, which nobody reads here. */
const unescaped = (text: string): string => text.replaceAll(/\\([\\`*_[\]<>~|#])/g, "$1");
