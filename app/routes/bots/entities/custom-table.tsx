import { Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { ApiError, request } from "#app/data/api.ts";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { IconButton, IconLink } from "#app/components/ui/icon-button.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { formatListMoment } from "#app/lib/format.ts";
import { entityListTexts as texts } from "#texts/entity-list.ts";
import { uiTexts } from "#texts/ui.ts";
import { deleteEntity, type Entity } from "#workers/contract/endpoints/entities.ts";

const SHOWN = 12;
export const entityLinkClass = "rounded font-medium text-accent-ink underline-offset-2 hover:underline";

/** A bot's own entities, with edit and, for those not in use, delete. */
export function CustomTable({
  agentId,
  entities,
  base,
  onDeleted,
}: {
  agentId: string;
  entities: Entity[];
  base: string;
  onDeleted: () => Promise<void>;
}) {
  const confirm = useConfirm();
  const toast = useToast();
  const remove = async (entity: Entity) => {
    let said = "";
    const yes = await confirm({
      title: texts.deleteQuestion,
      text: entity.name,
      confirmLabel: uiTexts.delete,
      run: async () => {
        try {
          said = (await request(deleteEntity, { params: { agentId, entityId: entity.id } })).message;
        } catch (error) {
          // The server's error lists the intents that use the entity; they are added to the message.
          const where = error instanceof ApiError ? error.errors.entityId : undefined;
          throw where ? new ApiError(`${texts.inUseText} ${where}`, { status: 409 }) : error;
        }
      },
    });
    if (!yes) return;
    toast.success(said);
    await onDeleted();
    // The focused button was removed with its row.
    document.getElementById(TABLE_ID)?.querySelector<HTMLElement>("a")?.focus();
  };
  return (
    <div id={TABLE_ID}>
      <Table caption={texts.tableOf.custom}>
        <thead>
          <tr>
            <Th>{texts.name}</Th>
            <Th>{texts.values}</Th>
            <Th>{texts.lastUpdated}</Th>
            <Th>{texts.settings}</Th>
          </tr>
        </thead>
        <tbody>
          {entities.map((entity) => (
            <tr key={entity.id}>
              <RowTh className="max-w-56 min-w-32 break-words">
                <Link to={`${base}/${entity.id}`} className={entityLinkClass}>
                  {entity.name}
                </Link>
              </RowTh>
              <Td className="max-w-md min-w-48">
                <span className="line-clamp-2 break-words">{valuesOf(entity)}</span>
              </Td>
              <Td className="whitespace-nowrap tabular-nums">
                <time dateTime={entity.updatedOn}>{formatListMoment(entity.updatedOn)}</time>
              </Td>
              <Td className="whitespace-nowrap">
                <IconLink
                  to={`${base}/${entity.id}`}
                  label={texts.edit(entity.name)}
                  icon={<Pencil aria-hidden />}
                />
                <IconButton
                  size="sm"
                  tone="danger"
                  side="left"
                  label={texts.remove(entity.name)}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => void remove(entity)}
                />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

const TABLE_ID = "custom-entities";

/** Comma-separated values, truncated because there may be hundreds. */
function valuesOf({ values }: Entity): string {
  const shown = values
    .slice(0, SHOWN)
    .map(({ value }) => value)
    .join(", ");
  return values.length > SHOWN ? `${shown} ${texts.moreValues(values.length - SHOWN)}` : shown;
}
