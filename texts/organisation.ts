/** Where one says which organisation one signs in with. */
export const organisationTexts = {
  title: "Sign in with your organisation",
  lead: "If your organisation has a sign-in page of its own, we take you there.",
  id: "Organisation id",
  idHint: "Or the full link that your administrator gave you.",
  idInvalid:
    "An id contains only letters, digits and hyphens. Ask your administrator for it, or for the full link.",
  proceed: "Continue",
  proceeding: "One moment…",
  unknownId: "Don't know the id?",
  byMail: "Enter your work address and we'll mail you the link.",
  email: "E-mail",
  send: "Mail me the link",
  sending: "Sending…",
  sent: "If people with this address sign in with their organisation, the link is on its way to it.",
} as const;
