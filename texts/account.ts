/** Getting an account, and getting back into it: sign-up, verification, new passwords, invitations, the outbox. */
export const accountTexts = {
  // a new password, wherever it is chosen
  passwordShort: "Your Password must be atleast 8 characters long",
  passwordLong: (most: number) => `Use at most ${most} characters.`,
  passwordCommon: "This password is too common. Choose another one.",
  passwordAboutYou: "This password contains a name or an address that others know. Choose another one.",
  passwordSame: "This is your current password. Choose another one.",
  mismatch: "Your passwords do not match. Please try again.",
  passwordHint:
    "At least 8 characters. Spaces and any script are allowed; several words are better than one.",
  newPassword: "New password",
  confirmPassword: "Confirm password",
  currentPassword: "Current password",
  currentPasswordWrong: "The current password is incorrect.",
  passwordNotHere: "You sign in through your enterprise's own provider. Change your password there.",
  passwordChanged: "Your password has been changed. Your other sessions have been signed out.",

  waitMinutes: (minutes: number) => `You can try again in ${minutes} min.`,

  // what is refused
  tooOften: "Too many requests in the last hour. Please try again later.",
  linkOver: "This link no longer works. Each link works once, for an hour, and only the newest one is valid.",
  invitationOver: "This invitation no longer works. Ask the person who invited you for a new one.",
  accountThere: "This address already has an account. Sign in with it.",

  // sign-up
  signUp: "Sign up",
  signUpLead: "Create an account for your enterprise. You become its administrator.",
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
  sentTo: (address: string) => `Sent to ${address}.`,
  noMailTitle: "No mail?",
  noMail: "Nothing after a minute? Check your spam folder, or send it again.",
  resend: "Send it again",
  resending: "Sending…",
  resent:
    "If this address is not verified yet, a new e-mail is on its way. Links in older e-mails no longer work.",
  haveAccount: "Already have an account?",
  noAccount: "New here?",

  // verification
  verifyTitle: "Verify your address",
  verifyLead: "One more step: confirm that this address is yours.",
  verify: "Verify and finish",
  verifying: "Verifying…",
  verifiedTitle: "Your address is verified",
  verified: "Your account is ready. You can sign in now.",
  verifyOver: "This link no longer works",
  verifyOverText:
    "Each link works once, for an hour, and only the newest one is valid. If your account is already verified, just sign in; otherwise sign up again with the same address.",

  // forgotten
  forgotTitle: "Forgot password",
  forgotLead: "Enter your address and we'll send you a link to set a new password.",
  proceed: "Proceed",
  proceeding: "Sending…",
  recoverSent: "An email has been sent with instruction on how to reset the password.",
  recoverSentMore:
    "If the address has an account, the e-mail arrives within a minute. The link works once, for an hour.",
  goBack: "Go Back",

  // a new one
  resetTitle: "Set a new password",
  resetLead: "Choose a password that you don't use anywhere else. All your sessions will be signed out.",
  resetWhy900: "Someone else set your password. To continue, choose one that only you know.",
  resetWhy901: "Your password is too old. To continue, choose a new one.",
  resetIncomplete: "This link is incomplete",
  resetIncompleteText: "Open it from the e-mail again, or get a new one.",
  resetNew: "Get a new link",
  save: "Save password",
  saving: "Saving…",
  resetDone: "Thank you, Your Password Has Been Reset.",
  resetFailed: "Something went wrong !!",

  // invitations
  acceptTitle: "Accept the invitation",
  acceptLead: (enterprise: string) => `You are invited to work with ${enterprise}.`,
  acceptAs: (address: string) => `Your account is for ${address}. That cannot be changed here.`,
  accept: "Accept and join",
  accepting: "Joining…",
  acceptedTitle: "Welcome!",
  accepted: "Your account is ready. You can sign in now.",
  acceptOver: "This invitation no longer works",
  acceptOverText:
    "It was accepted or revoked, or it has expired. Ask the person who invited you for a new one.",
  acceptIncomplete: "This link has no invitation in it. Open it from the e-mail again.",
  loadFailed: "Couldn't load this page",

  // the mail preview of a local system
  mailPreview: "Outbox",
  mailPreviewLink: "Mail stays on this machine: open the outbox",
  mailPreviewLead: "No mail leaves this local system. The mail it would have sent is here, newest first.",
  mailPreviewEmpty: "No mail yet",
  mailPreviewEmptyText:
    "Sign up, ask for a new password or invite a colleague. The mail appears here, with its link.",
  mailPreviewClosed: "There is no mail preview here",
  mailPreviewClosedText: "Only a local system that keeps its mail has one. This one sends real mail.",
  mailPreviewList: "Mails",
  refresh: "Refresh",
  to: "To",
  kept: "Kept here",
  waiting: "Waiting",
  preview: "As HTML",
  plain: "As plain text",
  previewOf: (subject: string) => `Preview of “${subject}”`,
  openLink: "Open the link",
  copyCode: "Copy the code",
  copied: "Copied",
} as const;
