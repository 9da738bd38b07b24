import type { VisitorDetails, WidgetSaid } from "#workers/contract/endpoints/widget.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";

/** Words of a visitor that the server may not have yet; they go out under their key, so that they go out once. */
export interface Pending {
  key: string;
  said: WidgetSaid;
  /** As it is shown. */
  body: MessageBody;
  /** By this device's clock, then by the server's. */
  at: string;
  state: "waiting" | "sent" | "failed";
  reason?: string;
}

export interface Kept {
  token?: string;
  pending: Pending[];
  details?: VisitorDetails;
  /** The form before the chat has been filled in. */
  asked?: boolean;
  /** Times of the newest messages that were reported as arrived and as read. */
  arrived?: string;
  read?: string;
}

const NOTHING: Kept = { pending: [] };

/** A browser's store for one channel, shared by all its tabs. Without storage it lasts for this page alone. */
export class Storage {
  readonly name: string;
  #inMemory: Kept = NOTHING;

  constructor(channelId: string) {
    this.name = `chatbird:${channelId}`;
  }

  read(): Kept {
    try {
      const found = JSON.parse(localStorage.getItem(this.name) ?? "null") as Partial<Kept> | null;
      return found
        ? { ...found, pending: Array.isArray(found.pending) ? found.pending : [] }
        : this.#inMemory;
    } catch {
      return this.#inMemory;
    }
  }

  /** Changes what is there now: another tab may have written meanwhile. */
  change(edit: (kept: Kept) => Partial<Kept>): Kept {
    const before = this.read();
    this.#inMemory = { ...before, ...edit(before) };
    try {
      localStorage.setItem(this.name, JSON.stringify(this.#inMemory));
    } catch {
      // Private windows and full storages: the page goes on with what it has in memory.
    }
    return this.#inMemory;
  }

  /** One tab at a time, where the browser can: two must not become two visitors. */
  async alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const locks = "locks" in navigator ? navigator.locks : undefined;
    return locks ? locks.request(this.name, work) : work();
  }
}

/** A version 4 UUID; pages without https have no crypto.randomUUID. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
