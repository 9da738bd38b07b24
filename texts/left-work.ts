/** The end of work that went on behind another screen. */
export const leftWorkTexts = {
  show: "Show it",
  done: "The work in the background is done.",
  failed: "The work in the background was not done.",
  exported: "The copy of your enterprise’s data is ready.",
  blacklist: (added: string, rejected: string) =>
    `Import into the blacklist finished: ${added} added, ${rejected} not taken.`,
  upload: (file: string, state: string, accepted: string, wrong: string) =>
    `${file}: ${state}. Rows accepted: ${accepted}, with errors: ${wrong}.`,
};
