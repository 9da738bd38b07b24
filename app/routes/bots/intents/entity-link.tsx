import { Link } from "react-router";
import { intentsTexts } from "#texts/intents.ts";
import { entityListTexts } from "#texts/entity-list.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import { EntityDot } from "./entity-dot.tsx";

/** Links an entity's name, in its colour, to its page; a deleted entity is plain text. */
export function EntityLink({ agentId, entities, id }: { agentId: string; entities: Entity[]; id: string }) {
  const name = entities.find((entity) => entity.id === id)?.name;
  if (name === undefined) return <span className="text-muted">{intentsTexts.unknownEntityName}</span>;
  return (
    <Link
      to={`/bots/${agentId}/entity-list/${id}`}
      title={entityListTexts.open(name)}
      className="flex min-h-6 pointer-coarse:min-h-11 min-w-0 items-center gap-1.5 rounded text-accent-ink underline-offset-2 hover:underline"
    >
      <EntityDot known={entities} id={id} />
      <span className="min-w-0 truncate">{name}</span>
    </Link>
  );
}
