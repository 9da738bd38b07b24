import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { auditTrailTexts as texts } from "#texts/audit-trail.ts";
import { uiTexts } from "#texts/ui.ts";
import { zoneName } from "#app/lib/zone.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { type AuditTrailEntry, getAuditEntry } from "#workers/contract/endpoints/audit-trail.ts";
import { ChangesTable } from "./changes-table.tsx";
import type { Filter } from "./list-state.ts";
import { screenOf, whatOf } from "#app/features/audit-words/words.ts";

type Details = ReplyOf<typeof getAuditEntry>;

/** One entry: author, time, origin, and the values before and after. */
export function EntryDialog({
  id,
  onClose,
  onFilter,
}: {
  id: string | null;
  onClose: () => void;
  onFilter: (filter: Partial<Filter>) => void;
}) {
  // A dialog that is closing keeps its content.
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);
  const {
    answer: details,
    failure,
    reload,
  } = useQueryOf(getAuditEntry, { params: { id: shown ?? "" } }, { enabled: shown !== null });
  const entry = details?.entry;
  return (
    <Dialog
      open={id !== null}
      onClose={onClose}
      size="xl"
      title={entry ? `${whatOf(entry)}: ${entry.object.name || entry.object.id}` : texts.details}
      footer={
        <Button data-autofocus onClick={onClose}>
          {uiTexts.close}
        </Button>
      }
    >
      {failure && !details ? (
        <ErrorState
          title={texts.detailFailed}
          text={failure.message}
          requestId={failure.requestId}
          onRetry={reload}
        />
      ) : details ? (
        <Body details={details} onFilter={onFilter} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Dialog>
  );
}

function Body({
  details: { entry, changes, more, exists },
  onFilter,
}: {
  details: Details;
  onFilter: (filter: Partial<Filter>) => void;
}) {
  const screen = screenOf(entry.kind, entry.object.id);
  return (
    <div className="grid gap-4">
      <Facts entry={entry} />
      <div className="flex flex-wrap gap-2">
        {screen && exists && (
          <ButtonLink size="sm" to={screen}>
            {texts.openObject}
          </ButtonLink>
        )}
        {exists === false && <p className="self-center text-muted">{texts.objectGone}</p>}
        <Button size="sm" onClick={() => onFilter({ of: entry.object.id })}>
          {texts.onlyThis}
        </Button>
        <Button size="sm" onClick={() => onFilter({ who: entry.who.id })}>
          {texts.onlyPerson(entry.who.name)}
        </Button>
      </div>
      {changes.length === 0 ? (
        <p className="text-muted">{texts.noChanges}</p>
      ) : (
        <ChangesTable changes={changes} />
      )}
      {more && <p className="text-muted">{texts.moreFields}</p>}
    </div>
  );
}

function Facts({ entry }: { entry: AuditTrailEntry }) {
  const facts: [string, string][] = [
    [texts.who, entry.who.name],
    [texts.when, `${formatMoment(entry.at)}, ${zoneName(new Date(entry.at))}`],
    [texts.address, entry.address || "-"],
    [texts.objectId, entry.object.id],
    [texts.requestId, entry.requestId],
  ];
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="[overflow-wrap:anywhere] max-sm:mb-1">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
