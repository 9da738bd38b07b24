/** All data of an enterprise: taking it away, and deleting it with the enterprise. */
export const enterpriseDataTexts = {
  exportTitle: "Export everything",
  exportLead:
    "A copy of all data of this enterprise: customers, chats and their messages, bots, journeys, users, settings and files. It can be brought into another installation. Passwords and keys are not in it.",
  exportBegin: "Export everything",
  exportAgain: "Export again",
  exportAgainHint: "The files of the export below go when another one begins.",
  exportAsk: "The export has all data of this enterprise. Confirm that it is you who asks for it.",
  exportBegun: "The export has begun. You get a mail when it is ready.",
  exportJoined: "An export is being made already.",
  exportWorking: "Making the export",
  exportReady: (rows: string, files: string) =>
    `${rows === "1" ? "1 record" : `${rows} records`} and ${files === "1" ? "1 file" : `${files} files`}`,
  exportUntil: (begun: string, until: string) => `From ${begun}. It can be downloaded until ${until}.`,
  exportFailed: "The export couldn't be made. Begin it again.",
  exportParts: "Files of the export",
  exportPartsHint: (parts: string) => `Unpack all ${parts} files into one folder.`,
  download: "Download",
  downloadPart: (n: string, of: string) => `Download file ${n} of ${of}`,
  downloadFailed: "Couldn't download the export",
  fileName: (name: string, day: string, part: number) => `${name} ${day} ${part}.zip`,
  loadFailed: "Couldn't load what is known of exports and deletion",
  onlyAdministrators: "Only administrators can do this.",

  deleteTitle: "Delete this enterprise",
  deleteLead: (days: number) =>
    `Deletes the enterprise with all its data, for everybody. It begins after ${days} days; until then you can cancel the deletion here. From now on nothing is sent, journeys and webhooks wait, and only administrators can sign in.`,
  deleteBegin: "Delete enterprise",
  deleteDialog: "Delete this enterprise?",
  deleteText: (name: string, days: number) =>
    `All data of ${name} will be deleted in ${days} days: customers, chats, bots, journeys, channels, files and users. Everybody but administrators is signed out, nothing is sent any more, and journeys and webhooks wait.`,
  deleteLabel: "Type the enterprise's name",
  deleteMismatch: "Type the name exactly as it is shown above.",
  deletePassword: "Your password",
  deleteCode: "Or a code of your authenticator, or a recovery code",
  deleteAsked: "The enterprise will be deleted.",
  deleteStands: (day: string, who: string) =>
    `This enterprise will be deleted with all its data on ${day}. ${who} asked for it. Nothing is sent until then.`,
  leaving: (day: string) =>
    `This enterprise will be deleted with all its data on ${day}. Nothing is sent until then.`,
  leavingOpen: "Keep it or see more",
  deleteGoesOn: "This enterprise is being deleted.",
  takeBack: "Keep the enterprise",
  takenBack: "The enterprise stays.",
  tooLate: "The deletion has begun and can't be cancelled any more.",
  refusedSignInAnyDay: "Your enterprise will be deleted, so only its administrators can sign in.",
  sendingEnds:
    "This enterprise will be deleted, so nothing is sent. Keep the enterprise on Enterprise Details first.",
  refusedSignIn: (day: string) =>
    `Your enterprise will be deleted on ${day}, so only its administrators can sign in. They can take it back until then.`,
  stopReason: "The enterprise will be deleted",
} as const;
