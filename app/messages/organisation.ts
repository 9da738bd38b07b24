/** Where one says which organisation one signs in with. */
export const organisation = {
  title: "Sign in with your organisation",
  lead: "If your organisation has a sign-in page of its own, we take you there.",
  id: "Organisation id",
  idHint: "Or the whole link that your administrator has given you.",
  idInvalid:
    "An id has letters, digits and hyphens only. Copy it, or the whole link, from your administrator.",
  proceed: "Continue",
  proceeding: "One moment…",
  unknownId: "You do not know the id?",
  byMail: "Tell us your work address, and we mail you the link.",
  email: "E-mail",
  send: "Mail me the link",
  sending: "Sending…",
  sent: "If people with this address sign in with their organisation, the link is on its way to it.",
} as const;
