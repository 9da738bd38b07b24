import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { RowTh, type SortOrder, SortTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatShare } from "#app/lib/format.ts";
import { trainingTexts as texts } from "#texts/training.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { listAllIntents } from "#workers/contract/endpoints/review.ts";
import type { getVersion } from "#workers/contract/endpoints/training.ts";
import { searchOf } from "../intents/list-state.ts";
import { Thresholds } from "./thresholds.tsx";

const FEW = 10;
type Version = ReplyOf<typeof getVersion>;
type Intents = ReplyOf<typeof listAllIntents>["intents"];

/** The findings of one training, most significant first. */
export function Findings({
  agentId,
  version,
  intents,
}: {
  agentId: string;
  version: Version;
  intents: Intents;
}) {
  const { findings, comparison } = version;
  if (!findings) return null;
  const link = (id: string, name: string): ReactNode => {
    const intent = intents.find((each) => each.id === id);
    if (!intent) return name;
    const search = searchOf({ story: intent.storyId, intent: id, open: true }).toString();
    return (
      <Link
        to={`/bots/${agentId}/intents?${search}`}
        className="text-accent-ink underline underline-offset-2"
      >
        {name}
      </Link>
    );
  };
  return (
    <section aria-labelledby="report-title" className="grid grid-cols-1 gap-4">
      <div>
        <h2 id="report-title" className="text-lg font-semibold">
          {texts.report(version.version)}
        </h2>
        <p className="text-muted">
          <strong className="text-ink">{formatShare(findings.accuracy)}</strong>{" "}
          {texts.accuracy.toLowerCase()}. {texts.accuracyHint}
        </p>
      </div>
      {comparison ? (
        <div className="grid gap-3 md:grid-cols-2">
          <Changes kind="success" title={texts.better(comparison.with)} changes={comparison.better} />
          <Changes
            kind={comparison.worse.length > 0 ? "warning" : "info"}
            title={texts.worse(comparison.with)}
            changes={comparison.worse}
          />
        </div>
      ) : (
        <p className="text-muted">{texts.noComparison}</p>
      )}
      {findings.thresholds ? (
        <Thresholds agentId={agentId} thresholds={findings.thresholds} />
      ) : (
        <p className="text-muted">{texts.noThreshold}</p>
      )}
      <PerIntent rows={findings.perIntent} link={link} />
      <Part title={texts.confusions} empty={texts.noConfusions}>
        {findings.confusions.map(({ a, aName, b, bName, count, examples }) => (
          <li key={`${a}${b}`} className="rounded-lg border border-line px-3 py-2">
            <p>
              {link(a, aName)} ↔ {link(b, bName)} <span className="text-muted">{texts.times(count)}</span>
            </p>
            <ul className="mt-1 text-[0.8125rem] text-muted">
              {examples.map(({ phrase, intentId, takenFor }) => (
                <li key={phrase} className="break-words">
                  {texts.takenFor(phrase, intentId === a ? aName : bName, takenFor === a ? aName : bName)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </Part>
      <Part title={texts.suspects} empty={texts.noSuspects}>
        {findings.suspects.map(({ phrase, intentId, name, looksLikeName, confidence }) => (
          <li key={`${intentId}${phrase}`} className="break-words">
            {texts.looksLike(phrase, name, looksLikeName, formatShare(confidence))}{" "}
            {link(intentId, texts.openIntent(name))}
          </li>
        ))}
      </Part>
    </section>
  );
}

function Changes({
  kind,
  title,
  changes,
}: {
  kind: "success" | "warning" | "info";
  title: string;
  changes: NonNullable<Version["comparison"]>["better"];
}) {
  return (
    <Banner kind={kind} title={title}>
      {changes.length === 0 ? (
        <p>{texts.nothingBetter}</p>
      ) : (
        <ul className="grid gap-0.5">
          {changes.map(({ what, before, after }) => (
            <li key={what} className="break-words">
              {what}: {texts.change(before, after)}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

/** A list that shows its first few items until it is expanded. */
function Part({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  const [all, setAll] = useState(false);
  return (
    <div>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <ul className="grid gap-2">{all ? children : children.slice(0, FEW)}</ul>
      )}
      {children.length > FEW && !all && (
        <Button size="sm" className="mt-2" onClick={() => setAll(true)}>
          {texts.showAll(children.length)}
        </Button>
      )}
    </div>
  );
}

type Row = NonNullable<Version["findings"]>["perIntent"][number];

function PerIntent({ rows, link }: { rows: Row[]; link: (id: string, name: string) => ReactNode }) {
  const [order, setOrder] = useState<SortOrder>("ascending");
  const [all, setAll] = useState(false);
  const known = rows.filter(({ tested }) => tested > 0);
  const unknown = rows.filter(({ tested }) => tested === 0);
  const sorted = [...(order === "descending" ? known.toReversed() : known), ...unknown];
  return (
    <div>
      <h3 className="mb-1 font-semibold">{texts.perIntent}</h3>
      <Table caption={texts.perIntentTable}>
        <thead>
          <tr>
            <Th>{texts.intent}</Th>
            <Th>{texts.phrases}</Th>
            <Th>{texts.kept}</Th>
            <SortTh
              label={texts.recognised}
              order={order}
              onSort={() => setOrder(order === "ascending" ? "descending" : "ascending")}
            />
          </tr>
        </thead>
        <tbody>
          {(all ? sorted : sorted.slice(0, FEW)).map(({ intentId, name, phrases, tested, accuracy }) => (
            <tr key={intentId}>
              <RowTh className="break-words">{link(intentId, name)}</RowTh>
              <Td className="tabular-nums">{phrases}</Td>
              <Td className="tabular-nums">{tested}</Td>
              <Td className="tabular-nums">{tested > 0 ? formatShare(accuracy) : "–"}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {rows.length > FEW && !all && (
        <Button size="sm" className="mt-2" onClick={() => setAll(true)}>
          {texts.showAll(rows.length)}
        </Button>
      )}
    </div>
  );
}
