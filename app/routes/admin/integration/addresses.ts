export const CONNECTIONS = "/admin/integration";
export const API_KEYS = "/admin/integration/api-keys";
export const PAYMENTS = "/admin/integration/payments";
export const WEBHOOKS = "/admin/integration/webhooks";
export const deliveriesOf = (hookId: string): string => `${WEBHOOKS}/${encodeURIComponent(hookId)}`;
