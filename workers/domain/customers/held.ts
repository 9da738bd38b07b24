import { entryEvaluations, entryNews } from "#db/tenant/automation-runs.ts";
import { chatActions } from "#db/tenant/chat-actions.ts";
import { chatPins } from "#db/tenant/chat-pins.ts";
import { runLinks } from "#db/tenant/links.ts";
import { floors } from "#db/tenant/floors.ts";
import { addresses, consents, reach } from "#db/tenant/identities.ts";
import { hookDeliveries } from "#db/tenant/webhooks-out.ts";
import { messageMedia } from "#db/tenant/message-media.ts";
import { speechJobs } from "#db/tenant/speech.ts";
import { messageTurns } from "#db/tenant/message-turns.ts";
import { videoRooms } from "#db/tenant/video.ts";

/** The parts of a copy of one person's data, in its order. */
export const dataParts = [
  "customer",
  "fields",
  "deletedFields",
  "groups",
  "labels",
  "history",
  "imports",
  "channels",
  "blacklist",
  "chats",
  "messages",
  "broadcasts",
  "files",
  "recordings",
  "botSessions",
  "botMessages",
  "forms",
  "journeys",
  "waFlows",
  "payments",
] as const;
export type DataPart = (typeof dataParts)[number];

/** Tables whose rows erasing deletes by the identity that they name. */
export const heldByIdentity = [
  entryEvaluations,
  entryNews,
  messageTurns,
  messageMedia,
  speechJobs,
  floors,
  runLinks,
  reach,
  consents,
  addresses,
] as const;
/** Tables whose rows erasing deletes by the chat that they name. */
export const heldByChat = [chatActions, chatPins, hookDeliveries, videoRooms] as const;

const SAME_WORDS = "has again what is in the messages";
const VENDOR = "is what a vendor said about a channel, found by the number alone";

/**
 * Every table that erasing a customer reaches, each with the part of a copy of their data that has it, or with why a copy
 * leaves it out. A table that erasing comes to reach belongs here.
 */
export const held: Readonly<Record<string, { in: DataPart } | { left: string }>> = {
  customers: { in: "customer" },
  customer_marks: { in: "groups" },
  audit_trail: { in: "history" },
  import_changes: { in: "imports" },
  identities: { in: "channels" },
  addresses: { in: "channels" },
  reach: { in: "channels" },
  consents: { in: "channels" },
  blacklist: { in: "blacklist" },
  chats: { in: "chats" },
  messages: { in: "messages" },
  broadcast_recipients: { in: "broadcasts" },
  message_media: { in: "files" },
  drive_files: { in: "files" },
  conversations: { in: "botSessions" },
  turns: { in: "botMessages" },
  chat_actions: { left: "is what colleagues did and noted for each other; nothing of it ever left" },
  chat_pins: { left: "is how a colleague likes their list" },
  video_rooms: { left: "is when a colleague called and for how long; the lines in the chat say it, too" },
  video_recordings: { in: "recordings" },
  customer_distinct: { left: "names another customer" },
  import_errors: { left: "is a file's line that was refused, found by the number alone; it became nobody" },
  blacklist_removed: { left: "was taken off the blacklist, and waits for a day to be put back" },
  blacklist_rejects: {
    left: "is a file's line that was refused, found by the number alone; it became nobody",
  },
  import_numbers: { left: "is the number alone, for as long as an import is stopped" },
  speech_jobs: { left: "says again what a voice message does, whose file is there" },
  message_words: { left: SAME_WORDS },
  chat_words: { left: SAME_WORDS },
  live_events: { left: SAME_WORDS },
  hook_deliveries: { left: SAME_WORDS },
  mails: { left: SAME_WORDS },
  directory_audit: { left: "is who mailed a chat to whom" },
  message_turns: { left: "is work that waits, by ids alone" },
  runs: { in: "journeys" },
  form_submissions: { in: "forms" },
  wa_flow_answers: { in: "waFlows" },
  wa_flow_sessions: { in: "waFlows" },
  payment_links: { in: "payments" },
  form_links: { left: "is the address of a form's page, by ids alone" },
  run_links: { in: "journeys" },
  run_steps: { left: SAME_WORDS },
  run_inbox: { left: SAME_WORDS },
  run_calls: { left: "is a call that waits, of what is in the messages" },
  entry_news: { left: "is work that waits, for seconds" },
  entry_evaluations: { left: "is why a journey began or did not, by ids alone" },
  run_waits: { left: "is what a journey waits for, by ids alone" },
  floors: { left: "is which bot waits for an answer, for minutes" },
  inbound_events: { left: VENDOR },
  channel_events: { left: VENDOR },
  channels: { left: VENDOR },
  broadcasts: {
    left: "is what a colleague asked for: whom it named is taken out of it, and reached people are in their own part",
  },
  activities: { left: "is what a colleague asked for: whom it named is taken out of it" },
  jobs: { left: "is what a colleague looked for" },
  customer_views: { left: "is what a colleague looked for" },
};
