import type { IncomingHttpHeaders } from "node:http";

/** A played vendor's behaviour towards one request, beside what its contract says. */
export interface Play {
  /** Waits before it answers. */
  slowMs?: number;
  /** Answers this HTTP status; an error of the vendor if `code` is given, else a page of something in between. */
  status?: number;
  code?: number;
  /** Asks to wait so many seconds, as each vendor does. */
  retryAfter?: number;
  /** Breaks the connection: before the message is accepted, or after, so that the answer is lost. */
  hangUp?: "before" | "after";
  /** Any body, as it is. */
  body?: string;
  /** Statuses that this message gets, in this order, repeats and all. */
  statuses?: string[];
}

/** A request as it came. */
export interface Call {
  /** Its name among the played ones. */
  vendor: string;
  method: string;
  path: string;
  /** The authorization header, or the token in the path. */
  token: string;
  body: unknown;
  /** The vendor took it: a message of a hung up call may have been. */
  accepted: boolean;
}

/** A file that a customer has sent: its bytes, and what the vendor says of it. */
export interface PlayedFile {
  bytes: Uint8Array;
  mime: string;
  /** Said instead of its real length. */
  announced?: number;
}

/** Files by their ids. One that nobody put there is a few words, as from the vendor's own examples. */
export interface FileState {
  files: Map<string, PlayedFile>;
  /** Ids that the vendor no longer knows. */
  lost: Set<string>;
  /** As long as an address lives that was given for a file. */
  addressMs: number;
}

export const fileOf = ({ files }: FileState, id: string): PlayedFile =>
  files.get(id) ?? { bytes: Buffer.from(`the bytes of ${id}`), mime: "image/jpeg", announced: 20 };

/** An address of a file tells when it ends. */
export const addressOf = ({ addressMs }: FileState): string => String(Date.now() + addressMs);
export const isOver = (address: string | null): boolean => Date.now() > Number(address);

/** A request as a played vendor reads it; the body is an object where it was JSON or a form. */
export interface PlayedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** A vendor that is played: a file of played/, which is read as a folder. */
export interface PlayedVendor {
  name: string;
  /** Whether a request is meant for it: by default those below `/name/`. */
  owns?: (path: string) => boolean;
  answers: (request: PlayedRequest) => Said;
  /** Its own words for a code that a test wants said. */
  refuses: (play: Play & { code: number }) => Said;
  /** Reads what authorises a request; by default the authorization header. */
  tokenOf?: (request: PlayedRequest) => string;
  /** Posts statuses of a message that it took, in the order asked for. */
  postStatuses?: (
    address: string,
    accepted: NonNullable<Said["accepted"]>,
    statuses: readonly string[],
  ) => Promise<void>;
  /** How a channel of it is filled in, for who plays by hand. */
  hint: (url: string) => string;
}

/** An answer of a vendor; `accepted` names the message that it took. */
export interface Said {
  status: number;
  body: unknown;
  accepted?: { id: string; ownId?: string | undefined; to: string };
}

export interface Account {
  graph: { phoneNumberId: string; wabaId: string; number: string; accessToken: string; appSecret: string };
  telegram: { botId: number; username: string; token: string };
}

export const PLAYED: Account = {
  graph: {
    phoneNumberId: "106540352242922",
    wabaId: "102290129340398",
    number: "15550783881",
    accessToken: "EAAJB-played",
    appSecret: "played-app-secret",
  },
  telegram: {
    botId: 4839574812,
    username: "lucky_shrub_bot",
    token: "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcE",
  },
};
