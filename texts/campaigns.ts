/** Campaigns, their activities, and who makes and who checks them. */
export const campaignsTexts = {
  nameMissing: "Enter a name.",
  nameTaken: "There is a campaign with this name. Choose another name.",
  startWrong: "Enter a date and a time.",
  startPast: "Choose a start in the future.",
  startFar: (days: number) => `Choose a start within the next ${days} days.`,
  endBeforeStart: "Choose an end after the start.",
  zoneWrong: "Choose a time zone.",
  timesFixed: "Its times can't be changed any more: it has started.",
  over: "This campaign is over. Choose another one.",
  seenMissing: "Open the activity first, so that you approve what you have seen.",
  reasonMissing: "Please enter reject reason",
  ownWork: "You have made or changed this activity. Somebody else has to approve it.",
  movedOn: "The campaign has changed in the meantime. You're now seeing its current state.",
  activityMovedOn: "The activity has changed in the meantime. You're now seeing its current state.",
  noMove: "Choose started, paused, stopped or deleted.",
  runsAlready: "Stop the campaign before you delete it.",
  peopleCsv: { activity: "Activity", run: "Run" },
  otherRequest: "This request was made before with other content. Reload and try again.",
  switches: {
    emailCampaign:
      "Campaigns and broadcasts by mail are switched off. An administrator can switch on “Email campaigns”.",
    smsCampaign:
      "Campaigns and broadcasts by SMS are switched off. An administrator can switch on “SMS campaigns”.",
    campaignAutomation:
      "Repeating activities is switched off. An administrator can switch on “Campaign automation”.",
  },
  /** Why an activity can't be started because of its campaign. */
  campaignNot: {
    scheduled: "Its campaign starts later. Start the campaign first, or choose a later start.",
    paused: "Its campaign is paused. Start the campaign first.",
    over: "Its campaign is over. Copy the activity into another campaign.",
  },
  ended: "The end of the campaign has passed. Change it first.",
  planPast: "Its start has passed. Change the start, and have it approved again.",
  afterWrong: "Enter a whole number from 1.",
  afterFar: (days: number) => `Choose ${days} days at most.`,
  fallbackSame: "Choose another channel than the first one.",
  /** Two messages that are compared. */
  comparison: {
    afterBounds: (minutes: number, days: number) =>
      `Choose ${minutes} minutes at least and ${days} days at most.`,
    shareWrong: (most: number) => `Enter a whole number from 1 to ${most}.`,
    notBoth: "An activity can compare two messages or have a fallback, not both. Remove one of them.",
    noReads: "This channel doesn't report who has read a message. Choose another criterion.",
    noClicks: "Clicks aren't tracked in both messages. Turn on tracking for both, or choose something else.",
    notCompared: "This run compares nothing, or it doesn't exist.",
    decided: "The message for the rest has been chosen already. It is shown now.",
    tooEarly: "The recipients of the two messages are still being found. Try again in a moment.",
    notGoing: "Only an activity that has started or is paused can be decided.",
    chosen: (message: string) => `The rest gets message ${message}.`,
    names: { a: "A", b: "B" },
  },
  /** Why an activity can't be sent now, and what to do. */
  unsendable: {
    channel: "Its channel was deleted. Choose another channel, and have it approved again.",
    template:
      "Its template isn't approved by the vendor any more. Choose another one, and have it approved again.",
    changed: "Its template has changed since the activity was approved. Have it approved again.",
    fallbackChannel:
      "The channel of its fallback was deleted. Choose another channel, and have it approved again.",
    fallbackTemplate:
      "The template of its fallback isn't approved by the vendor any more. Choose another one, and have it approved again.",
    fallbackChanged:
      "The template of its fallback has changed since the activity was approved. Have it approved again.",
    comparedTemplate:
      "The template of message B isn't approved by the vendor any more. Choose another one, and have it approved again.",
    comparedChanged:
      "The template of message B has changed since the activity was approved. Have it approved again.",
  },
  /** Reasons of what a campaign does with its activities. */
  withCampaign: {
    pause: "Paused with its campaign.",
    resume: "",
    stop: "Stopped with its campaign.",
    delete: "",
  },
  late: "It should have run more than an hour ago. Resume it to run it now, or stop it.",
  fallbackLate: "Its fallback should have begun more than an hour ago. Resume it to send it now, or stop it.",
  comparisonLate:
    "Its two messages should have been compared more than an hour ago. Resume it to have that done now, or choose one by hand.",
  /** Why the better message can't go to the rest. */
  winnerGone: (message: string) =>
    `Message ${message} won, but its template has changed or is no longer approved. Choose the other message yourself, or stop the activity.`,
  created: "Campaign created.",
  saved: "Campaign saved.",
  deleted: "Campaign deleted.",
  cloned: "Campaign copied.",
  moved: { start: "Campaign started.", pause: "Campaign paused.", stop: "Campaign stopped." },
  scheduled: "Campaign scheduled.",
  activityCreated: "Activity created.",
  activitySaved: "Activity saved.",
  activityDeleted: "Activity deleted.",
  activityCloned: "Activity copied.",
  activityMoved: {
    submit: "Sent for approval.",
    withdraw: "Withdrawn.",
    start: "Activity started.",
    pause: "Activity paused.",
    resume: "Activity resumed.",
    stop: "Activity stopped.",
    schedule: "Activity scheduled.",
    approve: "Activity approved.",
    reject: "Activity rejected.",
    delete: "Activity deleted.",
  },
  csv: {
    campaign: "Campaign",
    campaignState: "Campaign state",
    activity: "Activity",
    activityState: "Activity state",
    runs: "Runs",
    lastRun: "Last run (UTC)",
    total: "Recipients",
    sent: "Sent",
    delivered: "Delivered",
    read: "Read",
    failed: "Failed",
    replied: "Replied",
    clicked: "Clicked",
    unknown: "Not confirmed",
    fallbackSent: "Sent by fallback",
    fallbackDelivered: "Reached by fallback",
    estimated: "Estimated cost of what was delivered",
    billedMessages: "Messages charged for",
    billed: "Cost of messages charged for",
  },
  fileName: "Campaign report.csv",
  /** By the numbers of the states. */
  states: ["Created", "Scheduled", "Started", "Paused", "Stopped", "Deleted"] as readonly string[],
};
