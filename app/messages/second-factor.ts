/** The second factor: at the door, and how one sets it up. */
export const secondFactor = {
  // at the door
  title: "Enter your code",
  mailed: (to: string) => `We have sent a code of six digits to ${to}. It works once.`,
  fromApp: "Open your authenticator app and type the six digits that it shows for Chatbird.",
  fromRecovery: "Type one of the recovery codes that you have kept. Each works once.",
  code: "Code",
  codeEmpty: "Please enter the code.",
  codeTooLong: "A code is not as long as that.",
  recoveryCode: "Recovery code",
  verify: "Verify",
  verifying: "Verifying…",
  resend: "Send a new code",
  resendIn: (seconds: number) => `Send a new code (${seconds} s)`,
  resent: "A new code is on its way. The one before does not work any more.",
  recoveryInstead: "Use a recovery code",
  codeInstead: "Use a code instead",
  back: "Back to sign in",
  notArrived: "Nothing there? Look into the spam folder, or ask your administrator.",
  lostEverything: "Lost your recovery codes too? An administrator can switch your second factor off.",

  // refusals
  wrongCode: "This code is not right, or it was used before. Please try the next one.",
  signInOver: "This sign-in took too long, or had too many wrong codes. Please sign in again.",
  mustChangePassword: "Your password was set by somebody else. Please choose one of your own.",
  confirmationNeeded: "Type your password, or a code, to show that it is you.",
  signInForThis: "Sign out and in again, and do this within ten minutes: it needs a fresh sign-in.",
  wrongPassword: "The password is not right.",
  noFactor: "Switch two-factor authentication on first.",
  factorRequired: "Your enterprise asks everybody for a second factor, so it cannot be switched off.",
  enrolmentOver: "Setting up the app took too long. Please begin again.",
  notYourOwn: "Change your own two-factor authentication in your profile.",

  // the card
  cardTitle: "Two-factor authentication",
  cardLead: "A second proof besides your password, so that a stolen password is not enough.",
  states: {
    off: "Off: your password alone signs you in.",
    mail: "On: a code is sent to your e-mail address.",
    totp: "On: your authenticator app shows the code.",
  },
  requiredState: "Required by your enterprise: a code is sent to your e-mail address.",
  on: "On",
  off: "Off",
  setUpApp: "Set up an authenticator app",
  anotherApp: "Move to another app or phone",
  byMail: "Use codes by e-mail",
  switchOff: "Switch off",
  recoveryLeft: (left: number, total: number) =>
    total === 0 ? "You have no recovery codes." : `${left} of ${total} recovery codes are left.`,
  getRecovery: "Get recovery codes",
  newRecovery: "Make new recovery codes",
  newRecoveryText: "The old ones stop working at once.",

  // showing that it is you
  confirmTitle: "Show that it is you",
  confirmText: "This changes how you sign in, so we ask once more.",
  password: "Your password",
  passwordOrCode: "Or a code of your app, or a recovery code",
  proceed: "Continue",

  // setting up an app
  appTitle: "Set up an authenticator app",
  appScan: "Scan this picture with an authenticator app, such as Aegis, Google Authenticator or 1Password.",
  appPicture: "QR code for an authenticator app",
  appSecret: "No camera? Type this key into the app:",
  copySecret: "Copy the key",
  copied: "Copied.",
  appCode: "Code that the app shows now",
  appConfirm: "Switch on",

  // recovery codes
  codesTitle: "Your recovery codes",
  codesText:
    "Each lets you in once when you do not have your second factor. They are shown only now: keep them where you keep passwords.",
  copyCodes: "Copy all",
  saveCodes: "Save as a file",
  codesFile: "chatbird-recovery-codes.txt",
  kept: "I have kept them",

  changed: "Your two-factor authentication was changed.",
  disabledFor: (name: string) => `The second factor of ${name} is off, and the recovery codes are worthless.`,
  loadFailed: "Your two-factor authentication could not be loaded.",

  // what the mail says
  mailOn: "Codes by e-mail were switched on",
  appOn: "An authenticator app was set up",
  switchedOff: "It was switched off",
  newCodes: "New recovery codes were made",
  byAdministrator: (who: string) => `${who}, an administrator, switched it off`,

  // the enterprise's rules
  rulesTitle: "Sign-in rules",
  rulesLead: "They hold for everybody of the enterprise from the next sign-in on.",
  requireAll: "Everybody needs a second factor",
  requireAllHint: "Who has set up none gets a code by e-mail.",
  singleSession: "One session a person",
  singleSessionHint: "Who is signed in elsewhere is asked whether to end that session.",
  saveRules: "Save the rules",
  rulesSaved: "The sign-in rules were saved.",
  rulesFailed: "The sign-in rules could not be loaded.",
} as const;
