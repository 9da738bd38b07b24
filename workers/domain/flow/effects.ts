import type { MessageBody } from "#workers/contract/message-body.ts";
import type { Purpose } from "#workers/contract/inbound.ts";
import type { Json } from "./json.ts";

interface Base {
  /** `{run}:{seq}`, and `.1` and so on for further effects of one step: unique, and the same in a replay. */
  key: string;
  /** A run waits for a click of what it says: its addresses become links of its own. */
  clicks?: boolean;
}
/** One that the run waits for: its answer comes as the result of the step. */
interface Asked extends Base {
  seq: number;
  /** The same in all attempts of one call. */
  idempotencyKey: string;
}

/** A change that the row-keeper makes in the transaction of the step. */
type Own =
  | (Base & { kind: "message"; body: MessageBody })
  | (Base & { kind: "richCard"; cardId: string })
  | (Base & { kind: "customer"; changes: Change[] })
  /** Makes a session whose answer comes as an event under this effect's key, and sends it. */
  | (Base & { kind: "form"; formId: string; text: string; button: string; until: number })
  /** Answers that were given in the chat. */
  | (Base & {
      kind: "submission";
      formId: string;
      version: number;
      language: string;
      answers: Record<string, Json>;
    })
  | (Base & {
      kind: "flow";
      flowId: string;
      text: string;
      button: string;
      screen?: string;
      data: Record<string, Json>;
      until: number;
    })
  /** Gives a bot the floor; how it ends comes as an event under this effect's key. */
  | (Base & { kind: "bot"; botId?: string; intents: string[]; until: number })
  | (Base & { kind: "endBot"; of: string })
  | (Base & { kind: "handOver"; departmentId?: string; skill?: string; note?: string })
  | (Base & {
      kind: "startRun";
      journeyId: string;
      vars: Record<string, Json>;
      depth: number;
      answers: boolean;
    })
  | (Base & { kind: "cancelRun"; of: string });

export type HttpCall =
  | {
      authType: 1 | 2;
      configId: string;
      method: string;
      path: string;
      query: [string, string][];
      headers: [string, string][];
      body?: string;
    }
  | { authType: 4; configId: string; statement: string; values: Json[] }
  | { authType: 5; configId: string; prompt: string };

/** Something elsewhere: an intent row first, then the call, then its result as a cause of its own. */
type Foreign =
  | (Asked & { kind: "template"; templateId: string; values: Record<string, Json>; answers: boolean })
  | (Asked & {
      kind: "mail";
      channelId?: string;
      to: string;
      subject: string;
      text: string;
      answers: boolean;
    })
  | (Asked & { kind: "sms"; channelId?: string; to: string; text: string; answers: boolean })
  | (Asked & { kind: "http"; call: HttpCall; timeoutMs: number; mostBytes: number })
  | (Asked & { kind: "knowledge"; botId: string; question: string })
  | (Asked & { kind: "payment"; amount: number; currency: string; description: string; until: number });

export type Effect = Own | Foreign;
/** An effect without what the engine adds to it. */
export type Wanted = Effect extends infer Each
  ? Each extends Effect
    ? Omit<Each, "key" | "seq" | "idempotencyKey" | "clicks">
    : never
  : never;

export type Change =
  | { kind: "field"; field: string; value: Json }
  | { kind: "addLabel" | "removeLabel"; labelId: string }
  | { kind: "addGroup" | "removeGroup"; groupId: string }
  | { kind: "optIn" | "optOut"; purpose: Purpose };
