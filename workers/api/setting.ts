/** Optional settings of a deployment: a feature without its setting says that it is not set up. */
export const settings = [
  "PAYMENT_KEY_ID",
  "PAYMENT_SECRET",
  "PAYMENT_WEBHOOK_SECRET",
  "PAYMENT_GATEWAY_URL",
  "DESIGNER_URL",
  "COMMUNITY_URL",
  "ANALYTICS_URL",
  "ANALYTICS_DEPARTMENT_ID",
  "CHATAGENT_ORIGINS",
  "CHANNEL_VENDORS",
  "WEBHOOK_URL",
  "WIDGET_DEMO",
  "PARTNER_URL",
  "PARTNER_KEY",
  "STUN_URLS",
  "TURN_URLS",
  "TURN_SECRET",
  "CALL_LIMIT_FACTOR",
] as const;
type Setting = (typeof settings)[number];

/** The setting, or undefined if the deployment has none. */
export const settingOf = (env: object, name: Setting): string | undefined =>
  (env as Partial<Record<Setting, string>>)[name] || undefined;
