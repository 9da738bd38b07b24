/** The page that other systems open for an agent, with a one-time code. */
export const chatAgent = {
  title: "Chat Agent",
  exchanging: "Signing you in…",
  codeOver:
    "This link was used before, or it is older than a minute. Open the chat again from where you came.",
  replaceTitle: "You are signed in already",
  replaceText: (name: string) =>
    `This browser is signed in as ${name}. Go on as the person of the link instead?`,
  replace: "Go on as the person of the link",
  stay: (name: string) => `Stay ${name}`,
  signedInAs: (name: string) => `You are signed in as ${name}.`,
  coming:
    "The chat workspace is not built yet. Here an agent will work in one chat, opened from another system.",
  toConsole: "Go to the console",
  signIn: "Sign in",
  notSignedIn: "You are not signed in. Open this page from your own system, or sign in.",
} as const;
