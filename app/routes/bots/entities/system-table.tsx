import { Link } from "react-router";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { entityListTexts as texts } from "#texts/entity-list.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import { entityLinkClass } from "./custom-table.tsx";

/** The built-in entities of every bot; read-only. */
export function SystemTable({ entities, base }: { entities: Entity[]; base: string }) {
  return (
    <Table caption={texts.tableOf.system}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.description}</Th>
        </tr>
      </thead>
      <tbody>
        {entities.map((entity) => (
          <tr key={entity.id}>
            <RowTh className="sm:whitespace-nowrap">
              <Link to={`${base}/${entity.id}`} className={entityLinkClass}>
                {entity.name}
              </Link>
            </RowTh>
            <Td className="min-w-44">{entity.description}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
