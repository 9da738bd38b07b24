import { useQueryOf } from "#app/data/query.ts";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { aboutTexts as texts } from "#texts/about.ts";
import { shellTexts } from "#texts/shell.ts";
import { uiTexts } from "#texts/ui.ts";
import { healthz } from "#workers/contract/endpoints/system.ts";

/** Shows the running version, which support asks for. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const { answer: release, failure, asking, reload } = useQueryOf(healthz);
  const facts = release
    ? [
        [texts.version, release.version],
        [texts.commit, release.commit || texts.unknown],
        [texts.built, release.built ? formatMoment(release.built) : texts.unknown],
        [texts.schema, `${release.schema.directory}, ${release.schema.tenant}`],
      ]
    : [];
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={texts.title(shellTexts.product)}
      description={texts.hint}
      footer={
        <>
          {release && (
            <CopyButton
              text={facts.map(([name, value]) => `${name}: ${value}`).join("\n")}
              label={texts.copy}
              copied={texts.copied}
            />
          )}
          <Button tone="primary" autoFocus onClick={onClose}>
            {uiTexts.close}
          </Button>
        </>
      }
    >
      {failure && !release ? (
        <ErrorState text={failure.message} busy={asking} onRetry={reload} />
      ) : release ? (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
          {facts.map(([name, value]) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <SkeletonRows rows={4} label={uiTexts.loading} />
      )}
    </Dialog>
  );
}
