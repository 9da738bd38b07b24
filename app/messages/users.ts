/** Colleagues: the list, invitations, what an administrator does with an account, and who is there. */
export const users = {
  title: "Users",
  lead: "Colleagues of your enterprise: their roles, and whether they may come in.",
  failed: "The users could not be loaded",
  table: "Users",
  tabs: "Which users",
  active: "Active",
  deactivated: "Deactivated",
  invited: "Invited",
  search: "Search by name or e-mail",
  pages: "Pages of users",
  none: "Nobody here",
  noneText: "Invite colleagues by e-mail; they choose their own password.",
  noneFound: (text: string) => `Nobody fits “${text}”`,
  noneFoundText: "Names and e-mail addresses are searched.",
  noneDeactivated: "Nobody is deactivated",
  noneDeactivatedText: "Who leaves is deactivated, not deleted: what they did keeps its author.",

  name: "Name",
  email: "E-mail",
  roles: "Roles",
  lastSignIn: "Last sign-in",
  never: "Never",
  twoFactor: "Two-factor",
  twoFactors: { off: "Off", mail: "By mail", totp: "Authenticator app" },
  status: "Status",
  statuses: { online: "Online", away: "Away", offline: "Offline" },
  you: "you",
  mustChange: "Has to choose a new password",

  // one user
  rolesLegend: "Roles",
  rolesHint: "They may do what any of their roles permits.",
  rolesEmpty: "Choose at least one role.",
  roleUnknown: "There is no such role.",
  chatLegend: "Live chats",
  maxChats: "Chats at once",
  maxChatsHint: "How many chats this person handles at the same time.",
  maxChatsWrong: "Give a number from 1 to 100.",
  autoAssign: "Offer new chats by themselves",
  departments: "Departments",
  noDepartments: "In no department",
  managerOf: (name: string) => `${name} (manager)`,
  since: (when: string) => `Here since ${when}`,
  saved: "The user is saved.",
  access: "Access",
  resetPassword: "Reset password",
  deactivate: "Deactivate",
  activate: "Activate",
  notYourself: "You cannot do this to your own account. Ask a colleague.",
  aboveYou: "This person may do more than you. Ask an administrator.",
  beyondOwn: "You cannot give a role that may do more than you. Ask an administrator.",
  lastAdministrator: "At least one active administrator must remain.",
  leave: "Save your changes first, or close the panel to discard them.",
  nothingChanged: "Nothing has changed.",
  viewOnly: "You may look at this, not change it.",

  // password
  resetTitle: (name: string) => `Set a new password for ${name}`,
  resetText:
    "Every session of this person ends, they are told by mail, and at the next sign-in they have to choose a password of their own.",
  newPassword: "New password",
  newPasswordHint: "Tell it to them yourself: it is in no mail.",
  adminPassword: "Your own password",
  adminPasswordHint: "To be sure that it is you.",
  adminPasswordWrong: "This is not your password.",
  passwordReset: (name: string) => `${name} has a new password, and was signed out everywhere.`,
  created: (name: string) =>
    `${name} can sign in with this password once they have confirmed their address: we have sent them a mail.`,

  // deactivation
  disableTwoFactor: "Switch off two-factor",
  disableTwoFactorTitle: (name: string) => `Switch off two-factor for ${name}?`,
  disableTwoFactorText:
    "They sign in with their password alone until they set it up anew; their recovery codes stop working. They get a mail.",
  deactivateTitle: (name: string) => `Deactivate ${name}?`,
  deactivateText:
    "They are signed out everywhere within seconds and cannot sign in. Nothing of theirs is deleted.",
  openChats: (count: number) =>
    count === 1 ? "1 open chat is left to others." : `${count} open chats are left to others.`,
  losesManager: (names: string) => `No longer the manager of ${names}.`,
  losesInvitations: (count: number) =>
    count === 1
      ? "The open invitation that they sent is revoked."
      : `${count} open invitations that they sent are revoked.`,
  deactivatedNow: (name: string) => `${name} is deactivated and signed out.`,
  activatedNow: (name: string) => `${name} may sign in again.`,
  undo: "Undo",

  // invitations
  invite: "Invite",
  inviteTitle: "Invite colleagues",
  addresses: "E-mail addresses",
  addressesHint:
    "One or several, parted by commas, spaces or new lines. Each gets a link that works once, within 7 days.",
  addressesEmpty: "Give at least one address.",
  addressesMany: (most: number) => `Invite at most ${most} at once.`,
  addressWrong: (address: string) => `${address}: Please enter a valid email address`,
  send: "Send invitations",
  sent: (count: number) =>
    count === 1 ? "1 invitation is on its way." : `${count} invitations are on their way.`,
  notSent: "Not invited",
  invitations: "Open invitations",
  noInvitations: "No invitation is open",
  noInvitationsText: "Who accepts one appears among the active users.",
  invitedBy: "Invited by",
  sentAt: "Sent",
  validUntil: "Valid until",
  expired: "Expired",
  invitationTaken: "This address is invited already. Send the invitation again instead.",
  alreadyHere: "This person has an account here already.",
  tooManyInvitations:
    "So many invitations were sent in the last hour that no more go out now. Please try again later.",
  tooSoon: "It was sent a moment ago. Please wait a minute before you send it again.",
  invited1: (address: string) => `${address} is invited.`,
  resendTo: (address: string) => `Send again to ${address}`,
  resent: (address: string) => `${address} has a new link; the old one no longer works.`,
  revoke: "Revoke",
  revokeOf: (address: string) => `Revoke the invitation of ${address}`,
  revokeTitle: (address: string) => `Revoke the invitation of ${address}?`,
  revokeText: "The link in the mail stops working at once.",
  revoked: (address: string) => `The invitation of ${address} is revoked.`,
  actions: "Actions",

  // presence
  yourStatus: "Your status",
  statusSet: (status: string) => `You are ${status.toLowerCase()} now.`,
} as const;
