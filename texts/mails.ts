const hoursOf = (hours: string) => (hours === "1" ? "1 hour" : `${hours} hours`);

/** Every mail that the product sends: its subject, what it says, and what its link is called. */
export const mailsTexts = {
  greeting: (name: string) => (name ? `Hello ${name},` : "Hello,"),
  codeIs: (code: string) => `Your code is ${code}.`,
  linkDoesNotWork: "If the button does not work, copy this address into your browser:",
  sentBy: "This mail was sent by Chatbird. Replies to it are not read.",

  templates: {
    activate: {
      subject: "Verify your e-mail address",
      text: (hours: string) => [
        "Thank you for signing up. Confirm that this address is yours, and your account is ready.",
        `The link works once, within ${hoursOf(hours)}. If you did not sign up, ignore this mail.`,
      ],
      action: "Verify my address",
    },
    resetPassword: {
      subject: "Set a new password",
      text: (hours: string) => [
        "Somebody, hopefully you, asked for a new password for this address.",
        `The link works once, within ${hoursOf(hours)}. If it was not you, ignore this mail: nothing has changed.`,
      ],
      action: "Set a new password",
    },
    alreadyRegistered: {
      subject: "You already have an account",
      text: () => [
        "Somebody, hopefully you, tried to sign up with this address. It already has an account.",
        "Sign in as usual. If you have forgotten your password, ask for a new one on the sign-in page.",
      ],
      action: "Sign in",
    },
    ssoAddress: {
      subject: "Where your organisation signs in",
      text: () => [
        "Somebody, hopefully you, asked where to sign in with your organisation.",
        "You can keep this link: it is the same every time. If you did not ask, ignore this mail.",
      ],
      action: "Sign in with your organisation",
    },
    passwordChanged: {
      subject: "Your password was changed",
      text: (when: string) => [
        `The password of your account was changed at ${when}. You have been signed out everywhere else.`,
        "If it was not you, ask for a new password on the sign-in page at once, and tell your administrator.",
      ],
      action: "Sign in",
    },
    passwordReset: {
      subject: "An administrator has set a new password for you",
      text: (who: string) => [
        `${who} has set a new password for your account. They will tell you what it is.`,
        "When you next sign in you will be asked to choose one of your own.",
      ],
      action: "Sign in",
    },
    invitation: {
      subject: "You are invited to Chatbird",
      text: (who: string, enterprise: string, days: string) => [
        `${who} invites you to work with ${enterprise} on Chatbird.`,
        `The link works once, within ${days} days.`,
      ],
      action: "Accept the invitation",
    },
    accountMade: {
      subject: "Confirm your address for Chatbird",
      text: (who: string, enterprise: string, days: string) => [
        `${who} has created an account for you to work with ${enterprise} on Chatbird.`,
        "Confirm that this address is yours, then sign in with the password that you were given. You then choose your own.",
        `The link works once, within ${days} days. If you were not expecting an account, ignore this mail.`,
      ],
      action: "Confirm my address",
    },
    transcript: {
      subject: "Transcript of your chat",
      text: (enterprise: string, zone: string, ...lines: string[]) => [
        `This is what was said in your chat with ${enterprise}. Times are in ${zone}.`,
        ...lines,
      ],
      action: "",
    },
    loginCode: {
      subject: "Your sign-in code",
      text: (minutes: string) => [
        `Type it where you are signing in. It works once, within ${minutes} minutes.`,
        "If you are not signing in, somebody knows your password: change it.",
      ],
      action: "",
    },
    webhookFailing: {
      subject: "A webhook was switched off",
      text: (url: string) => [
        `The address ${url} took none of the events that were sent to it for five days, so nothing is sent there any more.`,
        "Once your system is back, switch the webhook on and send again what failed.",
      ],
      action: "Open the webhooks",
    },
    webhookGone: {
      subject: "A webhook was switched off",
      text: (url: string) => [
        `The address ${url} answered that it is gone (410), so nothing is sent there any more.`,
        "If that was a mistake, switch the webhook on again and send again what failed.",
      ],
      action: "Open the webhooks",
    },
    twoFactorChanged: {
      subject: "Your two-factor authentication was changed",
      text: (what: string, when: string) => [
        `${what} at ${when}.`,
        "If it was not you, change your password at once, and tell your administrator.",
      ],
      action: "Sign in",
    },
    usageAlert: {
      subject: "Usage of your plan",
      text: (kind: string, level: string) => [
        `${kind}: ${level} % of this month's plan is used.`,
        level === "100"
          ? "What goes beyond it is billed at the plan's prices. Where the plan has a hard limit, broadcasts wait; chats go on."
          : "You can see by day what is used, and choose another plan at any time.",
      ],
      action: "See usage",
    },
    dashboard: {
      subject: "A dashboard for you",
      text: (name: string, maker: string, from: string, to: string, figures: string) => [
        `${name}, from ${from} to ${to}.`,
        ...(figures === "" ? ["It has no tiles."] : figures.split("\n\n")),
        `${maker} made this dashboard. Anyone who can edit it chooses who gets this mail.`,
      ],
      action: "Open the dashboard",
    },
    exportReady: {
      subject: "Your export is ready",
      text: (enterprise: string, until: string) => [
        `All data of ${enterprise} is ready to be downloaded, until ${until}.`,
        "It has your customers' data and their messages: keep it where only those can read it who must.",
        "If it was not you who asked for it, tell your administrators at once.",
      ],
      action: "Open Enterprise Details",
    },
    enterpriseLeaves: {
      subject: "Your enterprise will be deleted",
      text: (enterprise: string, day: string, who: string) => [
        `${who} has asked for ${enterprise} to be deleted with all its data. That begins on ${day}.`,
        "Nothing is sent any more, and only administrators can sign in. Until then any of them can take it back.",
      ],
      action: "Open Enterprise Details",
    },
    enterpriseStays: {
      subject: "Your enterprise stays",
      text: (enterprise: string, who: string) => [
        `${who} has taken back that ${enterprise} is deleted. Everybody can sign in, and what was stopped for it goes on.`,
      ],
      action: "Open Enterprise Details",
    },
    invoiceIssued: {
      subject: "Your invoice",
      text: (month: string, total: string, toPay: string) => [
        `The invoice for ${month} comes to ${total}, of which ${toPay} is to be paid.`,
        "You can read, download and pay it on the page Billing.",
      ],
      action: "Open Billing",
    },
  },
} as const;
