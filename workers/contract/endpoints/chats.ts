import { z } from "zod";
import { chatsTexts as texts } from "#texts/chats.ts";
import { errorsTexts } from "#texts/errors.ts";
import { actionFields } from "../chat-action.ts";
import { changedAction, changedMessage } from "../chat-events.ts";
import { chatLabel } from "../chat-labels.ts";
import { chatPart } from "../chat-people.ts";
import { chatOrders, chatQueues } from "../chat-queues.ts";
import { CHAT, missedFilters } from "../chat-states.ts";
import { endpoint, holding } from "../endpoint.ts";
import { videoChats } from "../video.ts";
import { paging, text, time } from "../fields.ts";
import { hasRangeOfHour, hourOfDay, wrongHourRange } from "../hour-of-day.ts";
import { id } from "../ids.ts";

export const CHATS_PAGE = 30;
export const HISTORY_PAGE_SIZE = 15;
/** Messages and notes that one answer has. */
export const HISTORY_PAGE = 50;

const person = z.object({
  identityId: z.string(),
  name: z.string(),
  /** Number of their customer, where they are one. */
  customerId: z.string().nullable(),
  address: z.string().meta({
    description: "Phone number, mail address or name on the channel; masked for whoever may not see it",
  }),
});

export const chat = z.object({
  chatId: z.string(),
  channelId: z.string(),
  channelName: z.string(),
  channelType: z.int(),
  person,
  state: z.int(),
  departmentId: z.string().nullable(),
  departmentName: z.string().meta({ description: "Empty where it belongs to none" }),
  handlingAgent: z.string().nullable(),
  handlerName: z.string().meta({ description: "Empty while nobody has it" }),
  people: z
    .array(chatPart)
    .meta({ description: "Others in the chat: asked to take it or to join, or joined" }),
  labels: z.array(chatLabel),
  pinned: z.boolean().meta({ description: "Kept on top of one's own lists" }),
  missedReason: z
    .int()
    .nullable()
    .meta({ description: "0 out of working hours, 1 timed out; null: not missed" }),
  waitingSince: time.nullable(),
  awaitingSince: time.nullable().meta({
    description:
      "Since when the customer of a chat that somebody has waits for an answer; null: they have it",
  }),
  suspendedUntil: time
    .nullable()
    .meta({ description: "When a chat that was laid aside comes back; null: when the customer writes" }),
  newMsgCount: z.int(),
  seq: z.int(),
  lastAt: time,
  lastMessage: z.string(),
  revision: z.int(),
  rating: z.int().nullable().meta({ description: "How the customer found it, from 1 to 5; null: not told" }),
  windowUntil: time
    .nullable()
    .meta({ description: "Until when the channel takes free text; null where it always does" }),
  carries: z
    .object({ text: z.int(), caption: z.int() })
    .meta({ description: "The longest text and caption that the channel takes, in characters" }),
  videoChat: z.enum(videoChats).meta({
    description: "off: no video calls here; on: one can be started; calling: one is under way",
  }),
  isJITRequired: z.boolean().meta({
    description: "Only a template reaches them now: the window is over, or the last message failed for it",
  }),
});
export type ChatEntry = z.infer<typeof chat>;

const counts = z.object({
  newChatCount: z.int(),
  invitedChatCount: z.int(),
  transferredChatCount: z.int(),
  assignedChatCount: z.int().meta({ description: "Assigned to oneself and not accepted yet" }),
  assginedChatCount: z.int().meta({ description: "The same, as customer-master.md spells it" }),
  missedChatCount: z.int(),
  totalChatCount: z.int().meta({ description: "All of these together: what asks for somebody" }),
  ownChatCount: z.int().meta({ description: "Those that one has or has joined" }),
  openChatCount: z.int(),
  ownUnread: z.array(z.string()).meta({
    description:
      "Ids of those that one has or has joined, and somebody answers, with words that nobody has read",
  }),
});
export type ChatCounts = z.infer<typeof counts>;

const happened = z.object({
  messages: z.array(changedMessage),
  actions: z.array(changedAction),
  more: z.boolean().meta({ description: "There are older ones" }),
});

export const answering = holding("CHAT.HANDLE");
export const params = z.object({ id });
export const oneChat = "/e/enterprise/chat/:id";

/** Number and person that the next counts follow from: each later event changes them by where its chats were and are. */
const upTo = {
  asOf: z.int().meta({ description: "Number of the last live event that is in these" }),
  of: z
    .object({ uId: z.string(), departments: z.array(z.string()) })
    .meta({ description: "Whose they are, and the departments that they belong to" }),
};

export const chatSummary = endpoint({
  method: "GET",
  path: "/e/enterprise/chat/summary",
  summary:
    "Open chats that one may see, the one with the latest message or the longest wait first; how many there are in each queue, whatever the list is narrowed down to",
  access: answering,
  query: z.object({
    queue: z.enum(chatQueues).default("new"),
    before: text(80).default("").meta({ description: "`next` of the page before" }),
    order: z.enum(chatOrders).default("latest").meta({
      description:
        "oldest: by since when they wait; those that wait for nobody by their last message. Of one's own those come first whose customers wait for an answer",
    }),
    chatId: z.string().max(64).default("").meta({ description: "This one alone, without reading it" }),
    channelId: z.string().max(64).default(""),
    departmentId: z.string().max(64).default("").meta({ description: '"none": of no department' }),
    label: z.string().max(64).default("").meta({ description: "Id of a label that they have" }),
    agentId: z.string().max(64).default("").meta({ description: "Who has them" }),
    unread: z.boolean().default(false).meta({ description: "Those alone with words that nobody has read" }),
  }),
  reply: z.object({
    chats: z.array(chat),
    next: z.string().nullable(),
    counts,
    targetSeconds: z.int().nullable().meta({
      description: "Within how many seconds a chat ought to be picked up; null: there is no such time",
    }),
    ...upTo,
  }),
  under: "response",
});

/** Ended chats by how their customers found them: any that was rated, or those of one rating. */
export const ratingFilters = ["", "any", "1", "2", "3", "4", "5"] as const;

/** Ended chats by how: platform-shell.md 4.3 numbers them. */
/** Chats by when they began, instead of when they ended: all of them, or those that a person has answered. */
export const begunFilters = ["", "any", "answered"] as const;
export const endedStates = [CHAT.closed, CHAT.missed] as const;

/** Filters of the history. */
const pastFilter = {
  name: text(100).default(""),
  state: z
    .int(errorsTexts.notNumber)
    .refine((state) => (endedStates as readonly number[]).includes(state), texts.notEnded)
    .optional(),
  missedReason: z
    .int(errorsTexts.notNumber)
    .refine((reason) => Object.values(missedFilters).some((each) => each === reason), texts.notMissedReason)
    .default(missedFilters.all)
    .meta({ description: "Of missed chats: 0 all, 1 timed out, 2 out of working hours" }),
  label: z.string().max(64).default("").meta({ description: "Id of a label that they have" }),
  agentId: z.string().max(64).default("").meta({ description: "Who had them when they ended" }),
  channelId: z.string().max(64).default(""),
  departmentId: z.string().max(64).default("").meta({ description: '"none": of no department' }),
  rating: z
    .enum(ratingFilters)
    .default("")
    .meta({ description: "How customers found them; any: those that were rated at all" }),
  since: time.optional().meta({ description: "Ended then or later" }),
  until: time.optional().meta({ description: "Ended before" }),
  begun: z.enum(begunFilters).default("").meta({
    description: "The times are those of the beginning, open chats too; answered: by a person after a wait",
  }),
  ...hourOfDay,
};

export const chatHistory = endpoint({
  method: "GET",
  path: "/e/enterprise/chat/history",
  summary:
    "Closed and missed chats that one may see, or all that began within a time, the latest first, by the person's name or number",
  access: holding("CHAT.VIEW_CHATHISTORY"),
  query: z
    .object({
      ...pastFilter,
      before: text(80)
        .default("")
        .meta({ description: "`next` of the page before: what ends meanwhile moves no page that follows" }),
      ...paging(HISTORY_PAGE_SIZE),
    })
    .refine(hasRangeOfHour, wrongHourRange),
  reply: z.object({ chats: z.array(chat), more: z.boolean(), next: z.string().nullable() }),
  under: "response",
});

export const exportChatHistory = endpoint({
  method: "GET",
  path: "/e/enterprise/chat/history/csv",
  summary: "All that the history finds as CSV, whole; needs CHAT.VIEW_CHATHISTORY as well",
  access: holding("CUSTOMER.EXPORT"),
  query: z.object(pastFilter).refine(hasRangeOfHour, wrongHourRange),
  file: "text/csv; charset=utf-8",
  reply: z.null(),
  under: "response",
});

export const getChat = endpoint({
  method: "GET",
  path: oneChat,
  summary: "A chat with its latest messages and what was done in it, those before one, or those since a time",
  access: holding("CHAT.HANDLE", "CHAT.VIEW_CHATHISTORY"),
  params,
  query: z.object({
    before: z.int().min(1).optional().meta({ description: "Place in the chat" }),
    on: time
      .optional()
      .meta({ description: "The first page since then; the latest one where nothing was said since" }),
  }),
  reply: z.object({
    chat,
    participants: z
      .array(z.object({ kind: z.enum(["customer", "agent"]), id: z.string(), name: z.string() }))
      .meta({ description: "The customer, who has the chat, and who has joined them" }),
    messageCount: z
      .int()
      .meta({ description: "All its messages, however many are here; none that is put off" }),
    ...happened.shape,
  }),
  under: "response",
});

export const actOnChat = endpoint({
  method: "POST",
  path: `${oneChat}/actions`,
  summary:
    "Picks up, answers, notes, hands over, joins or leaves a chat; the chat as it is then, and what was added to it",
  access: answering,
  params,
  body: actionFields,
  reply: z.object({ chat, messages: z.array(changedMessage), actions: z.array(changedAction) }),
  under: "response",
});

/** As platform-shell.md 3 names the server's counts. */
const enterpriseCounts = z.object({
  unPickedCount: z.int(),
  transferredCount: z.int(),
  invitedCount: z.int(),
  missedCount: z.int(),
  assignedCount: z.int(),
});

export const chatCount = endpoint({
  method: "GET",
  path: "/e/enterprise/chat_count",
  summary: "How many chats ask for oneself, by why",
  access: answering,
  reply: z.object({
    ...counts.shape,
    enterprise: enterpriseCounts,
    ...upTo,
  }),
  under: "response",
});

export const chatDepartments = endpoint({
  method: "GET",
  path: "/e/enterprise/chat_departments",
  summary: "Departments that a chat can be transferred to, by name",
  access: holding("CHAT.HANDLE", "CHAT.CHAT_CONFIG", "CHAT.VIEW_ANALYTICS"),
  reply: z.object({ departments: z.array(z.object({ id: z.string(), name: z.string() })) }),
  under: "response",
});
