import { type AnalyticsView, OWN_ANALYTICS } from "#workers/contract/endpoints/analytics.ts";
import { agentRow } from "../bots/agent.ts";
import type { Ctx } from "../ctx.ts";

/** The host of a deployment and the one department that its addresses name. */
export interface AnalyticsHost {
  url?: string | undefined;
  departmentId?: string | undefined;
}

/** The address of an agent's analytics; notFound when the agent is not there or another enterprise's. */
export async function analyticsFrame(
  ctx: Ctx,
  { id, view }: { id: string; view: AnalyticsView },
  host: AnalyticsHost,
): Promise<{ url: string }> {
  const agent = await agentRow(ctx, id);
  return { url: frameAddress(view, { enterpriseId: agent.enterpriseId, agentId: agent.id }, host) };
}

/** The view on the host, or on our own pages, for this enterprise, agent and department. */
export function frameAddress(
  view: AnalyticsView,
  ids: { enterpriseId: string; agentId: string },
  { url = OWN_ANALYTICS, departmentId }: AnalyticsHost,
): string {
  const query = new URLSearchParams({ ...ids, ...(departmentId && { departmentId }) });
  const [path = "", own = ""] = url.split(/\?(.*)/s);
  return `${path}${path.endsWith("/") ? "" : "/"}${view}?${own && `${own}&`}${query}`;
}
