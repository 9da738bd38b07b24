/** The caller's name, as other systems see it. */
export const AGENT = { "user-agent": "Chatbird/1.0" };
