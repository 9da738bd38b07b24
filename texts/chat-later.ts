/** Answers that leave later, what became of messages, and chats that are laid aside for a while. */
export const chatLaterTexts = {
  menu: "When it is sent",
  hold: "Hold answers for 5 s, to undo them",
  sendLater: "Send later",
  windowOver: "The channel takes only templates by then.",
  sendLaterText: "You and your colleagues can cancel it until then. It is cancelled when the chat is closed.",
  choices: {
    inAnHour: "In 1 hour",
    tomorrow: "Tomorrow 9:00",
    monday: "Monday 9:00",
    custom: "Choose a time…",
  },
  sendsIn: (seconds: number) => `Sends in ${seconds} s`,
  sendsNow: "Sending…",
  sendsAt: (time: string) => `Sends ${time}`,
  undo: "Undo",
  cancel: "Cancel sending",
  sendNow: "Send now",
  cancelled: "Cancelled",
  cancelledWithChat: (count: number) =>
    count === 1
      ? "1 answer that was to be sent later is cancelled."
      : `${count} answers that were to be sent later are cancelled.`,
  retry: "Retry",
  again: "Send again",
  perhapsTwice: "Sent again, it may arrive twice.",
  arrived: "It arrived",
  template: "Send a template",
  sentAgain: "Sent again",
  aside: "Snooze",
  asideTitle: "Snooze the chat",
  asideText: "It comes back to the top of your chats at that time, or as soon as the customer writes.",
  asideUntil: (time: string) => `Until ${time}`,
  suspendedUntil: (time: string) => `Snoozed until ${time}, the customer writes, or you resume it.`,
  nextReply: "Until the next reply",
} as const;
