/** The palette: any screen or command by a few letters. */
export const paletteTexts = {
  title: "Go to a screen or run a command",
  placeholder: "Search screens, people, chats, templates, bots and commands",
  empty: "No matches. Try another word.",
  goTo: "Go to",
  recent: "Recent",
  commands: "Commands",
  found: {
    customers: "Customers",
    chats: "Chats",
    templates: "Message templates",
    bots: "Bots",
    intents: "Intents",
    users: "Users",
  },
  searching: "Searching…",
  actions: {
    createCustomer: "Create a customer",
    importCustomers: "Import customers",
    shortcuts: "Show keyboard shortcuts",
  },
  theme: (theme: string) => `Theme: ${theme}`,
} as const;
