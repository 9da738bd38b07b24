/** Getting an account, and getting back into it: sign-up, verification, new passwords, invitations, the outbox. */
export const account = {
  // a new password, wherever it is chosen
  passwordShort: "Your Password must be atleast 8 characters long",
  passwordLong: (most: number) => `Use at most ${most} characters.`,
  passwordCommon: "Many people use this password, so it is tried first. Choose another one.",
  passwordAboutYou:
    "This password rests on a name or an address that others know of you. Choose another one.",
  passwordSame: "This is the password that you have now. Choose another one.",
  mismatch: "Your passwords do not match. Please try again.",
  passwordHint:
    "At least 8 characters. Spaces and every script are welcome; a few words are better than one.",
  newPassword: "New password",
  confirmPassword: "Confirm password",
  currentPassword: "Current password",
  currentPasswordWrong: "The current password is not right.",
  passwordNotHere: "You sign in through your enterprise's own provider: the password is there.",
  passwordChanged: "Your password has been changed. Your other sessions have been signed out.",

  waitMinutes: (minutes: number) => `You can try again in ${minutes} min.`,

  // what is refused
  tooOften: "That was asked for very often within the last hour. Please try again later.",
  linkOver: "This link does not work any more. It works once, for an hour, and only the newest one does.",
  invitationOver: "This invitation does not work any more. Ask who invited you for a new one.",
  accountThere: "This address has an account already. Sign in with it.",

  // sign-up
  signUp: "Sign up",
  signUpLead: "Open an account for your enterprise. You become its administrator.",
  signingUp: "Signing up…",
  enterpriseName: "Enterprise name",
  enterpriseEmpty: "Enter the name of your enterprise.",
  yourName: "Your name",
  nameEmpty: "Enter your name.",
  email: "E-mail",
  password: "Password",
  captcha: "Captcha",
  signedUp:
    "We have sent you an e-mail. Open the link in it within an hour to verify your address, then sign in.",
  checkMail: "Check your e-mail",
  sentTo: (address: string) => `It went to ${address}.`,
  noMailTitle: "No mail?",
  noMail: "Nothing there after a minute? Look into the spam folder, or have it sent again.",
  resend: "Send it again",
  resending: "Sending…",
  resent:
    "If this address still waits to be verified, a new e-mail is on its way. Links of older ones are dead.",
  haveAccount: "You have an account?",
  noAccount: "New here?",

  // verification
  verifyTitle: "Verify your address",
  verifyLead: "One more step: confirm that this address is yours.",
  verify: "Verify and finish",
  verifying: "Verifying…",
  verifiedTitle: "Your address is verified",
  verified: "Your account is ready. You can sign in now.",
  verifyOver: "This link does not work any more",
  verifyOverText:
    "It works once, for an hour, and only the newest one does. If your account is verified already, just sign in; otherwise sign up again with the same address.",

  // forgotten
  forgotTitle: "Forgot password",
  forgotLead: "Tell us your address, and we send you a link that sets a new password.",
  proceed: "Proceed",
  proceeding: "Sending…",
  recoverSent: "An email has been sent with instruction on how to reset the password.",
  recoverSentMore:
    "If the address has an account, it arrives within a minute. The link works once, for an hour.",
  goBack: "Go Back",

  // a new one
  resetTitle: "Set a new password",
  resetLead: "Choose a password that you use nowhere else. All your sessions will be signed out.",
  resetWhy900: "Somebody else has set your password. Before you go on, choose one that only you know.",
  resetWhy901: "Your password is too old. Before you go on, choose a new one.",
  resetIncomplete: "This link is not complete",
  resetIncompleteText: "Open it from the e-mail again, or have a new one sent.",
  resetNew: "Get a new link",
  save: "Save password",
  saving: "Saving…",
  resetDone: "Thank you, Your Password Has Been Reset.",

  // invitations
  acceptTitle: "Accept the invitation",
  acceptLead: (enterprise: string) => `You are invited to work with ${enterprise}.`,
  acceptAs: (address: string) => `Your account is for ${address}. That cannot be changed here.`,
  accept: "Accept and join",
  accepting: "Joining…",
  acceptedTitle: "Welcome!",
  accepted: "Your account is ready. You can sign in now.",
  acceptOver: "This invitation does not work any more",
  acceptOverText: "It was accepted, revoked, or is too old. Ask who invited you for a new one.",
  acceptIncomplete: "The address of this page has no invitation in it. Open the link of the e-mail again.",
  loadFailed: "This could not be loaded",

  // the outbox of a local system
  outbox: "Outbox",
  outboxLink: "Mail stays on this machine: open the outbox",
  outboxLead: "No mail leaves this local system. What it would have sent is here, newest first.",
  outboxEmpty: "No mail yet",
  outboxEmptyText:
    "Sign up, ask for a new password or invite a colleague: the mail that would have been sent appears here, with its link.",
  outboxClosed: "There is no outbox here",
  outboxClosedText: "Only a local system that keeps its mail has one. This one sends real mail.",
  outboxList: "Mails",
  refresh: "Refresh",
  to: "To",
  kept: "Kept here",
  waiting: "Waiting",
  preview: "As HTML",
  plain: "As plain text",
  previewOf: (subject: string) => `Preview of “${subject}”`,
  openLink: "Open its link",
  copyCode: "Copy the code",
  copied: "Copied",
} as const;
