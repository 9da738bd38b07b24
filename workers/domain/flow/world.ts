import type { Capabilities } from "#workers/contract/capabilities.ts";
import type { ChatHours } from "#workers/contract/chat-rules.ts";
import type { FieldRule } from "#workers/contract/customer-values.ts";
import type { Library, PublishedForm } from "./library.ts";

/** All that an advance may know of the world; a replay is given the same. */
export interface Facts {
  contact: Readonly<Record<string, unknown>>;
  properties: Readonly<Record<string, unknown>>;
  channel: {
    /** Left out where it is none of the enterprise's, as in a test. */
    id?: string;
    type: number;
    capabilities: Capabilities;
    /** Until when anything may be said; null where the channel has no window. */
    windowUntil: number | null;
    /** Its own bot; null: it has none. Left out where nobody has looked. */
    botId?: string | null;
  };
  /** When people answer; null: always. */
  hours: ChatHours | null;
  /** The customer's own zone, else the enterprise's. */
  zone: string;
  /** Two letters, for numbers without a country. */
  country: string;
  /** Rules of the customer's fields, by name, so that no value is refused after the step. */
  fields?: Readonly<Record<string, FieldRule>>;
  /** Names whose values are never logged, besides those that look secret. */
  redact?: readonly string[];
  /** Left out where nobody has looked: then what graphs name is taken to be there. */
  library?: Library;
  /** Published forms that graphs name, by id; left out where nobody has looked. */
  forms?: ReadonlyMap<string, PublishedForm>;
  /** A test may use the answers that an author pinned. */
  test?: boolean;
}

export interface World {
  facts: Facts;
  now: number;
  /** The enterprise's secret for tokens, splits and jitter. */
  salt: string;
}
