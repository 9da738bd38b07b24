/**
 * The screens that are not built yet, by address: their name and what is coming there. An entry leaves this table when
 * its screen arrives; app/routes.ts and the side menu follow from it.
 */
export const comingTexts = {
  // outside the shell

  // work
  "/services/servicesform": [
    "Text To Speech",
    "You will turn text into speech and try different voices here.",
  ],
  "/services/speech/speechservice": ["Speech To Text", "You will turn recordings into text here."],
  "/admin/analytics": ["Analytics", "Your enterprise's own dashboards will appear here."],

  // configuration
  "/admin/analytics/config": ["Analytics Config", "You will build and share dashboards here."],
  "/admin/enterpriseBilling": ["Billing", "Your plan, usage and invoices will appear here."],

  // management
  "/marketplace/list": ["Marketplace", "Ready-made journeys, bots and templates will appear here."],

  // reached from elsewhere
  "/conversation": ["Conversations", "You will read the conversations of bots here."],
  "/billing": ["Billing", "You will choose and pay for plans here."],

  // inside a bot
} as const satisfies Record<string, readonly [title: string, text: string]>;

export type ComingPath = keyof typeof comingTexts;
