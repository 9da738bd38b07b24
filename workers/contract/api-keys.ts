import type { Permission } from "./permissions.ts";

/** Scopes of keys and the permissions of each; a call takes a key only where its contract names one of these. */
export const scopes = {
  "messages.read": ["CHAT.VIEW_CHATHISTORY"],
  "messages.send": ["CAMPAIGNS.CREATE"],
  "customers.read": ["CUSTOMER.VIEW"],
  "customers.write": ["CUSTOMER.EDIT"],
  "campaigns.record": ["CAMPAIGNS.CREATE"],
  "events.send": ["JOURNEYS.EDIT"],
} as const satisfies Record<string, readonly Permission[]>;
export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];

export const permissionsOfScopes = (held: readonly Scope[]): Permission[] =>
  held.flatMap((scope): readonly Permission[] => scopes[scope]);

/** Begins every key, so that one that was published by mistake is found by whoever looks for such. */
export const KEY_PREFIX = "cbk_";
/** As a key is spelled: 256 bits. */
export const KEY_SPELLING = /^cbk_[\w-]{43}$/;
/** Characters of a key that are shown later, to know it by. */
export const KEY_SHOWN = 10;
/** Keys of an enterprise that are not revoked. */
export const MOST_KEYS = 50;
/** Calls of one key in a minute. */
export const KEY_CALLS_A_MINUTE = 300;
