/** Texts of broadcasts. */
export const broadcastsTexts = {
  mandatory: "This Field is Mandatory",
  numbersShort: "please enter valid number",
  noRecipients: "Name at least one number, customer or group.",
  templateGone: "This template can't be sent any more. Choose another one.",
  channelGone: "This channel can't be used any more. Choose another one.",
  wrongChannel: "This template is of another channel.",
  mappingMissing: "Variable mapping missing, check all cards",
  mediaMissing: "Attachment is missing !",
  cardMediaMissing: (card: number) => `Media missing in card ${card}`,
  wrongFileType: "Invalid file type !",
  fileGone: "media not found !!",
  urlVariableMissing: "URL variable not found",
  startWrong: "Enter the date and time at which it is to start.",
  startPast: "Choose a time in the future.",
  startFar: (days: number) => `Choose a time within the next ${days} days.`,
  zoneWrong: "Choose a time zone.",
  sent: "Broadcast started.",
  scheduled: "Broadcast scheduled.",
  otherRequest: "This request was made before with other content. Reload and try again.",
  wrongState: "The broadcast has moved on meanwhile. Its present state is shown.",
  nothingToRetry: "Nobody failed in a way that another try could mend.",
  moved: {
    start: "Broadcast started.",
    pause: "Broadcast paused.",
    resume: "Broadcast resumed.",
    stop: "Broadcast stopped.",
    retry: "Sending again to those who failed.",
  },
  api: {
    audience: "People of the customer master: all who match a filter, and customers by id",
  },
  job: { failed: "Couldn't find the recipients of this broadcast.", done: "Recipients found." },
  columns: { name: "Name", phone: "Phone number" },
  /** Why somebody was not sent it, and what to do about it. */
  reasons: {
    invalidNumber: ["This is no phone number.", "Correct the number with its country code and send again."],
    missingValue: [
      "A variable has no value for this person.",
      "Fill in the customer's field, or give the variable a fallback.",
    ],
    optOut: ["This person doesn't want such messages.", ""],
    offerCap: [
      "This person has had as many offers as your rules allow.",
      "Send later, or change the rules in Channels, Offers.",
    ],
    template: [
      "The template isn't approved any more.",
      "Open the template to see why, and have it approved again.",
    ],
    expired: ["It couldn't be sent before the broadcast ended.", "Retry those who failed."],
    cancelled: ["The broadcast was stopped before this person's turn.", ""],
  } as Readonly<Record<string, readonly [sentence: string, hint: string]>>,
  paused: {
    failures: (share: number) =>
      `Paused by itself: ${share} % of the last messages failed. Look at the reasons before you resume.`,
    template: "Paused by itself: the template isn't approved any more.",
    late: "It should have started more than an hour ago. Start it now, or stop it.",
  },
  failedNobody: "Nobody of this audience can be sent it.",
} as const;
