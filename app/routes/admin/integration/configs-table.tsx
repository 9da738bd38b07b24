import { PlugZap, Trash2 } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import type { Integration } from "#workers/contract/endpoints/integrations.ts";

const typeNames: Record<string, string> = texts.types;

/** One configuration per row, with its target, and buttons to test and delete it. */
export function ConfigsTable({
  configs,
  mayEdit,
  mayDelete,
  busyId,
  onOpen,
  onTest,
  onRemove,
}: {
  configs: readonly Integration[];
  mayEdit: boolean;
  mayDelete: boolean;
  busyId: string | undefined;
  onOpen: (config: Integration) => void;
  onTest: (config: Integration) => void;
  onRemove: (config: Integration) => void;
}) {
  return (
    <Table caption={texts.tableOf}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.type}</Th>
          <Th>{texts.target}</Th>
          <Th>{texts.changed}</Th>
          <Th>{texts.actions}</Th>
        </tr>
      </thead>
      <tbody>
        {configs.map((config) => (
          <tr key={config.id}>
            <RowTh className="min-w-36 [overflow-wrap:anywhere]">
              {mayEdit ? (
                <button
                  type="button"
                  aria-label={texts.edit(config.name)}
                  onClick={() => onOpen(config)}
                  className="finger min-h-6 rounded text-left text-accent-ink underline-offset-2 hover:underline"
                >
                  {config.name}
                </button>
              ) : (
                config.name
              )}
            </RowTh>
            <Td>
              <Badge>{typeNames[String(config.authType)] ?? config.authType}</Badge>
            </Td>
            <Td className="max-w-72 min-w-32 text-muted [overflow-wrap:anywhere]">{config.target}</Td>
            <TimeTd at={config.updatedAt}>
              {config.updatedBy && (
                <span className="block text-[0.8125rem] text-muted">{config.updatedBy}</span>
              )}
            </TimeTd>
            <Td>
              <span className="flex items-center gap-1">
                <Button
                  size="sm"
                  icon={<PlugZap aria-hidden />}
                  busy={busyId === config.id}
                  aria-label={texts.testOf(config.name)}
                  onClick={() => onTest(config)}
                >
                  {texts.test}
                </Button>
                {mayDelete && (
                  <IconButton
                    tone="danger"
                    label={texts.remove(config.name)}
                    icon={<Trash2 aria-hidden />}
                    onClick={() => onRemove(config)}
                  />
                )}
              </span>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
