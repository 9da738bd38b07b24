/** Video calls: the agent's window, the customer's page, and what the API refuses. */
export const videoTexts = {
  // The chat
  start: "Start a video call",
  goOn: "Back to the call",
  startTitle: "Start a video call?",
  startText: (name: string) =>
    `${name} gets a link in this chat, and your call window opens in a tab of its own.`,
  send: "Send the link and call",
  invitation: (agent: string, link: string) =>
    `${agent} invites you to a video call. Open this link to join: ${link}`,
  invitationPreview: "Invitation to a video call",
  started: "Call started",
  duration: (seconds: number) => {
    const [hours, minutes, rest] = [
      Math.floor(seconds / 3_600),
      Math.floor((seconds % 3_600) / 60),
      seconds % 60,
    ];
    return [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`, `${rest} s`]
      .filter(Boolean)
      .join(" ");
  },

  // Both ends
  title: "Video call",
  loading: "Loading the call",
  failed: "Couldn't open the call",
  you: "You",
  controls: "Call controls",
  mute: "Mute microphone",
  unmute: "Unmute microphone",
  cameraOff: "Turn camera off",
  cameraOn: "Turn camera on",
  share: "Share screen",
  stopSharing: "Stop sharing",
  hangUp: "Hang up",
  selfView: "Your camera",
  theirView: (name: string) => `Video of ${name}`,
  noPicture: "No picture",
  muted: (name: string) => `${name} is muted`,
  theirCameraOff: (name: string) => `${name} has turned the camera off`,
  sharing: (name: string) => `${name} shares their screen`,
  connecting: "Connecting…",
  connected: (name: string) => `Connected with ${name}`,
  reconnecting: "The connection broke. Trying again…",
  offline: "You are not connected. Trying again…",
  left: (name: string) => `${name} has left. They may come back.`,
  waiting: (name: string) => `Waiting for ${name}…`,
  noDevices: "No camera or microphone could be opened",
  noDevicesText:
    "You can still see and hear the other side. Check the browser's permission for this page, then try again.",
  tryDevices: "Try again",
  cannotShare: "The screen could not be shared.",
  unsupported: "This browser cannot make video calls. Open the link in a current browser.",
  over: "The call is over",
  overBy: {
    agent: "The agent hung up.",
    customer: "The customer hung up.",
    nobody: "Nobody came in time.",
    lost: "Both sides lost the connection.",
    tooLong: "A call cannot last longer than two hours.",
    chat: "The agent closed the chat or passed it on.",
  },
  replaced: "This call is open in another tab or window",
  replacedText: "Go on there, or take it back here.",
  takeBack: "Go on here",
  close: "Close this window",

  // The agent's window
  noRelay: "No relay (TURN) is set up",
  noRelayText:
    "About one call in ten cannot connect without one, behind strict company networks. Your administrator can set one up.",
  inviteAgain: "Send a new link",
  invitedAgain: "A new link was sent. The earlier one no longer works.",
  record: "Ask to record",
  stopRecording: "Stop recording",
  asked: (name: string) => `${name} is asked whether this call may be recorded`,
  refused: (name: string) => `${name} does not want this call to be recorded`,
  recordingNow: "Recording. Both sides can see this.",
  uploading: (parts: number) =>
    parts === 1 ? "1 part is still to be stored" : `${parts} parts are still to be stored`,
  uploadFailed: "A part of the recording could not be stored. Trying again…",
  recordingLost: "The recording was stopped: it could not be stored any more.",
  recordingKept: "The recording is kept with the chat.",

  // The customer's page
  invited: (agent: string, enterprise: string) => `${agent} of ${enterprise} calls you`,
  invitedText:
    "Your browser will ask whether this page may use your camera and microphone. Nobody sees or hears you before you join.",
  yourName: (name: string) => `You join as ${name}`,
  join: "Join the call",
  joinWithout: "Join without camera",
  consentTitle: (agent: string) => `${agent} would like to record this call`,
  consentText: "Picture and sound of both sides are stored. You can stop it at any time.",
  agree: "Agree",
  disagree: "Don't record",
  recorded: "This call is being recorded",
  withdraw: "Stop the recording",
  goneTitle: "This link no longer works",
  goneText: "The call is over, or you have been sent a newer link. Ask in the chat for another one.",
  takenTitle: "Somebody has already joined by this link",
  takenText: "A link is for one person. If it was you in another browser, ask for a new link in the chat.",
  guest: "Customer",

  // History
  history: "Video calls",
  historyNone: "No video calls yet",
  callBy: (agent: string, when: string) => `${agent}, ${when}`,
  ends: {
    agent: "Ended by the agent",
    customer: "Ended by the customer",
    nobody: "The customer did not come",
    lost: "Both sides lost the connection",
    tooLong: "Ended after two hours",
    chat: "Ended with the chat",
  },
  play: "Play the recording",
  recordingRefused: "The customer did not agree to a recording",
  recordingComing: "The recording is still being stored",
  newer: "Newer calls",
  older: "Older calls",
  recordingOf: (when: string) => `Recording of ${when}`,
  endIt: "End the call",
  endsWithChat: "The video call that is under way ends with it.",
  endsWithTransfer: "A video call that you have started ends with it.",
  historyFailed: "Couldn't load the video calls",
  fileName: (id: string, ending: string) => `Video call ${id}.${ending}`,

  // Refusals
  off: "Video calls are switched off. An administrator can allow them in the chat configuration.",
  running: "A video call is already under way in this chat.",
  overAlready: "The call is over.",
  notYours: "Only who started the call can do this.",
  taken: "Somebody has already joined by this link.",
  linkGone: "This link no longer works. Ask in the chat for a new one.",
  nobodyThere: "The customer has not joined yet.",
  tooOften: "Too many tries. Wait a moment, then try again.",
  recording: {
    running: "A recording is already under way.",
    notRunning: "This recording is not under way.",
    order: "Parts must come one after the other.",
    full: "A recording cannot be larger than 1 GB.",
    typeWrong: "Choose video/webm or video/mp4.",
    partEmpty: "A part must have at least one byte.",
  },
} as const;
