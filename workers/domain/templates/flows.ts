import type { SubmittedFlow } from "#workers/channels/templates.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import type { Components } from "#workers/contract/templates/template.ts";
import { SENT_STATES } from "#workers/contract/wa-flows/flow.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";

const SENT = SENT_STATES.map((each) => `'${each}'`).join(", ");
const FLOW = `SELECT vendor_id AS vendorId, first_screen AS screen, asks_endpoint AS asksEndpoint FROM wa_flows
  WHERE id = ?1 AND enterprise_id = ?2 AND channel_id = ?3 AND deleted_at IS NULL AND vendor_id IS NOT NULL AND state IN (${SENT})`;
const BY_VENDOR = `SELECT f.vendor_id AS vendorId, f.id FROM json_each(?1) e CROSS JOIN wa_flows f ON f.vendor_id = e.value
  AND f.enterprise_id = ?2 AND f.channel_id = ?3 AND f.deleted_at IS NULL`;

/** The flow behind a template's button as its vendor knows it; undefined where it has none. Throws for one that can't be sent. */
export async function submittedFlow(
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  channelId: string,
  { buttons }: Components,
): Promise<SubmittedFlow | undefined> {
  const at = buttons.findIndex(({ type }) => type === "FLOW");
  if (at < 0) return undefined;
  const found = await db.$client
    .prepare(FLOW)
    .bind(buttons[at]?.value ?? "", enterpriseId, channelId)
    .first<{ vendorId: string; screen: string; asksEndpoint: 0 | 1 }>();
  if (!found)
    throw new DomainError("templateBreaks", { errors: { [`buttons.${at}.value`]: texts.flowNotSent } });
  const { vendorId, screen, asksEndpoint } = found;
  return asksEndpoint === 1 ? { vendorId } : { vendorId, screen };
}

/**
 * Templates as their vendor lists them, with our own flows behind their buttons. One with a flow that is not here has parts
 * that nobody could see.
 */
export async function withOurFlows<Listed extends { components: Components | undefined }>(
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  channelId: string,
  listed: readonly Listed[],
): Promise<Listed[]> {
  const named = listed.flatMap(({ components }) => flowsIn(components).map(({ value }) => value));
  if (named.length === 0) return [...listed];
  const { results } = await db.$client
    .prepare(BY_VENDOR)
    .bind(JSON.stringify([...new Set(named)]), enterpriseId, channelId)
    .all<{ vendorId: string; id: string }>();
  const ours = new Map(results.map(({ vendorId, id }) => [vendorId, id]));
  return listed.map((each) => {
    const { components } = each;
    const flows = flowsIn(components);
    if (!components || flows.length === 0) return each;
    if (flows.some(({ value }) => !ours.has(value))) return { ...each, components: undefined };
    const buttons = components.buttons.map((button) =>
      button.type === "FLOW" ? { ...button, value: ours.get(button.value) ?? "" } : button,
    );
    return { ...each, components: { ...components, buttons } };
  });
}

const flowsIn = (components: Components | undefined) =>
  (components?.buttons ?? []).filter(({ type }) => type === "FLOW");
