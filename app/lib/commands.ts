/** Before the second key of a pair: "g d". No key of its own. */
export const FIRST_KEY = "g";

/** Commands that lead to a screen (`led-to.ts`), by the second key of each. */
const leading = {
  dashboard: "d",
  agents: "b",
  goChats: "c",
  goCampaigns: "m",
  goJourneys: "j",
  goReport: "r",
  goCustomers: "u",
  goTemplates: "t",
  goChannels: "n",
  goUsers: "p",
  goEncaps: "e",
  goPublish: "s",
  goSpeech: "v",
  goRichCard: "k",
  goAnalytics: "a",
  goChatConfig: "h",
  goWaba: "w",
  goFlows: "f",
  goIntegration: "i",
  goDefinition: "q",
  goBilling: "y",
  goEnterprise: "o",
  goAudit: "l",
  goTrash: "x",
  goMarketplace: "z",
  // No letter is left.
  goRoles: "1",
  goDepartments: "2",
  goDelivery: "3",
  goAnalyticsConfig: "4",
} as const;
export type Leading = keyof typeof leading;
export const LEADING = Object.keys(leading) as Leading[];

/** The only table of commands: their keys until a person changes them, by where they work. Texts come with the list of keys. */
export const commandsIn = {
  everywhere: { sheet: "?" },
  console: {
    menu: "[",
    ...(Object.fromEntries(LEADING.map((id) => [id, `${FIRST_KEY} ${leading[id]}`])) as Record<
      Leading,
      string
    >),
  },
  /** Those whose names speak of chats are kept under these names by who changed them when they were of chats alone. */
  lists: { nextChat: "j", chatBefore: "k", tickRow: "x", search: "/" },
  chats: {
    pickUp: "p",
    reply: "r",
    note: "n",
    label: "l",
    transfer: "t",
    invite: "i",
    assign: "a",
    layAside: "s",
    closeChat: "e",
  },
} as const;

export type Place = keyof typeof commandsIn;
export type CommandId = { [In in Place]: keyof (typeof commandsIn)[In] }[Place];
/** The key of each command; none where it is empty. */
export type Keys = Readonly<Record<CommandId, string>>;

export const usualKeys: Keys = Object.assign({}, ...Object.values(commandsIn)) as Keys;

/** One sign, or the first key and a sign. A space presses buttons. */
export const isKey = (key: unknown): key is string =>
  typeof key === "string" && /^(g )?\S$/u.test(key) && key !== FIRST_KEY && key === key.toLowerCase();

/**
 * The keys of somebody who chose these. Chats and the console work at the same time, so no two share one: of two alike
 * the first counts, and a usual key that is chosen for something else is nobody's.
 */
export function keysWith(chosen: unknown): Keys {
  const wanted = (chosen ?? {}) as Record<string, unknown>;
  const keys: Partial<Record<CommandId, string>> = {};
  const isFree = (key: string) => !Object.values(keys).includes(key);
  const all = Object.entries(usualKeys) as [CommandId, string][];
  for (const [id] of all) {
    const key = wanted[id];
    if (key === "" || (isKey(key) && isFree(key))) keys[id] = key;
  }
  for (const [id, usual] of all) keys[id] ??= isFree(usual) ? usual : "";
  return keys as Keys;
}
