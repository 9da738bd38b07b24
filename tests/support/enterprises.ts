import type { NewEnterprise } from "#db/seed/accounts.ts";

const enterprise = (name: string, more: Partial<NewEnterprise> = {}): NewEnterprise => ({
  enterprise: name,
  database: "TENANT_2",
  name: "Kiran Shah",
  email: `${name.toLowerCase().replaceAll(" ", "-")}@chatbird.example`,
  password: "a long enough password",
  ...more,
});

/** Enterprises for browser tests whose definitions or emptiness would be in the way of others. */
export const ENTERPRISES = {
  customers: enterprise("Customers Bank"),
  empty: enterprise("Empty Bank"),
  /** Which has the trash, and chats of the last days. */
  hall: enterprise("Hall Bank", { id: "hall-bank", features: { trash: true } }),
  house: enterprise("House Bank"),
  people: enterprise("People Bank"),
  /** Whose person sets a second factor up. */
  security: enterprise("Security Bank"),
  /** Whose person has an authenticator from the start of a test on. */
  secondFactor: enterprise("Second Factor Bank"),
  /** Whose person gets codes by mail. */
  mailedCodes: enterprise("Mailed Codes Bank"),
};
