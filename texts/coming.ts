/**
 * The screens that are not built yet, by address: their name and what is coming there. An entry leaves this table when
 * its screen arrives; app/routes.ts and the side menu follow from it.
 */
export const comingTexts = {
  // outside the shell

  // work
  "/encaps/dashboard": [
    "Encaps Dashboard",
    "You will see running encaps and their numbers at a glance here.",
  ],
  "/encaps/workspace": ["Encaps Workspace", "You will build, version and launch workflow packages here."],
  "/encaps/logs": ["Encaps Logs", "You will trace each run of an encap step by step here."],
  "/journey/workspace": ["Journey Workspace", "You will draw and test customer journeys here."],
  "/journey/reports": ["Journey Reports", "You will see how far customers get in each journey here."],
  "/journey/monitor": ["Journey Monitor", "You will watch running journeys live here."],
  "/journey/milestone-report": [
    "Milestone Report",
    "Counts of the milestones that customers reach will appear here.",
  ],
  "/publish/journey": ["Publish Journey", "You will take a tested journey live on its channels here."],
  "/services/servicesform": [
    "Text To Speech",
    "You will turn text into speech and try different voices here.",
  ],
  "/services/speech/speechservice": ["Speech To Text", "You will turn recordings into text here."],
  "/admin/analytics": ["Analytics", "Your enterprise's own dashboards will appear here."],

  // configuration
  "/whatsapp-flow": ["Flows", "You will design WhatsApp flows screen by screen here."],
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
