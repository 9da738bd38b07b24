import { useQueryOf } from "#app/data/query.ts";
import { useSettled } from "#app/lib/use-settled.ts";
import { can, useSession } from "#app/session/session.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import type { Mention } from "#workers/contract/chat-events.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import { listFields } from "#workers/contract/endpoints/customer-fields.ts";
import { getCustomer } from "#workers/contract/endpoints/customers.ts";
import { listArtifacts } from "#workers/contract/endpoints/library.ts";
import { listColleagues } from "#workers/contract/endpoints/users.ts";
import { artifactTypes } from "#workers/contract/library.ts";
import { filledIn } from "./canned.ts";
import { closedEmoji, emojiFor, useEmojiTable } from "./emoji.ts";
import type { Typed } from "./typed-at.ts";
import { fieldVariables, fitting, holeOf, variablesOf, wordsOf } from "./variables.ts";

const SHOWN = 8;
const DELAY_MS = 200;

/** Something that can be taken in the place of what was typed. */
export interface Offer {
  key: string;
  name: string;
  detail: string;
  /** Stands before the name. */
  sign?: string;
  words: string;
  mention?: Mention;
}

interface Offers {
  /** Undefined while they are asked for. */
  offers: readonly Offer[] | undefined;
  /** The offer that the typed word names to its end. */
  closed?: Offer | undefined;
}

/** Offers for the typed word; nothing is asked for before. */
export function useOffers(typed: Typed | undefined, chat: ChatEntry): Offers {
  const queryOf = (kind: Typed["kind"]) => (typed?.kind === kind ? typed.query : undefined);
  const canned = useCanned(queryOf("canned"), chat);
  const variables = useVariables(queryOf("variable"), chat);
  const colleagues = useColleagues(queryOf("colleague"), chat);
  const emoji = useEmoji(queryOf("emoji"));
  if (!typed) return { offers: undefined };
  switch (typed.kind) {
    case "canned":
      return { offers: canned };
    case "variable":
      return { offers: variables };
    case "colleague":
      return { offers: colleagues };
    case "emoji":
      return emoji;
    default:
      return typed.kind satisfies never;
  }
}

/** The library's messages that fit what was typed after a `/`, filled in for this chat. */
function useCanned(query: string | undefined, chat: ChatEntry): Offer[] | undefined {
  const { profile } = useSession();
  const desc = useSettled(query ?? "", DELAY_MS);
  const { answer } = useQueryOf(
    listArtifacts,
    { query: { type: artifactTypes.message, desc, deptId: chat.departmentId ?? "", perPage: SHOWN } },
    { enabled: query !== undefined, keepsLast: true },
  );
  return answer?.artifacts.map(({ _id, data }) => ({
    key: _id,
    name: data.name,
    detail: data.text,
    words: filledIn(data.text, chat, profile.name),
  }));
}

/** Variables of the chat and its customer; for people who may not see customers, the chat's alone. */
function useVariables(query: string | undefined, chat: ChatEntry): Offer[] | undefined {
  const { profile } = useSession();
  const id = chat.person.customerId;
  const enabled = query !== undefined && id !== null && can(profile, ["CUSTOMER.VIEW"]);
  const customer = useQueryOf(getCustomer, { params: { id: id ?? "" } }, { enabled });
  const fields = useQueryOf(listFields, {}, { enabled });
  if (query === undefined) return undefined;
  const own =
    enabled && customer.answer && fields.answer
      ? fieldVariables(fields.answer.inputFieldDefinitions, customer.answer.customer.data)
      : [];
  return fitting([...variablesOf(chat, profile.name), ...own], query).map((one, at) => ({
    // Two fields may have one name.
    key: `${at} ${one.name}`,
    name: one.name,
    detail: one.value || texts.variables.unknown(holeOf(one.name)),
    words: wordsOf(one),
  }));
}

/** Colleagues who see the chat. */
function useColleagues(query: string | undefined, { chatId }: ChatEntry): Offer[] | undefined {
  const { profile } = useSession();
  const name = useSettled((query ?? "").trim(), DELAY_MS);
  const { answer } = useQueryOf(
    listColleagues,
    { query: { name, chatId, perPage: SHOWN } },
    { enabled: query !== undefined, keepsLast: true },
  );
  return answer?.users
    .filter(({ uId }) => uId !== profile.uId)
    .map((one) => ({
      key: one.uId,
      name: one.name,
      detail: one.emailId,
      words: `@${one.name} `,
      mention: { uId: one.uId, name: one.name },
    }));
}

function useEmoji(query: string | undefined): Offers {
  const table = useEmojiTable(query !== undefined);
  if (query === undefined) return { offers: undefined };
  const offerOf = ({ sign, name, words }: (typeof table)[number]): Offer => ({
    key: name,
    name: `:${name}:`,
    detail: words.join(", "),
    sign,
    words: sign,
  });
  const closed = closedEmoji(table, query);
  return { offers: emojiFor(table, query, SHOWN).map(offerOf), closed: closed && offerOf(closed) };
}
