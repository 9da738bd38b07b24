import type { NewEnterprise } from "#db/seed/accounts.ts";
import type { TenantStatement } from "../../scripts/lib/local-cloud.ts";

const HOUR_MS = 3_600_000;

/** Chats of every day of the last month, as live chat counts them: by the hour, some of them missed. */
export function chatsOfAMonth({ id = "", database }: NewEnterprise, now = Date.now()): TenantStatement[] {
  const hour = Math.floor(now / HOUR_MS);
  return Array.from({ length: 31 }, (_, day) => ({
    database,
    sql: "INSERT INTO chat_hours (enterprise_id, hour, department_id, attended, missed, pickup_ms) VALUES (?, ?, '', ?, ?, ?)",
    values: [id, (hour - day * 24) * HOUR_MS, 4 + (day % 5), day % 3, (4 + (day % 5)) * (20 + day) * 1_000],
  }));
}
