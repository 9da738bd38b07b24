/** Before the second key of a pair: "g d". No key of its own. */
export const FIRST_KEY = "g";

/** The only table of commands: their keys until a person changes them, by where they work. Texts come with the list of keys. */
export const commandsIn = {
  everywhere: { sheet: "?" },
  console: {
    menu: "[",
    dashboard: "g d",
    agents: "g b",
    goChats: "g c",
    goCampaigns: "g m",
    goJourneys: "g j",
    goReport: "g r",
    goCustomers: "g u",
    goTemplates: "g t",
    goChannels: "g n",
    goUsers: "g p",
    goEncaps: "g e",
    goPublish: "g s",
    goSpeech: "g v",
    goRichCards: "g k",
    goAnalytics: "g a",
    goChatConfig: "g h",
    goWaba: "g w",
    goFlows: "g f",
    goIntegration: "g i",
    goDefinition: "g q",
    goBilling: "g y",
    goEnterprise: "g o",
    goAudit: "g l",
    goTrash: "g x",
    goMarketplace: "g z",
    // No letter is left.
    goRoles: "g 1",
    goDepartments: "g 2",
    goDelivery: "g 3",
    goAnalyticsConfig: "g 4",
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

/** Screens that commands lead to. */
export const LED_TO = {
  dashboard: "/dashboard",
  agents: "/bots",
  goChats: "/chat/conversation",
  goCampaigns: "/campaigns/campaigns-list",
  goJourneys: "/journey/workspace",
  goReport: "/nlp-report/overview",
  goCustomers: "/customer-master/customers",
  goTemplates: "/admin/messageTemplate/whatsapp",
  goChannels: "/admin/channels",
  goUsers: "/admin/users",
  goEncaps: "/encaps/dashboard",
  goPublish: "/publish/journey",
  goSpeech: "/services/servicesform",
  goRichCards: "/admin/richcard",
  goAnalytics: "/admin/analytics",
  goChatConfig: "/admin/chatConfig/chat-config",
  goWaba: "/admin/whatsapp-onboarding",
  goFlows: "/whatsapp-flow",
  goIntegration: "/admin/integration",
  goDefinition: "/customer-master/definition",
  goBilling: "/admin/enterpriseBilling",
  goEnterprise: "/admin/details",
  goAudit: "/admin/audit_trail",
  goTrash: "/admin/trash",
  goMarketplace: "/marketplace/list",
  goRoles: "/admin/permission",
  goDepartments: "/admin/departments",
  goDelivery: "/admin/report",
  goAnalyticsConfig: "/admin/analytics/config",
} as const;
export type Leading = keyof typeof LED_TO;
export const isLeading = (id: string): id is Leading => Object.hasOwn(LED_TO, id);

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
