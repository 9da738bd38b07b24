import { campaignsTexts } from "./campaigns.ts";

/** Texts of campaigns' dialogs, by mode. */
export const campaignDialogTexts = {
  createCampaign: {
    title: "Create Campaign",
    editTitle: "Edit Campaign",
    text: "Next, add what you want to send as activities.",
    submit: "Create",
  },
  startCampaign: {
    title: (name: string) => `Start ${name}?`,
    text: "It sends nothing by itself: its approved activities can then be started, each on its own.",
    submit: "Start",
  },
  /** Of a campaign whose start lies ahead. */
  startCampaignLater: {
    text: (time: string) =>
      `It starts at ${time}. It sends nothing by itself: until then its approved activities can be scheduled for later than that, each on its own.`,
  },
  /** Of a campaign that is paused. */
  resumeCampaign: {
    title: (name: string) => `Resume ${name}?`,
    text: "The activities that paused with it go on. Those that paused for another reason stay paused. Sent messages can't be recalled.",
    submit: "Resume",
  },
  stopCampaign: {
    title: (name: string) => `Stop ${name}?`,
    text: "All its running activities stop. A stopped campaign can't be started again.",
    submit: "Stop",
  },
  deactiveCampaign: {
    title: (name: string) => `Pause ${name}?`,
    text: "All its running activities pause until you resume it.",
    submit: "Pause",
  },
  approveActivity: {
    title: (name: string) => `Approve ${name}?`,
    text: "It can then start exactly as you see it here.",
    submit: "Approve",
  },
  rejectActivity: {
    title: (name: string) => `Reject ${name}?`,
    text: "Its author sees your reason, and can change it and ask again.",
    submit: "Reject",
  },
  approveAudit: {
    title: (name: string) => `Who decided about ${name}`,
    text: "Who asked, changed and decided, newest first.",
    submit: "Approve",
  },
  delete_activity: {
    title: (name: string) => `Delete ${name}?`,
    text: "What was sent stays in the reports.",
    submit: "Delete",
  },
  delete_blackList: { submit: "Delete" },
  createMsgTemplate: {
    title: "Create Message Template",
    text: "You write it on its own screen. Once it is approved, you can choose it here.",
    submit: "Open the form",
  },
  createMsgView: {
    title: (name: string) => `Template ${name}`,
    text: "As approved, with its own examples.",
    submit: "Open the template",
  },
  urlVariableMap: {
    title: "Map URL variables",
    text: "Say where the changing part of each link comes from.",
    submit: "Submit",
    done: "URL variables mapped",
    loading: "Loading the variables",
  },
  fields: {
    name: "Name",
    description: "Description",
    startAt: "Start",
    endAt: "End",
    reason: "Reason",
  },
  startHint:
    "It starts automatically at this time, once you have pressed Start. If empty, it starts when you press Start.",
  invalidDate: "Invalid Date Format",
  endBeforeStart: "Choose an end after the start.",
  nameMissing: campaignsTexts.nameMissing,
  reasonMissing: campaignsTexts.reasonMissing,
  reasonHint: (most: number) => `At most ${most} characters.`,
  changedSince: "It has been changed since you opened it. Look at it again before you decide.",
  loadAnew: "Load it again",
  isMine: "You created this, so somebody else has to approve it.",
  noTemplate: "The template can't be shown.",
  failed: "Couldn't load this activity",
  loading: "Loading the activity",
} as const;
