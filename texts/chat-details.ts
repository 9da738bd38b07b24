/** Who a chat is with, beside its messages. */
export const chatDetailsTexts = {
  title: "Details",
  show: "Show details",
  hide: "Hide details",
  failed: "The details could not be loaded",
  address: "Address",
  channel: "Channel",
  department: "Department",
  handler: "Handled by",
  customer: "Customer",
  open: "Open",
  noCustomer: "Not in the customer master.",
  nothingKnown: "Nothing more is known.",
  marks: "Groups and labels",
  bot: (name: string) => `Before, with ${name}`,
  turns: (turns: number, notUnderstood: number) =>
    [
      turns === 1 ? "1 message" : `${turns} messages`,
      notUnderstood > 0 ? `${notUnderstood} not understood` : "",
    ]
      .filter(Boolean)
      .join(", "),
  wanted: "Asked about",
  others: "Other chats",
  noOthers: "This is their only chat that you can see.",
  moreOthers: "Older ones are in Chat History.",
} as const;
