import { type SQL, sql } from "drizzle-orm";
import { chatDetailsTexts as texts } from "#texts/chat-details.ts";
import type { linkChatCustomer, makeChatCustomer } from "#workers/contract/endpoints/chat-customer.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { creatingCustomer, taken } from "../customers/save.ts";
import { DomainError, isDouble } from "../error.ts";
import { bindable, guard, guardFailed } from "../guard.ts";
import { keepingChats, keptRows } from "../live-events/keep-chats.ts";
import { chatIn, readingChat } from "./read.ts";
import type { Reader } from "./chat-row.ts";
import { SEEN } from "../messaging/seen.ts";

/** The person of a chat, and the last messages of it and of their other open chats, whose screens show it too. */
const PERSON = `SELECT c.identity_id AS identityId, i.name, u.id AS customerId,
    (SELECT json_group_array((SELECT m.id FROM messages m WHERE m.enterprise_id = ?1 AND m.chat_id = o.id ORDER BY m.seq DESC LIMIT 1))
      FROM chats o WHERE o.enterprise_id = ?1 AND o.identity_id = c.identity_id AND (o.id = c.id OR o.state NOT IN (3, 4))) AS last
  FROM chats c JOIN identities i ON i.id = c.identity_id
    LEFT JOIN customers u ON u.enterprise_id = ?1 AND u.number = i.customer AND u.deleted_at IS NULL
  WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN}`;
const LINK = `UPDATE identities SET customer = (SELECT number FROM customers WHERE enterprise_id = ?2 AND id = ?3 AND deleted_at IS NULL), updated_at = ?4
  WHERE id = ?1 AND enterprise_id = ?2`;
const MOVE_ON = `UPDATE chats SET revision = revision + 1, updated_at = ?3
  WHERE +enterprise_id = ?1 AND id IN (SELECT m.chat_id FROM messages m WHERE m.id IN (SELECT value FROM json_each(?2)))`;

const MOST_TRIES = 5;

interface Person {
  identityId: string;
  name: string;
  customerId: string | null;
  last: string[];
}
type Linked = { reply: ReplyOf<typeof makeChatCustomer>; kept: KeptRow[] };

/**
 * Makes a customer of who a chat is with. Throws what creating one throws, notFound for who does not see the chat, and
 * changedMeanwhile where they are a customer by now.
 */
export async function makeCustomerOf(
  ctx: Ctx,
  chatId: string,
  fields: InputOf<typeof makeChatCustomer>["body"],
  reader: Reader,
  tries = 1,
): Promise<Linked> {
  const [person, made] = await Promise.all([strangerIn(ctx, chatId), creatingCustomer(ctx, fields)]);
  const { customerId, phone, statements } = made;
  try {
    return await link(ctx, { chatId, person, customerId, making: statements }, reader);
  } catch (error) {
    if (isDouble(error)) throw await taken(ctx, phone);
    // A field was defined meanwhile, or they became a customer: both are found when it is looked at anew.
    if (guardFailed(error) && tries < MOST_TRIES)
      return makeCustomerOf(ctx, chatId, fields, reader, tries + 1);
    throw error;
  }
}

/** Says which customer a chat is with; throws notFound and changedMeanwhile as above. */
export async function linkCustomerTo(
  ctx: Ctx,
  chatId: string,
  { customerId }: InputOf<typeof linkChatCustomer>["body"],
  reader: Reader,
): Promise<Linked> {
  const person = await strangerIn(ctx, chatId);
  try {
    return await link(ctx, { chatId, person, customerId, making: [] }, reader);
  } catch (error) {
    if (!guardFailed(error)) throw error;
    await strangerIn(ctx, chatId);
    throw new DomainError("notFound", { errors: { customerId: texts.customerGone } });
  }
}

async function strangerIn({ db, enterpriseId, actor }: Ctx, chatId: string): Promise<Person> {
  const found = await db.$client
    .prepare(PERSON)
    .bind(enterpriseId, actor.userId, chatId)
    .first<Omit<Person, "last"> & { last: string }>();
  if (!found) throw new DomainError("notFound");
  if (found.customerId !== null) throw new DomainError("changedMeanwhile", { message: texts.isCustomer });
  return { ...found, last: JSON.parse(found.last) as string[] };
}

interface Linking {
  chatId: string;
  person: Person;
  customerId: string;
  /** The statements by which the customer comes to be; none for one who is there. */
  making: readonly D1PreparedStatement[];
}

async function link(
  ctx: Ctx,
  { chatId, person, customerId, making }: Linking,
  reader: Reader,
): Promise<Linked> {
  const { db, enterpriseId, now } = ctx;
  const { $client } = db;
  const { identityId, name, last } = person;
  const isThere = sql`EXISTS (SELECT 1 FROM customers WHERE id = ${customerId} AND enterprise_id = ${enterpriseId} AND deleted_at IS NULL)`;
  const writing = [
    ...making,
    bindable(ctx, guard(ctx, sql`${isThere} AND ${isStranger(ctx, identityId)}`)),
    $client.prepare(LINK).bind(identityId, enterpriseId, customerId, now()),
    $client.prepare(MOVE_ON).bind(enterpriseId, JSON.stringify(last), now()),
    bindable(
      ctx,
      audited(ctx, {
        action: "link",
        kind: "customer",
        object: { id: customerId, name },
        after: { by: ctx.actor.name, identity: identityId, chat: chatId },
      }),
    ),
    keepingChats(ctx, last),
  ];
  const results = await $client.batch([...writing, ...readingChat(ctx, chatId)]);
  const read = chatIn(results.slice(writing.length), reader);
  if (!read) throw new DomainError("notFound");
  return { reply: { chat: read.chat }, kept: keptRows(results[writing.length - 1]) };
}

/** Nobody has said yet which customer they are, or that one is in the trash. */
const isStranger = ({ enterpriseId }: Ctx, identityId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM identities i WHERE i.id = ${identityId} AND i.enterprise_id = ${enterpriseId} AND NOT EXISTS
    (SELECT 1 FROM customers u WHERE u.enterprise_id = i.enterprise_id AND u.number = i.customer AND u.deleted_at IS NULL))`;
