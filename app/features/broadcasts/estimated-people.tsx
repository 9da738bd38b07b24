import { useState } from "react";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { uiTexts } from "#texts/ui.ts";
import type {
  EstimatedKind,
  EstimatedPeople as Page,
} from "#workers/contract/endpoints/broadcast-sending.ts";

const texts = broadcastsTexts.estimate;

/** Asks for the people of a count from a place on. */
export type AskPeople = (kind: EstimatedKind, from: number) => Promise<Page>;

/** The people of one count of an estimate: the first come with it, the others are asked for by the page. */
export function EstimatedPeople({
  name,
  kind,
  first,
  isCut,
  ask,
}: {
  name: string;
  kind: EstimatedKind;
  first: readonly string[];
  /** Whether there are more of them than came with the estimate. */
  isCut: boolean;
  ask: AskPeople;
}) {
  const [asked, setAsked] = useState({ of: first, people: first, more: isCut });
  const { busy, failure, send } = useSend();
  // Those of an estimate that is not the shown one any more are nobody's.
  const { people, more } = asked.of === first ? asked : { people: first, more: isCut };
  const next = () =>
    void send(
      () => ask(kind, people.length),
      (page) => setAsked({ of: first, people: [...people, ...page.people], more: page.more }),
    );
  return (
    <details className="text-[0.8125rem]">
      <summary className="cursor-pointer text-accent-ink">{texts.show(name)}</summary>
      {more && <p className="mt-1 text-muted">{texts.first(people.length)}</p>}
      <ul className="mt-1 grid max-h-96 gap-0.5 overflow-y-auto tabular-nums" tabIndex={0} aria-label={name}>
        {people.map((each, place) => (
          <li key={`${place} ${each}`} className="[overflow-wrap:anywhere]">
            <bdi>{each || texts.noNumber}</bdi>
          </li>
        ))}
      </ul>
      <Failure text={failure} />
      {isCut && (
        <Button
          size="sm"
          className="mt-1"
          busy={busy}
          disabledReason={more ? undefined : uiTexts.noMoreData}
          onClick={next}
        >
          {texts.more}
        </Button>
      )}
    </details>
  );
}
