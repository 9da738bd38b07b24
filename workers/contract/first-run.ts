/** The contents that an enterprise may begin with, and the steps that its people are shown. */

export const firstRunKinds = ["bank", "shop", "travel", "support", "empty"] as const;
export type FirstRunKind = (typeof firstRunKinds)[number];

/** The package of the marketplace that each begins with, and what its first played customer asks. */
export const FIRST_RUN: Readonly<Record<Exclude<FirstRunKind, "empty">, { package: string; asks: string }>> =
  {
    bank: { package: "banking-faq-bot", asks: "I lost my card" },
    shop: { package: "order-status-bot", asks: "Where is my order?" },
    travel: { package: "travel-bookings-bot", asks: "I want to change my flight date" },
    support: { package: "help-desk-bot", asks: "I forgot my password" },
  };

/** The played customer of a first chat. The number is one that is given to nobody. */
export const FIRST_PERSON = "+12025550123";

/** First steps in their order; who may take one is in the domain. */
export const firstSteps = ["bot", "channel", "customers", "invite", "hello"] as const;
export type FirstStep = (typeof firstSteps)[number];

export const SAMPLE_CUSTOMERS = 50;
