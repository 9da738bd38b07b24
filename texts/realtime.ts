/** Texts of the actions socket about itself. */
export const realtimeTexts = {
  unknownAction: "unknown action",
  authenticated: "already authenticated",
  tooLong: "This message is too long. Send a shorter one.",
  unreachable: "Couldn't reach the service. Send it again with the same id.",
} as const;
