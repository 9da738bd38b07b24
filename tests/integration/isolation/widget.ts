import { nothingOfAnybody, type Rows } from "#tests/support/isolation.ts";

const byToken =
  "asks for a visitor's token and no session: widget.test.ts tries another channel's, a forged one and the console's";

export const rows: Rows = {
  "GET /widget-demo": nothingOfAnybody,
  "POST /widget/:channelId/session":
    "is for everybody who sees the channel's site, and shows messages to a visitor's token alone: widget.test.ts",
  "GET /widget/:channelId/messages": byToken,
  "POST /widget/:channelId/messages": byToken,
  "POST /widget/:channelId/seen": byToken,
  "POST /widget/:channelId/files": byToken,
  "GET /widget/:channelId/files/:fileId": byToken,
};
