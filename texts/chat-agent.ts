/** The chat workspace that other systems open for an agent, and its door. */
export const chatAgentTexts = {
  title: "Chat Agent",
  exchanging: "Signing you in…",
  codeOver:
    "This link was already used or is more than a minute old. Open the chat again from your own system.",
  replaceTitle: "You are already signed in",
  replaceText: (name: string) =>
    `This browser is signed in as ${name}. Continue as the person in the link instead?`,
  replace: "Continue as the person in the link",
  stay: (name: string) => `Stay signed in as ${name}`,
  signIn: "Sign in",
  signInElsewhere: "Sign in in a new tab",
  notSignedIn: "You are not signed in. Open this page from your own system, or sign in.",
  endings: {
    signedOut: "You have signed out. Open this page from your own system to come back, or sign in.",
    expired: "Your session has ended. Open this page again from your own system, or sign in.",
    expiredAgain: "Your session has ended. Open this page again from your own system, or sign in.",
  },
  noRight: "You can't answer chats",
  noRightText: "Ask an administrator for the right to handle chats.",
  openConsole: "Open in the console",
  toChats: "Go to the chats",
  mute: "Switch sounds off",
  unmute: "Switch sounds on",
  soundsFailed: "Couldn't change the sounds. Please try again.",
  /** Stands where the status is not known yet. */
  statusUnknown: "–",
} as const;
