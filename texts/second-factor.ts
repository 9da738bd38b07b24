/** The second factor: at the door, and how one sets it up. */
export const secondFactorTexts = {
  // at the door
  title: "Enter your code",
  mailed: (to: string) => `We have sent a six-digit code to ${to}. It works once.`,
  fromApp: "Open your authenticator app and type the six digits that it shows for Chatbird.",
  fromRecovery: "Type one of your recovery codes. Each works once.",
  code: "Code",
  codeEmpty: "Please enter the code.",
  codeTooLong: "This code is too long.",
  recoveryCode: "Recovery code",
  verify: "Verify",
  verifying: "Verifying…",
  resend: "Send a new code",
  resendIn: (seconds: number) => `Send a new code (${seconds} s)`,
  resent: "A new code is on its way. The previous one no longer works.",
  recoveryInstead: "Use a recovery code",
  codeInstead: "Use a code instead",
  back: "Back to sign in",
  notArrived: "Nothing there? Check your spam folder, or ask your administrator.",
  lostEverything: "Lost your recovery codes too? An administrator can switch your second factor off.",

  // refusals
  wrongCode: "This code is incorrect or was already used. Please try the next one.",
  signInOver: "This sign-in took too long, or had too many wrong codes. Please sign in again.",
  mustChangePassword: "Your password was set by someone else. Please choose your own.",
  confirmationNeeded: "Type your password or a code to confirm that it is you.",
  signInForThis: "This needs a fresh sign-in. Sign out, sign in again and do this within ten minutes.",
  wrongPassword: "The password is incorrect.",
  noFactor: "Switch on two-factor authentication first.",
  factorRequired: "Your enterprise requires a second factor for everyone, so it cannot be switched off.",
  enrolmentOver: "Setting up the app took too long. Please start again.",
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
  confirmTitle: "Confirm that it is you",
  confirmText: "This changes how you sign in, so we ask once more.",
  password: "Your password",
  passwordOrCode: "Or a code from your app, or a recovery code",
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
    "Each signs you in once without your second factor. They are shown only now: keep them where you keep your passwords.",
  copyCodes: "Copy all",
  saveCodes: "Save as a file",
  codesFile: "chatbird-recovery-codes.txt",
  kept: "I have saved them",

  changed: "Your two-factor authentication was changed.",
  disabledFor: (name: string) =>
    `Two-factor authentication is off for ${name}, and their recovery codes no longer work.`,
  loadFailed: "Couldn't load your two-factor authentication.",

  // what the mail says
  mailOn: "Codes by e-mail were switched on",
  appOn: "An authenticator app was set up",
  switchedOff: "It was switched off",
  newCodes: "New recovery codes were made",
  byAdministrator: (who: string) => `${who}, an administrator, switched it off`,

  // the enterprise's rules
  rulesTitle: "Sign-in rules",
  rulesLead: "They apply to everyone in the enterprise from the next sign-in.",
  requireAll: "Require a second factor for everyone",
  requireAllHint: "People who have not set one up get a code by e-mail.",
  singleSession: "One session per person",
  singleSessionHint: "People signed in elsewhere are asked whether to end that session.",
  saveRules: "Save the rules",
  rulesSaved: "Sign-in rules saved.",
  rulesFailed: "Couldn't load the sign-in rules.",
} as const;
