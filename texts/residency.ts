/** Where an enterprise's data is, and who says so. */
export const residencyTexts = {
  question: "Where should your data be?",
  hint: "Your customers, chats and settings stay in this region. It can't be changed in the console later.",
  choose: "Choose a region",
  missing: "Choose a region from the list.",
  title: "Where your data is",
  lead: "For each kind of data, where it is kept and who says so.",
  list: "Where each kind of data is",
  kinds: {
    customers: "Customers, chats, bots and settings",
    accounts: "Accounts and sign-ins",
    files: "Files",
    live: "Live connections",
    backups: "Nightly backups",
    models: "AI models",
    vendors: "Messaging channels",
    speech: "Voices",
    payments: "Payments",
    mail: "Email",
    systems: "Your other systems",
  },
  region: (region: string) => regions[region] ?? region,
  anywhere: "No region is set",
  byInstallation: "Set by whoever runs this installation.",
  anywhereText: "The operator of this installation hasn't set a region. The platform chose one at setup.",
  accountsText:
    "People's names, email addresses and sign-ins are in one database for the whole installation.",
  modelsText:
    "What you send to a model goes to the provider under Integrations. Their terms say where it is processed.",
  vendorsText: "Messages pass through the vendor of each channel. Their terms say where they are processed.",
  speechText:
    "Texts that are spoken, recordings and customers' voice messages go to the provider under Speech. Their terms say where they are processed.",
  paymentsText:
    "Names, phone numbers and amounts of payment requests go to the gateway. Their terms say where they are processed.",
  mailText: "Invitations, codes and scheduled reports go through the mail service of this installation.",
  systemsText:
    "Hosts that your webhooks tell of chats and messages, or that journeys ask. They are run by you or by somebody you chose.",
  noGateway: "No gateway is connected",
  noMail: "No mail leaves this installation",
  noSystems: "No other system is connected",
  noModels: "No provider is set up",
  noVendors: "No vendor is connected",
  inRegion: (name: string, region: string) => `${name}: ${region}`,
  byTerms: (name: string) => `${name}: by its own terms`,
  at: (said: string, host: string) => `${said} (${host})`,
} as const;

const regions: Readonly<Record<string, string>> = {
  eu: "European Union",
  us: "United States",
  in: "India",
  uk: "United Kingdom",
  fedramp: "United States (FedRAMP)",
};
