import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { call } from "#app/data/api.ts";
import { listAgents } from "#workers/contract/endpoints/bots.ts";
import { chatHistory, endedStates } from "#workers/contract/endpoints/chats.ts";
import { listCustomers } from "#workers/contract/endpoints/customers.ts";
import { searchIntents } from "#workers/contract/endpoints/intents.ts";
import { listTemplates } from "#workers/contract/endpoints/templates.ts";
import { listUsers, USER_STATE } from "#workers/contract/endpoints/users.ts";

export interface Found {
  id: string;
  to: string;
  name: string;
  /** Tells two of the same name apart. */
  detail: string;
}

export type FoundKind = "customers" | "chats" | "templates" | "bots" | "intents" | "users";

const CONVERSATION = "/chat/conversation";
const WAIT_MS = 300;
const SHORTEST = 2;
const MOST = 5;

interface Around {
  /** The bot that is open: its intents come first. */
  bot: string | undefined;
  /** Open chats are shown where they are answered; others see them as they see ended ones. */
  answers: boolean;
}

type Ask = (text: string, signal: AbortSignal, around: Around) => Promise<Found[]>;

/** Searches by the list calls of the screens, each offered to those who may open its screen. */
const SOURCES: Record<FoundKind, { screen: string; ask: Ask }> = {
  customers: {
    screen: "/customer-master/customers",
    ask: async (search, signal) => {
      const { customers } = await call(listCustomers, { query: { search, perPage: MOST }, signal });
      return customers.customers.map(({ id, name, phoneNumber }) => ({
        id,
        name,
        detail: phoneNumber,
        to: `/customer-master/customers/view/${id}`,
      }));
    },
  },
  chats: {
    screen: "/chat/history",
    ask: async (name, signal, { answers }) => {
      const { chats } = await call(chatHistory, { query: { name, begun: "any", perPage: MOST }, signal });
      return chats.map(({ chatId, person, state, channelName, lastMessage }) => ({
        id: chatId,
        name: person.name || person.address,
        detail: [channelName, lastMessage].filter(Boolean).join(" · "),
        to:
          isEnded(state) || !answers
            ? `/chat/history?chat=${chatId}`
            : `${CONVERSATION}?queue=all&chat=${chatId}`,
      }));
    },
  },
  templates: {
    screen: "/admin/messageTemplate/whatsapp",
    ask: async (name, signal) => {
      const { templates } = await call(listTemplates, { query: { name, perPage: MOST }, signal });
      return templates.map(({ id, name: label, language, channel }) => ({
        id,
        name: label,
        detail: `${language} · ${channel.name}`,
        to: `/admin/messageTemplate/whatsapp/${id}`,
      }));
    },
  },
  bots: {
    screen: "/bots",
    ask: async (name, signal) => {
      const { agents } = await call(listAgents, { query: { name, perPage: MOST }, signal });
      return agents.map(({ id, name: label, description }) => ({
        id,
        name: label,
        detail: description,
        to: `/bots/${id}`,
      }));
    },
  },
  intents: {
    screen: "/bots",
    ask: async (name, signal, { bot }) => {
      const query = { name, perPage: MOST, ...(bot && { agentId: bot }) };
      const { intents } = await call(searchIntents, { query, signal });
      return intents.map(({ id, name: label, storyId, storyName, agentId, agentName }) => ({
        id,
        name: label,
        detail: `${agentName} · ${storyName}`,
        to: `/bots/${agentId}/intents?story=${storyId}&intent=${id}`,
      }));
    },
  },
  users: {
    screen: "/admin/users",
    ask: async (name, signal) => {
      const { users } = await call(listUsers, {
        query: { name, state: USER_STATE.active, perPage: MOST },
        signal,
      });
      return users.map(({ uId, name: label, emailId }) => ({
        id: uId,
        name: label || emailId,
        detail: emailId,
        to: `/admin/users?user=${uId}`,
      }));
    },
  },
};

const isEnded = (state: number) => endedStates.some((each) => each === state);

type Answers = Partial<Record<FoundKind, readonly Found[]>>;

/** Answers to the last text only; a source that fails finds nothing, since each has a screen that says why. */
export function usePaletteSearch(text: string, mayOpen: (screen: string) => boolean) {
  const bot = /^\/bots\/([^/]+)/.exec(useLocation().pathname)?.[1];
  const answers = mayOpen(CONVERSATION);
  const asked = text.trim();
  const [state, setState] = useState<{ asked: string; answers: Answers; left: number }>();
  const kinds = (Object.keys(SOURCES) as FoundKind[])
    .filter((kind) => asked.length >= SHORTEST && mayOpen(SOURCES[kind].screen))
    .join(" ");
  useEffect(() => {
    if (kinds === "") return;
    const stop = new AbortController();
    const ask = (kind: FoundKind) =>
      SOURCES[kind]
        .ask(asked, stop.signal, { bot, answers })
        .catch(() => [])
        .then((found) => {
          if (stop.signal.aborted) return;
          setState((now) =>
            now?.asked === asked
              ? { asked, answers: { ...now.answers, [kind]: found }, left: now.left - 1 }
              : now,
          );
        });
    const wait = setTimeout(() => {
      const each = kinds.split(" ") as FoundKind[];
      setState({ asked, answers: {}, left: each.length });
      void Promise.all(each.map(ask));
    }, WAIT_MS);
    return () => {
      clearTimeout(wait);
      stop.abort();
    };
  }, [asked, kinds, bot, answers]);
  const fresh = state?.asked === asked ? state : undefined;
  return { found: fresh?.answers ?? {}, searching: kinds !== "" && (fresh === undefined || fresh.left > 0) };
}
