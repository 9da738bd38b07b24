/** Work that the operators of an installation have stopped for everybody. */
export const stopsTexts = {
  sending:
    "The operator of this installation has stopped sending. Messages wait and leave by themselves once it goes on; what customers write still arrives.",
  webhooks:
    "The operator of this installation has stopped webhooks and calls to other systems. They wait and leave by themselves once it goes on.",
  models:
    "The operator of this installation has stopped AI models and speech. Bots answer without them, and transcripts have to be tried again.",
  imports: "The operator of this installation has stopped imports. They go on by themselves where they were.",
} as const;
