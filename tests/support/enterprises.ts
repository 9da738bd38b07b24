import type { NewEnterprise } from "#db/seed/accounts.ts";

const enterprise = (name: string, more: Partial<NewEnterprise> = {}): NewEnterprise => ({
  enterprise: name,
  database: "TENANT_2",
  name: "Kiran Shah",
  email: `${name.toLowerCase().replaceAll(" ", "-")}@chatbird.example`,
  password: "a long enough password",
  ...more,
});

/** Enterprises for browser tests whose definitions or emptiness would disturb other tests. */
export const ENTERPRISES = {
  /** Hears of nothing but what its own tests do, which count calls and look at every toast. */
  alone: enterprise("Alone Bank"),
  /** Has more agents than a list takes at once. */
  crowd: enterprise("Crowd Bank", { id: "crowd-bank" }),
  /** Has dashboards beside its customers. */
  customers: enterprise("Customers Bank", { features: { analytics: true } }),
  /** Is told of its chats. */
  bell: enterprise("Bell Bank"),
  /** Answers chats. */
  desk: enterprise("Desk Bank", { features: { artifacts: true } }),
  empty: enterprise("Empty Bank"),
  /** Has the trash, and chats of the last days. */
  hall: enterprise("Hall Bank", { id: "hall-bank", features: { trash: true } }),
  /** Answers chats at no time, once its test has set so. */
  hours: enterprise("Hours Bank"),
  house: enterprise("House Bank"),
  /** Works its chats by keys. */
  keys: enterprise("Keys Bank"),
  /** Is walked through without a mouse. */
  walk: enterprise("Walk Bank", { features: { artifacts: true } }),
  /** Its user's password changes, which ends every other session of theirs. */
  lock: enterprise("Lock Bank"),
  /** Has a chat of many messages. */
  long: enterprise("Long Bank", { id: "long-bank" }),
  /** Brings its numbers here. */
  numbers: enterprise("Numbers Bank"),
  /** Is told of its chats while its console is closed. */
  phone: enterprise("Phone Bank"),
  /** Has a plan and invoices. */
  payer: enterprise("Payer Bank", { features: { billing: true } }),
  /** Keeps a blacklist. */
  quiet: enterprise("Quiet Bank"),
  /** Draws journeys. */
  studio: enterprise("Studio Bank"),
  /** Has the library. */
  shelf: enterprise("Shelf Bank", { features: { artifacts: true } }),
  /** Its user speaks Hindi for a while. */
  speaker: enterprise("Speaker Bank"),
  /** Takes the first steps. */
  newcomer: enterprise("Newcomer Bank"),
  /** Reads the report of milestones. */
  people: enterprise("People Bank", { features: { milestone: true } }),
  /** Its administrators lose a right for a while. */
  rights: enterprise("Rights Bank"),
  /** Takes its data away, and is nearly deleted. */
  leaver: enterprise("Leaver Bank"),
  /** Looks at its queues. */
  tower: enterprise("Tower Bank"),
  figures: enterprise("Figure Bank"),
  /** Has switched off what is on by default. */
  plain: enterprise("Plain Bank", { features: { userInvite: false, bots: false, twoFactor: false } }),
  /** Its user sets up a second factor. */
  security: enterprise("Security Bank"),
  /** Its user has an authenticator from the start of a test. */
  secondFactor: enterprise("Second Factor Bank"),
  /** Its user gets codes by mail. */
  mailedCodes: enterprise("Mailed Codes Bank"),
};
