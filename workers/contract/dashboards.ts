import type { Permission } from "./permissions.ts";

/** Measures of dashboards, and the dashboards that every enterprise has, as data. */

/** How a value is said: a count, a part of one, seconds on average, an average from 1 to 5, or the smallest unit of a currency. */
export type Unit = "count" | "share" | "seconds" | "rating" | "money";

/** Units of which days make a sum, and whose change is said in percent. */
export const isSummed = (unit: Unit): boolean => unit === "count" || unit === "money";

/** The sources that measures are read from: one roll-up each, of which `spending` is use at the plan's prices. */
export const dashboardSources = [
  "sent",
  "received",
  "bots",
  "journeys",
  "steps",
  "chats",
  "agents",
  "usage",
  "spending",
] as const;
export type DashboardSource = (typeof dashboardSources)[number];

interface MeasureOf {
  source: DashboardSource;
  unit: Unit;
  /** The source's sum that it is. */
  of: string;
  /** The sum that it is divided by. */
  per?: string;
  /** More is worse, such as failures. */
  isBad?: true;
}

export const measures = {
  sent: { source: "sent", unit: "count", of: "total" },
  deliveredRate: { source: "sent", unit: "share", of: "delivered", per: "total" },
  readRate: { source: "sent", unit: "share", of: "read", per: "total" },
  failedRate: { source: "sent", unit: "share", of: "failed", per: "total", isBad: true },
  received: { source: "received", unit: "count", of: "received" },
  botConversations: { source: "bots", unit: "count", of: "conversations" },
  botMessages: { source: "bots", unit: "count", of: "turns" },
  understoodRate: { source: "bots", unit: "share", of: "scoped", per: "asked" },
  journeysEntered: { source: "journeys", unit: "count", of: "entered" },
  journeyErrors: { source: "steps", unit: "count", of: "errors", isBad: true },
  journeyTimeouts: { source: "steps", unit: "count", of: "timedOut", isBad: true },
  chatsStarted: { source: "chats", unit: "count", of: "started" },
  chatsClosed: { source: "chats", unit: "count", of: "closed" },
  chatsMissed: { source: "chats", unit: "count", of: "missed", isBad: true },
  firstReply: { source: "chats", unit: "seconds", of: "responseSeconds", per: "responses", isBad: true },
  rating: { source: "chats", unit: "rating", of: "rating", per: "rated" },
  agentClosed: { source: "agents", unit: "count", of: "closed" },
  agentFirstReply: {
    source: "agents",
    unit: "seconds",
    of: "responseSeconds",
    per: "responses",
    isBad: true,
  },
  agentRating: { source: "agents", unit: "rating", of: "rating", per: "rated" },
  usedMessages: { source: "usage", unit: "count", of: "messageOut" },
  usedBroadcasts: { source: "usage", unit: "count", of: "broadcastMessage" },
  usedReceived: { source: "usage", unit: "count", of: "messageIn" },
  usedTurns: { source: "usage", unit: "count", of: "botTurn" },
  usedRuns: { source: "usage", unit: "count", of: "run" },
  usedSpeech: { source: "usage", unit: "count", of: "speechSecond" },
  usedStored: { source: "usage", unit: "count", of: "storedMb" },
  spent: { source: "spending", unit: "money", of: "total", isBad: true },
  spentBase: { source: "spending", unit: "money", of: "base", isBad: true },
  spentMessages: { source: "spending", unit: "money", of: "messageOut", isBad: true },
  spentBroadcasts: { source: "spending", unit: "money", of: "broadcastMessage", isBad: true },
  spentReceived: { source: "spending", unit: "money", of: "messageIn", isBad: true },
  spentTurns: { source: "spending", unit: "money", of: "botTurn", isBad: true },
  spentRuns: { source: "spending", unit: "money", of: "run", isBad: true },
  spentSpeech: { source: "spending", unit: "money", of: "speechSecond", isBad: true },
  spentStored: { source: "spending", unit: "money", of: "storedMb", isBad: true },
} as const satisfies Record<string, MeasureOf>;
export type Measure = keyof typeof measures;
export const measureNames = Object.keys(measures) as [Measure, ...Measure[]];
export const measureOf = (name: Measure): MeasureOf => measures[name];

/** Sources that a channel narrows down; the others are of all channels whatever is chosen. */
export const ofChannel: ReadonlySet<DashboardSource> = new Set(["sent", "received", "chats"]);

/** Sources of one bot or department; the others are of all. */
export const ofBot: ReadonlySet<DashboardSource> = new Set(["bots"]);
export const ofDepartment: ReadonlySet<DashboardSource> = new Set(["chats", "agents"]);

/** The permissions of each source's own screen: who has none of them sees no figure of it here either. */
const seenBy: Record<DashboardSource, readonly Permission[]> = {
  sent: ["MANAGE.DELIVERYREPORT.VIEW"],
  received: ["MANAGE.DELIVERYREPORT.VIEW"],
  bots: ["NLP.VIEW"],
  journeys: ["JOURNEYS.VIEW_REPORTS"],
  steps: ["JOURNEYS.VIEW_REPORTS"],
  chats: ["CHAT.VIEW_ANALYTICS"],
  agents: ["CHAT.VIEW_ANALYTICS"],
  usage: ["ENTERPRISE.VIEW", "ENTERPRISE.MANAGE_BILLING"],
  spending: ["ENTERPRISE.VIEW", "ENTERPRISE.MANAGE_BILLING"],
};
export const maySee = (source: DashboardSource, held: readonly Permission[]): boolean =>
  seenBy[source].some((permission) => held.includes(permission));

/** A tile: a figure, a picture of measures of one unit by the day, or a table of a source's parts, such as its channels. */
export type DashboardTile =
  | { kind: "number"; measure: Measure }
  | { kind: "bars" | "line"; measures: readonly Measure[] }
  | { kind: "table"; source: DashboardSource; measures: readonly Measure[] };

const numbers = (...names: Measure[]): DashboardTile[] =>
  names.map((measure) => ({ kind: "number", measure }));

export const dashboardNames = ["messages", "bots", "journeys", "agents", "cost"] as const;
export type DashboardName = (typeof dashboardNames)[number];

export const dashboards: Record<DashboardName, readonly DashboardTile[]> = {
  messages: [
    ...numbers("sent", "received", "deliveredRate", "readRate", "failedRate"),
    { kind: "bars", measures: ["sent", "received"] },
    { kind: "line", measures: ["deliveredRate", "readRate", "failedRate"] },
    { kind: "table", source: "sent", measures: ["sent", "deliveredRate", "readRate", "failedRate"] },
  ],
  bots: [
    ...numbers("botConversations", "botMessages", "understoodRate"),
    { kind: "bars", measures: ["botConversations"] },
    { kind: "bars", measures: ["understoodRate"] },
    { kind: "table", source: "bots", measures: ["botConversations", "botMessages", "understoodRate"] },
  ],
  journeys: [
    ...numbers("journeysEntered", "journeyErrors", "journeyTimeouts"),
    { kind: "bars", measures: ["journeysEntered"] },
    { kind: "bars", measures: ["journeyErrors", "journeyTimeouts"] },
    { kind: "table", source: "journeys", measures: ["journeysEntered"] },
    { kind: "table", source: "steps", measures: ["journeyErrors", "journeyTimeouts"] },
  ],
  agents: [
    ...numbers("chatsStarted", "chatsClosed", "chatsMissed", "firstReply", "rating"),
    { kind: "bars", measures: ["chatsClosed", "chatsMissed"] },
    { kind: "bars", measures: ["firstReply"] },
    { kind: "table", source: "agents", measures: ["agentClosed", "agentFirstReply", "agentRating"] },
    {
      kind: "table",
      source: "chats",
      measures: ["chatsStarted", "chatsClosed", "chatsMissed", "firstReply"],
    },
  ],
  cost: [
    ...numbers("spent", "usedMessages", "usedBroadcasts", "usedReceived", "usedTurns", "usedRuns"),
    ...numbers("usedSpeech", "usedStored"),
    { kind: "bars", measures: ["spent"] },
    { kind: "bars", measures: ["usedMessages", "usedBroadcasts"] },
    { kind: "bars", measures: ["usedTurns", "usedRuns"] },
    { kind: "table", source: "spending", measures: ["spent"] },
  ],
};

/** The measures of a tile. */
export const measuresOf = (tile: DashboardTile): readonly Measure[] =>
  tile.kind === "number" ? [tile.measure] : tile.measures;

/** The sources that its figures are read from. */
export const sourcesOf = (tileMeasures: readonly Measure[]): DashboardSource[] => [
  ...new Set(tileMeasures.map((measure) => measureOf(measure).source)),
];
