/**
 * The screens that are not built yet, by address: their name and what is coming there. An entry leaves this table when
 * its screen arrives; app/routes.ts and the side menu follow from it.
 */
export const coming = {
  // outside the shell

  // work
  "/chat/conversation": ["Conversation", "Here agents will pick up, answer, transfer and close live chats."],
  "/chat/analytics": [
    "Chat Analytics",
    "Here pickup times, answered and missed chats will be charted by team and day.",
  ],
  "/chat/monitor": ["Chat Monitor", "Here supervisors will see who is online and which chats are waiting."],
  "/chat/history": ["Chat History", "Here closed and missed chats will be searched and read again."],
  "/campaigns/broadcast": [
    "Just In Time",
    "Here templates will be sent to many numbers at once and followed up.",
  ],
  "/campaigns/broadcast/create": [
    "Send Template",
    "Here a broadcast will be made: channel, template, numbers, time.",
  ],
  "/campaigns/broadcast/:id": [
    "Broadcast",
    "Here one broadcast will show who got it, read it and why some did not.",
  ],
  "/encaps/dashboard": [
    "Encaps Dashboard",
    "Here running encaps and their numbers will be seen at a glance.",
  ],
  "/encaps/workspace": ["Encaps Workspace", "Here workflow packages will be built, versioned and launched."],
  "/encaps/logs": ["Encaps Logs", "Here each run of an encap will be traced step by step."],
  "/campaigns/campaigns-list": ["Campaigns", "Here campaigns will be planned, started, paused and stopped."],
  "/campaigns/activity-list": [
    "Activities",
    "Here the activities of all campaigns will be listed with their state.",
  ],
  "/campaigns/blacklist": ["Blacklist", "Here numbers that must never be contacted will be kept."],
  "/campaigns/approved": [
    "Approved Campaigns",
    "Here checkers will find what waits for approval and what has it.",
  ],
  "/campaigns/reject": ["Rejected Campaigns", "Here rejected activities will be shown with their reason."],
  "/campaigns/report": [
    "Campaign Report",
    "Here sent, delivered, read and failed will be counted down to the person.",
  ],
  "/campaigns/externalreport": [
    "External Campaign Report",
    "Here campaigns run by other systems will be reported.",
  ],
  "/journey/workspace": ["Journey Workspace", "Here customer journeys will be drawn and tested."],
  "/journey/reports": ["Journey Reports", "Here it will be seen how far customers get in each journey."],
  "/journey/monitor": ["Journey Monitor", "Here running journeys will be watched live."],
  "/journey/milestone-report": [
    "Milestone Report",
    "Here the milestones that customers reach will be counted.",
  ],
  "/publish/journey": ["Publish Journey", "Here a tested journey will go live on its channels."],
  "/services/servicesform": [
    "Text To Speech",
    "Here text will be turned into speech and tried with different voices.",
  ],
  "/services/speech/speechservice": ["Speech To Text", "Here recordings will be turned into text."],
  "/admin/richcard": ["Rich Card", "Here cards with pictures and buttons will be designed for RCS."],
  "/admin/analytics": ["Analytics", "Here the enterprise's own dashboards will be shown."],

  // configuration
  "/admin/chatConfig/chat-config": [
    "Chat Config",
    "Here working hours, labels and time-outs of chats will be set.",
  ],
  "/admin/channels": ["Channels", "Here WhatsApp, SMS, Telegram and other accounts will be connected."],
  "/admin/whatsapp-onboarding": ["Waba Onboarding", "Here a WhatsApp Business account will be registered."],
  "/admin/messageTemplate/whatsapp": [
    "Message Template",
    "Here templates will be written, previewed and submitted.",
  ],
  "/whatsapp-flow": ["Flows", "Here WhatsApp flows will be designed screen by screen."],
  "/admin/analytics/config": ["Analytics Config", "Here dashboards will be put together and shared."],
  "/admin/enterpriseBilling": ["Billing", "Here the plan, its use and invoices will be seen."],

  // management
  "/admin/report": ["Delivery Report", "Here the fate of every single message will be searchable."],
  "/marketplace/list": ["Marketplace", "Here ready-made journeys, bots and templates will be offered."],

  // reached from elsewhere
  "/content-library": ["My Library", "Here your documents, pictures and canned messages will be kept."],
  "/conversation": ["Conversations", "Here conversations of bots will be read."],
  "/billing": ["Billing", "Here plans will be chosen and paid."],

  // inside a bot
} as const satisfies Record<string, readonly [title: string, text: string]>;

export type ComingPath = keyof typeof coming;
