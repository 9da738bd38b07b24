/** The switches of trouble, which a first visit of the simulator does without. */
export const simulatorTroubleTexts = {
  lead: "The simulator behaves like a vendor on a bad day. It counts for what is sent from now on, on this channel.",
  off: "Off",
  refuse: "Refuse messages with",
  refuseHint: "130429 and 500 are tried again, the others are final.",
  failLater: "Fail after sending with",
  failLaterHint: "Accepted first, then a status says that it failed.",
  delay: "Deliver late",
  seconds: (count: number) => (count < 60 ? `After ${count} s` : `After ${count / 60} min`),
  codeAt: (code: string, text: string) => `${code}: ${text}`,
  codes: {
    "131026": "can't be reached",
    "131047": "window closed",
    "131049": "marketing limit",
    "130429": "too many messages",
    "500": "internal error",
  },
  hints: {
    twice: "Each status comes again in a call of its own.",
    disordered: "Read comes before delivered, and delivered before sent.",
    silent: "No statuses are reported for messages.",
    unreachable: "The call ends without an answer.",
  },
} as const;
