import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import { rolesTexts } from "#texts/roles.ts";
import { uiTexts } from "#texts/ui.ts";
import { type ChannelType, channelTypeName } from "#workers/contract/channel-types.ts";
import { getPackage, getShelved, type UsedHere } from "#workers/contract/endpoints/marketplace.ts";
import { MAKERS, type PackageKind } from "#workers/contract/marketplace/kinds.ts";
import { Contents } from "./contents.tsx";
import { addressOf, type Chosen } from "./place.ts";

interface Props {
  chosen: Chosen;
  /** Absent for who may not make a thing of the kind. */
  onInstall: (() => void) | undefined;
  onClose: () => void;
}

/** A package or a thing of the shelf: what it is for, what it needs, what it has made here, and all that is in it. */
export function LookInside({ chosen: { from, name, kind }, onInstall, onClose }: Props) {
  return (
    <Dialog
      open
      size="xl"
      title={name}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.close}</Button>
          {onInstall && (
            <Button tone="primary" onClick={onInstall}>
              {texts.install}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {!onInstall && <Banner kind="info">{texts.mayNot(rightOf(kind))}</Banner>}
        {"package" in from ? <OfPackage id={from.package} /> : <OfShelf id={from.shelf} />}
      </div>
    </Dialog>
  );
}

function OfPackage({ id }: { id: string }) {
  const { answer, failure } = useQueryOf(getPackage, { params: { id } });
  if (failure && !answer) return <LoadFailure error={failure} title={texts.failed} />;
  if (!answer) return <SkeletonRows rows={5} />;
  const { summary, version, changes, channels, kind, used, content } = answer;
  return (
    <>
      <p>{summary}</p>
      <Needs kind={kind} channels={channels} />
      {changes && (
        <p>
          <span className="font-medium">{texts.changes(version)}:</span> {changes}
        </p>
      )}
      <Made used={used} />
      <Contents content={content} />
    </>
  );
}

function OfShelf({ id }: { id: string }) {
  const { answer, failure } = useQueryOf(getShelved, { params: { id } });
  if (failure && !answer) return <LoadFailure error={failure} title={texts.failed} />;
  if (!answer) return <SkeletonRows rows={5} />;
  const { note, by, at, kind, used, content } = answer;
  return (
    <>
      {note && <p className="[overflow-wrap:anywhere] whitespace-pre-wrap">{note}</p>}
      <p className="text-muted">{texts.by(by, formatMoment(at))}</p>
      <Needs kind={kind} channels={[]} />
      <Made used={used} />
      <Contents content={content} />
    </>
  );
}

/** A permission's name as the roles' screen has it. */
function rightOf(kind: PackageKind): string {
  const [group = "", item = ""] = MAKERS[kind].split(".");
  const words = (all: Record<string, string>, key: string) => all[key] ?? key;
  return `${words(rolesTexts.groups, group)}: ${words(rolesTexts.items, item)}`;
}

const Needs = ({ kind, channels }: { kind: PackageKind; channels: readonly number[] }) => (
  <p>
    <span className="font-medium">{texts.needs}:</span>{" "}
    {channels.length > 0
      ? channels.map((each) => channelTypeName(each as ChannelType)).join(", ")
      : texts.everyChannel}
    ; {texts.right(rightOf(kind))}
  </p>
);

function Made({ used }: { used: UsedHere | null }) {
  if (!used) return null;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{texts.made}</h3>
      <p className="text-[0.8125rem] text-muted">
        {texts.version(used.version)}, {texts.used(formatMoment(used.at), used.by)}
      </p>
      <ul className="grid gap-1">
        {used.things.map((thing) => (
          <li key={thing.id} className="flex flex-wrap items-baseline gap-2">
            <Link
              to={addressOf(thing)}
              state={{ name: thing.name }}
              className="min-w-0 [overflow-wrap:anywhere] text-accent-ink underline underline-offset-2"
            >
              <bdi>{thing.name}</bdi>
            </Link>
            {thing.altered && <Badge tone="warning">{texts.altered}</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}
