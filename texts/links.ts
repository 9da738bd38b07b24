/** Pages behind links of messages. */
export const linksTexts = {
  gone: {
    title: "This link isn't there any more",
    text: "It was sent a while ago, or its address isn't complete. Ask the sender for a new one.",
  },
  tooOften: {
    title: "Too many at once",
    text: "Links are being opened very often from where you are. Wait a minute, then open yours again.",
  },
  unsubscribe: {
    title: "Stop these mails?",
    text: "Press the button, and you get no more offers by mail from this sender.",
    button: "Stop these mails",
  },
  unsubscribed: {
    title: "You're unsubscribed",
    text: "You get no more offers by mail from this sender. You can close this page.",
  },
} as const;
