/** Chats that wait for an agent, in the top bar and beside it. */
export const chatNotificationsTexts = {
  title: "Chat Notification",
  open: (total: number) =>
    total === 0 ? "Chats" : total === 1 ? "1 chat waiting for you" : `${total} chats waiting for you`,
  counts: {
    transferred: "Transfer Chats",
    new: "Live Chats",
    invited: "Invite Chats",
    assigned: "Assigned Chats",
    missed: "Missed Chats",
  },
  short: { transferred: "Transferred", new: "New", invited: "Invited", missed: "Missed" },
  pickUp: (what: string) => `Pick up: ${what}`,
  /** Said where there is nothing to pick up. */
  nothing: {
    transferred: "No Transferred Chats to Accept!",
    new: "No New Chats to Accept!",
    invited: "No Invited Chats to Accept!",
    assigned: "No Assigned Chats to Accept!",
    missed: "No missed chats to Accept!",
  },
  ownUnread: "Unread in your chats",
  all: "Open chats",
  float: "Show in a floating box",
  dock: "Close the box",
  box: "Chats waiting for you",
  /** A count that is not known. */
  unknown: "–",
  minimise: "Minimise",
  restore: "Restore",
  move: "Move the box: drag it, or use the arrow keys",
  byRules: "By the rules",
  columns: {
    name: "Customer Name",
    number: "Customer Number",
    transferredBy: "Transferred By",
    invitedBy: "Invited By",
    assignedBy: "Assigned By",
    message: "Last Message",
    type: "Type",
    action: "Action",
  },
  pickup: "Pickup",
  pickupOf: (name: string) => `Pickup: ${name}`,
  none: "No Record",
  failed: "Couldn't load the chats",
  close: "Close",
  mentioned: (name: string) => `${name} mentioned you`,
  /** Titles of the browser's own notifications. */
  alerts: {
    new: "New Chat Request",
    invited: "Chat Invitaion",
    transferred: "Chat Transfer",
    back: (name: string) => `The chat with ${name} came back`,
    says: (name: string) => `${name} says....`,
  },
} as const;
