/** The tour of the console. */
export const tourTexts = {
  count: (at: number, all: number) => `Step ${at} of ${all}`,
  back: "Back",
  next: "Next",
  leave: "Leave the tour",
  done: "Done",
  menu: {
    title: "Everything is in the menu",
    text: "Modules are for each day's work, Configuration is how it is set up, Manage is for people and rights. A star beside an entry keeps it on top.",
  },
  search: {
    title: "Go anywhere by typing",
    text: "Press Ctrl K and type a few letters: a screen, a customer, a bot, a colleague, or what you want to do.",
  },
  tryIt: (bot: string) => ({
    title: `Try ${bot}`,
    text: "Try it opens a chat with your bot beside the page. Change a phrase or an answer, train, and ask again: no customer sees it.",
  }),
  bots: {
    title: "Your bots are here",
    text: "Build one, train it, and talk to it with Try it at the top of its page before a customer does.",
  },
  chats: {
    title: "Chats that wait for you",
    text: "The number counts customers who wait. Set yourself Online, Away or Offline in the menu under your name: new chats are offered while you are Online.",
  },
  helpPanel: {
    title: "Help is always here",
    text: "Articles and videos open beside your work, and ? shows every key. The tour is there too, and in the menu under your name.",
  },
  help: {
    title: "Help is always here",
    text: "The key ? shows every keyboard shortcut. You can take this tour again from the menu under your name.",
  },
} as const;
