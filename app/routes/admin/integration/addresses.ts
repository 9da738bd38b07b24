export const CONNECTIONS = "/admin/integration";
export const API_KEYS = "/admin/integration/api-keys";
