/** The dashboard greets, and leads from an empty console to a first conversation. */
export const firstStepsTexts = {
  greetings: { morning: "Good morning", afternoon: "Good afternoon", evening: "Good evening" },
  title: "First steps",
  lead: "From an empty console to a first conversation.",
  stepsDone: (done: number, all: number) => `${done} of ${all} done`,
  done: "Done",
  open: "To do",
  steps: {
    channel: ["Connect a channel", "The simulator plays a customer, so you don't need a vendor account."],
    hello: ["Say hello", "Write to yourself as a customer would, and see who answers."],
    customers: ["Import customers", "A CSV file with names and phone numbers is enough."],
    bot: ["Build a bot", "Two intents with a few phrases each are enough to start."],
    broadcast: ["Send a test broadcast", "Send a template to three numbers and see who reads it."],
    invite: ["Invite a colleague", "Give them a role: agent, campaign maker, checker or viewer."],
  },
  hello: "Hello",
  startStep: "Start",
  stepAgain: "Open",
} as const;
