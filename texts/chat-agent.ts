/** The page that other systems open for an agent, with a one-time code. */
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
  signedInAs: (name: string) => `You are signed in as ${name}.`,
  coming:
    "The chat workspace is not built yet. Agents will work here in one chat, opened from another system.",
  toConsole: "Go to the console",
  signIn: "Sign in",
  notSignedIn: "You are not signed in. Open this page from your own system, or sign in.",
} as const;
