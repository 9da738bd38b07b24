import type { ReactNode } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import type { PackageEntry, ShelfEntry, UsedHere } from "#workers/contract/endpoints/marketplace.ts";
import { KindIcon } from "./kind-icon.tsx";

/** A package's contents, in a few words. */
export function countsInWords(counts: PackageEntry["counts"]): string {
  const kinds = Object.keys(texts.counts) as (keyof typeof texts.counts)[];
  return kinds.flatMap((each) => (counts[each] > 0 ? [texts.counts[each](counts[each])] : [])).join(", ");
}

interface Acts {
  onOpen: () => void;
  /** Absent for who may not make a thing of the kind. */
  onInstall: (() => void) | undefined;
}

/** A package of the build. */
export function PackageCard({ entry, onOpen, onInstall }: Acts & { entry: PackageEntry }) {
  const { name, kind, category, language, summary, version, changes, used, counts } = entry;
  const isOlder = used !== null && used.version < version;
  return (
    <Shell
      name={name}
      icon={<KindIcon kind={kind} />}
      line={`${texts.kinds[kind]}, ${texts.categories[category]}, ${texts.languages[language]}`}
      badge={<Used used={used} />}
      onOpen={onOpen}
      acts={
        onInstall && (
          <Button size="sm" tone={isOlder ? "primary" : "secondary"} onClick={onInstall}>
            {isOlder ? texts.updateTo(version) : used ? texts.installAgain : texts.install}
          </Button>
        )
      }
    >
      <p>{summary}</p>
      {isOlder && changes && (
        <p>
          <span className="font-medium">{texts.changes(version)}:</span> {changes}
        </p>
      )}
      <p className="text-[0.8125rem] text-muted">
        {texts.version(version)}, {countsInWords(counts)}
      </p>
    </Shell>
  );
}

/** A thing of the enterprise's own shelf. */
export function ShelfCard({
  entry,
  onOpen,
  onInstall,
  onShare,
  onRemove,
}: Acts & {
  entry: ShelfEntry;
  onShare: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}) {
  const { name, kind, version, note, by, at, counts, used } = entry;
  const isOlder = used !== null && used.version < version;
  return (
    <Shell
      name={name}
      icon={<KindIcon kind={kind} />}
      line={texts.kinds[kind]}
      badge={<Used used={used} />}
      onOpen={onOpen}
      acts={
        <>
          {onInstall && (
            <Button size="sm" tone={isOlder ? "primary" : "secondary"} onClick={onInstall}>
              {isOlder ? texts.updateTo(version) : texts.install}
            </Button>
          )}
          {onShare && (
            <Button size="sm" aria-label={`${texts.shareAgain}: ${name}`} onClick={onShare}>
              {texts.shareAgain}
            </Button>
          )}
          {onRemove && (
            <Button size="sm" tone="ghost" onClick={onRemove}>
              {texts.remove}
            </Button>
          )}
        </>
      }
    >
      {note && <p className="[overflow-wrap:anywhere] whitespace-pre-wrap">{note}</p>}
      <p className="text-[0.8125rem] text-muted">
        {texts.version(version)}, {texts.by(by, formatMoment(at))}
        {countsInWords(counts) && `, ${countsInWords(counts)}`}
      </p>
    </Shell>
  );
}

const Used = ({ used }: { used: UsedHere | null }) =>
  used && <Badge tone="success">{texts.usedHere(used.version)}</Badge>;

function Shell({
  name,
  icon,
  line,
  badge,
  onOpen,
  acts,
  children,
}: {
  name: string;
  icon: ReactNode;
  line: string;
  badge: ReactNode;
  onOpen: () => void;
  acts: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="grid">
      <Card className="flex flex-col gap-3 p-4">
        <div className="flex items-start gap-3">
          {icon}
          <div className="min-w-0 flex-1">
            <h2 className="font-semibold [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>
            </h2>
            <p className="text-[0.8125rem] text-muted">{line}</p>
          </div>
        </div>
        <div className="grid flex-1 content-start gap-2">{children}</div>
        {badge && <div>{badge}</div>}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" aria-label={`${texts.open}: ${name}`} onClick={onOpen}>
            {texts.open}
          </Button>
          {acts}
        </div>
      </Card>
    </li>
  );
}
