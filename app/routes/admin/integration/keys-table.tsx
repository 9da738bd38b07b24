import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import { formatListMoment } from "#app/lib/format.ts";
import { apiKeysTexts as texts } from "#texts/api-keys.ts";
import type { ApiKey } from "#workers/contract/endpoints/api-keys.ts";

/** One key a row: what it may do, until when, and when it was used. */
export function KeysTable({
  keys,
  mayRevoke,
  onRevoke,
}: {
  keys: readonly ApiKey[];
  mayRevoke: boolean;
  onRevoke: (key: ApiKey) => void;
}) {
  return (
    <Table caption={texts.tableOf}>
      <thead>
        <tr>
          <Th>{texts.name}</Th>
          <Th>{texts.scopes}</Th>
          <Th>{texts.lastUsed}</Th>
          <Th>{texts.ends}</Th>
          <Th>{texts.created}</Th>
          {mayRevoke && <Th>{texts.actions}</Th>}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <RowTh className="min-w-36 [overflow-wrap:anywhere]">
              {key.name}
              <code className="block text-[0.8125rem] font-normal text-muted">{key.start}…</code>
            </RowTh>
            <Td className="min-w-44">
              <span className="flex flex-wrap gap-1">
                {key.scopes.map((scope) => (
                  <Badge key={scope}>{scope}</Badge>
                ))}
              </span>
            </Td>
            {key.lastUsedAt ? (
              <TimeTd at={key.lastUsedAt} />
            ) : (
              <Td className="text-muted">{texts.notUsed}</Td>
            )}
            <Td className="whitespace-nowrap">
              <Ends of={key} />
            </Td>
            <TimeTd at={key.createdAt}>
              <span className="block text-[0.8125rem] text-muted">{key.createdBy}</span>
            </TimeTd>
            {mayRevoke && (
              <Td>
                <Button
                  size="sm"
                  tone="danger"
                  aria-label={texts.revokeOf(key.name)}
                  onClick={() => onRevoke(key)}
                >
                  {texts.revoke}
                </Button>
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Ends({ of: { expiresAt, expired } }: { of: ApiKey }) {
  if (expiresAt === null) return texts.never;
  return expired ? <Badge tone="danger">{texts.expired}</Badge> : formatListMoment(expiresAt);
}
