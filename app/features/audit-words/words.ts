import { auditTrailTexts as texts } from "#texts/audit-trail.ts";
import type { AuditTrailEntry } from "#workers/contract/endpoints/audit-trail.ts";

const wordIn = (words: Record<string, string>, value: string): string => words[value] ?? value;

/** A kind or an action in words; values that a later version wrote are left as they are. */
export const kindWord = (kind: string): string => wordIn(texts.kinds, kind);
export const actionWord = (action: string): string => wordIn(texts.actions, action);

/** "Bot changed" */
export const whatOf = ({ kind, action }: Pick<AuditTrailEntry, "kind" | "action">): string =>
  `${kindWord(kind)} ${actionWord(action)}`;

const SCREENS: Record<string, (id: string) => string> = {
  agent: (id) => `/bots/${id}/intents`,
  customer: (id) => `/customer-master/customers/view/${id}`,
  customerField: () => "/customer-master/definition",
  import: (id) => `/customer-master/error/${id}`,
  integration: (id) => `/admin/integration?open=${id}`,
  authConfig: (id) => `/admin/integration?open=${id}`,
  hook: (id) => `/admin/integration/webhooks/${id}`,
  paymentAccount: () => "/admin/integration/payments",
  speechSettings: () => "/services/servicesform",
  apiKey: () => "/admin/integration/api-keys",
  channel: (id) => `/admin/channels/${id}`,
  department: () => "/admin/departments",
  user: () => "/admin/users",
};

/** The address at which an object of this kind is shown; undefined when it has no screen. */
export const screenOf = (kind: string, id: string): string | undefined =>
  Object.hasOwn(SCREENS, kind) ? SCREENS[kind]?.(id) : undefined;
