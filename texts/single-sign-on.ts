/** Signing in through an enterprise's own provider (OpenID Connect). */
export const singleSignOnTexts = {
  // at the door
  leaving: "Taking you to your enterprise's sign-in page…",
  arriving: "Signing you in…",
  title: "Single sign-on",
  notSetUp: "Single sign-on is not set up here. Sign in with your password, or ask your administrator.",
  failed: "Couldn't verify the sign-in at your provider. Please try again.",
  refusedThere: "Your provider did not sign you in.",
  unreachable: "Couldn't reach your enterprise's sign-in page. Please try again later.",
  unknownPerson:
    "Your provider knows you, but nobody here has that verified e-mail address. Ask your administrator to invite you.",
  otherBrowser: "This sign-in was started in another browser or tab. Please start again.",
  tryAgain: "Try again",
  withPassword: "Sign in with a password",

  // the administrator's card
  cardTitle: "Single sign-on",
  cardLead:
    "People sign in at your own OpenID Connect provider (Entra ID, Okta, Google, Keycloak…). New people are matched once by a verified e-mail address, then by the provider's own id.",
  page: "Sign-in",
  pageLead: "How people in your enterprise sign in.",
  issuer: "Issuer",
  issuerHint: "The address of your provider, as its discovery document names it: https://login.example.com",
  issuerInvalid: "Enter an address that starts with https://",
  clientId: "Client id",
  clientSecret: "Client secret",
  secretKept: "A secret is stored. Leave this empty to keep it.",
  secretHint: "Stored encrypted, and never shown again. Empty for a public client.",
  secretForNewIssuer: "The issuer has changed. Type the secret again.",
  enabled: "People can sign in this way",
  direct: "Only this way",
  directHint:
    "People who have signed in this way have no password here and see no Signout. Administrators keep theirs.",
  redirectUri: "Redirect address to register with the provider",
  startAddress: "Where people start",
  copy: "Copy",
  copied: "Copied.",
  test: "Test",
  testing: "Testing…",
  tested: (issuer: string) => `${issuer} answers, and can be used.`,
  testFailed: "Couldn't read the provider at this address.",
  otherIssuer: "The document there names another issuer.",
  noPkce: "The provider does not say that it supports PKCE with S256; it may refuse sign-ins.",
  save: "Save",
  saved: "Single sign-on saved.",
  loadFailed: "Couldn't load single sign-on.",
} as const;
