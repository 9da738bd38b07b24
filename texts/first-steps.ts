/** From an empty console to a first conversation. */
export const firstStepsTexts = {
  title: "First steps",
  lead: "From an empty console to a first conversation.",
  stepsDone: (done: number, all: number) => `${done} of ${all} done`,
  done: "Done",
  open: "To do",
  steps: {
    bot: ["Train a bot", "Start with one of ours, or with two intents of your own."],
    channel: ["Connect a channel", "The simulator plays a customer, so you don't need a vendor account."],
    customers: ["Add customers", "A CSV file with names and phone numbers is enough."],
    invite: ["Invite a colleague", "Give them a role: agent, campaign maker, checker or viewer."],
    hello: ["Say hello", "Write to yourself as a customer would, and see who answers."],
  },
  ring: (done: number, all: number) => `First steps: ${done} of ${all} done`,
  hide: "Hide",
  undo: "Undo",
  hiddenNow: "First steps are hidden. You can find them in the menu under your name.",
  hello: "Hello",
  startStep: "Start",
  stepAgain: "Open",
} as const;
