import { agents } from "#db/tenant/agents.ts";
import type { Agent, saveAgent as contract } from "#workers/contract/endpoints/agents.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { audited } from "../audit.ts";
import { refusing } from "../error.ts";
import { nextRevision, refuseStale, stillAt, unlessStale } from "../revision.ts";
import type { Scope } from "../scope.ts";
import { agentOnWire, agentRow, defaultConfig, thisAgent, type AgentRow } from "./agent.ts";

const taken = { "agents.name_key": "agentNameTaken" } as const;

/** Creates an agent, or changes the name and description of the one that `id` names. Throws changedMeanwhile. */
export async function saveAgent(
  scope: Scope,
  { id, name, description, revision }: InputOf<typeof contract>["body"],
): Promise<{ agent: Agent; created: boolean }> {
  return id
    ? { agent: await change(scope, id, { name, description }, revision), created: false }
    : { agent: await create(scope, { name, description }), created: true };
}

interface Fields {
  name: string;
  description: string;
}

async function create(scope: Scope, fields: Fields): Promise<Agent> {
  const at = scope.now();
  const row: AgentRow = {
    id: scope.newId(),
    enterpriseId: scope.enterpriseId,
    ...fields,
    nameKey: nameKey(fields.name),
    config: defaultConfig,
    modelVersionId: null,
    contentChangedAt: at,
    createdAt: at,
    ...nextRevision(scope, null),
  };
  await refusing(
    scope.db.batch([
      scope.db.insert(agents).values(row),
      audited(scope, { action: "create", kind: "agent", object: row, after: fields }),
    ]),
    taken,
  );
  return agentOnWire(row);
}

async function change(
  scope: Scope,
  id: string,
  fields: Fields,
  revision: number | undefined,
): Promise<Agent> {
  const before = await agentRow(scope, id);
  refuseStale(before, revision);
  const set = { ...fields, nameKey: nameKey(fields.name), ...nextRevision(scope, before) };
  const work = refusing(
    scope.db.batch([
      stillAt(scope, agents, id, before.revision),
      scope.db.update(agents).set(set).where(thisAgent(scope, id)),
      audited(scope, {
        action: "update",
        kind: "agent",
        object: { id, name: fields.name },
        before: { name: before.name, description: before.description },
        after: fields,
      }),
    ]),
    taken,
  );
  await unlessStale(work, () => agentRow(scope, id));
  return agentOnWire({ ...before, ...set });
}
