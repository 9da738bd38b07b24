import { agents } from "#db/tenant/bots.ts";
import type { Agent, AgentConfig, saveAgentConfig as contract } from "#workers/contract/endpoints/bots.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import { nextRevision, refuseStale, guardRevision, unlessStale } from "../revision.ts";
import type { Ctx } from "../ctx.ts";
import { guard } from "../guard.ts";
import { configStands, refuseUnknownConfig } from "../integrations/list.ts";
import { API_KEY } from "../integrations/provider-of.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { dropSecret, keepSecret, sealSecret } from "../secrets/secret.ts";
import { agentOnWire, agentRow, defaultConfig, thisAgent } from "./agent.ts";

/**
 * Changes a bot's fallback behaviour and the services that it uses. The threshold of an SVM bot stays as it is (it
 * is read-only) unless a training's proposal is taken over. A key is encrypted and never read back; an empty one deletes it, an absent one keeps it.
 */
export async function configureAgent(
  ctx: Ctx,
  id: string,
  { revision, openaiKey, takesThreshold = false, ...wanted }: InputOf<typeof contract>["body"],
  ring: KeyRing,
): Promise<Agent> {
  const before = await agentRow(ctx, id);
  refuseStale(before, revision);
  const stored = { ...defaultConfig, ...before.config };
  const chosen = wanted.integrationId !== stored.integrationId ? wanted.integrationId : undefined;
  if (chosen) await refuseUnknownConfig(ctx, chosen, "integrationId");
  const config: AgentConfig = {
    ...stored,
    ...wanted,
    hasOpenaiKey: openaiKey === undefined ? stored.hasOpenaiKey : openaiKey !== "",
    didYouMean: wanted.didYouMean ?? stored.didYouMean,
    integrationId: wanted.integrationId === undefined ? stored.integrationId : wanted.integrationId,
    confidenceThreshold:
      wanted.modelType === "SVM" && !takesThreshold ? stored.confidenceThreshold : wanted.confidenceThreshold,
  };
  const owner = { kind: "agent", id, field: API_KEY } as const;
  const sealed = openaiKey ? await sealSecret(ctx, ring, owner, openaiKey) : undefined;
  const set = { config, ...nextRevision(ctx, before) };
  const work = ctx.db.batch([
    guardRevision(ctx, agents, id, before.revision),
    ...(chosen ? [guard(ctx, configStands(ctx, chosen))] : []),
    ctx.db.update(agents).set(set).where(thisAgent(ctx, id)),
    ...(sealed ? [keepSecret(ctx, owner, sealed)] : []),
    ...(openaiKey === "" ? [dropSecret(ctx, owner)] : []),
    audited(ctx, {
      action: "configure",
      kind: "agent",
      object: before,
      before: before.config,
      after: config,
    }),
  ]);
  await unlessStale(work, async () => {
    // Somebody may have deleted the configuration instead.
    if (chosen) await refuseUnknownConfig(ctx, chosen, "integrationId");
    return agentRow(ctx, id);
  });
  return agentOnWire({ ...before, ...set });
}
