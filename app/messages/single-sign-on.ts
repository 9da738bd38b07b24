/** Signing in through an enterprise's own provider (OpenID Connect). */
export const singleSignOn = {
  // at the door
  leaving: "Taking you to your enterprise's sign-in page…",
  arriving: "Signing you in…",
  title: "Single sign-on",
  notSetUp: "Single sign-on is not set up here. Sign in with your password, or ask your administrator.",
  failed: "The sign-in at your provider could not be verified. Please try again.",
  refusedThere: "Your provider did not sign you in.",
  unreachable: "Your enterprise's sign-in page could not be reached. Please try again later.",
  unknownPerson:
    "Your provider knows you, but nobody here has that verified e-mail address. Ask your administrator to invite you.",
  otherBrowser: "This sign-in was begun in another browser or tab. Please begin again.",
  tryAgain: "Try again",
  withPassword: "Sign in with a password",

  // the administrator's card
  cardTitle: "Single sign-on",
  cardLead:
    "People sign in at your own OpenID Connect provider (Entra ID, Okta, Google, Keycloak…). Who is new is matched once by a verified e-mail address, from then on by the provider's own id.",
  page: "Sign-in",
  pageLead: "How the people of your enterprise sign in.",
  issuer: "Issuer",
  issuerHint: "The address of your provider, as its discovery document names it: https://login.example.com",
  issuerInvalid: "Type an address that begins with https://",
  clientId: "Client id",
  clientSecret: "Client secret",
  secretKept: "A secret is stored. Leave this empty to keep it.",
  secretHint: "Stored encrypted, and never shown again. Empty for a public client.",
  secretForNewIssuer: "The issuer is another one: type the secret again.",
  enabled: "People can sign in this way",
  direct: "Only this way",
  directHint:
    "Who has signed in this way has no password here and sees no Signout. Administrators keep theirs.",
  redirectUri: "Redirect address, to be registered at the provider",
  startAddress: "Where people begin",
  copy: "Copy",
  copied: "Copied.",
  test: "Test",
  testing: "Testing…",
  tested: (issuer: string) => `${issuer} answers, and can be used.`,
  testFailed: "The provider could not be read at this address.",
  otherIssuer: "The document there names another issuer.",
  noPkce: "The provider does not say that it supports PKCE with S256; it may refuse sign-ins.",
  save: "Save",
  saved: "Single sign-on was saved.",
  loadFailed: "Single sign-on could not be loaded.",
} as const;
