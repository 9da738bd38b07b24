/** The supervisors' view of queues and people. */
export const chatMonitorTexts = {
  title: "Chat Monitor",
  lead: "See who's waiting, for how long, and who is answering. Updates every 10 seconds.",
  failed: "Couldn't load the monitor",
  queues: "Queues",
  noDepartment: "Without a department",
  department: "Department",
  waiting: "Waiting",
  longest: "Longest wait",
  ongoing: "Ongoing",
  withBot: "With a bot",
  suspended: "Suspended",
  attended: "Picked up (24 h)",
  missed: "Missed (24 h)",
  pickup: "Average pickup",
  nobody: "–",
  level: "Service level",
  levelText: (seconds: number) =>
    `Service level: the share of today's chats picked up within ${seconds} s. Chats that wait longer or are missed lower it; chats outside working hours aren't counted.`,
  levelOf: (met: string, of: string) => `${met} of ${of} today`,
  levelBelow: (share: string) => `Below ${share}`,
  zoneWrong: "Name a time zone such as Asia/Kolkata.",
  noQueues: "No chats yet",
  noQueuesText: "Queues appear here with the first chat, or when you have departments.",
  agents: "Agents",
  agent: "Agent",
  status: "Status",
  open: "Open chats",
  unread: "Unread",
  load: "Load",
  ofCapacity: (taken: number, capacity: number) => `${taken} of ${capacity}`,
  showChats: (name: string) => `Chats of ${name}`,
  showQueue: (name: string) => `Waiting in ${name}`,
  chatsFailed: "Couldn't load the chats",
  noChats: "No chats",
  noChatsText: "Nothing is open here right now.",
  moreChats: (shown: number) => `Only the first ${shown} chats are shown.`,
  waitsSince: (moment: string) => `Waiting since ${moment}`,
  lastAt: (moment: string) => `Last message ${moment}`,
  join: "Join",
  takeOver: "Take over",
  reason: "Reason",
  asks: {
    superviseChat: {
      title: "Join the chat",
      text: (name: string) =>
        name
          ? `You can read the chat, note something for ${name} and answer. The customer is not told.`
          : "You can read the chat, note something and answer. The customer is not told.",
      submit: "Join",
    },
    takeOverChat: {
      title: "Take the chat over",
      text: (name: string) =>
        name
          ? `The chat is yours from now on, and ${name} sees that you have it.`
          : "The chat is yours from now on.",
      submit: "Take over",
    },
  },
  changeStatus: (name: string, status: string) => `${status}: change the status of ${name}`,
  statusSet: (status: string) => `The status is ${status} now.`,
  moreAgents: (shown: number) => `Only the first ${shown} people are shown.`,
  noAgents: "Nobody may answer chats",
  noAgentsText: "Give somebody a role that handles chats.",
  summary: { waiting: "Waiting now", longest: "Longest wait", ongoing: "Ongoing", online: "Agents online" },
} as const;
