import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { formatCount } from "#app/lib/format.ts";
import { reportsTexts as texts } from "#texts/reports.ts";
import type { Overview } from "./load.ts";

const SHOWN = 8;

/** The intents said most often, as bars that open their messages. */
export function TopIntents({
  intents,
  onOpen,
}: {
  intents: Overview["intents"];
  onOpen: (intent: Overview["intents"][number]) => void;
}) {
  const [all, setAll] = useState(false);
  const most = intents[0]?.count ?? 1;
  return (
    <Card className="min-w-0 p-4">
      <h3 className="mb-2 text-base font-semibold">{texts.topIntents}</h3>
      {intents.length === 0 && <p className="text-muted">{texts.noIntents}</p>}
      <ol className="grid gap-1">
        {intents.slice(0, all ? undefined : SHOWN).map((intent) => (
          <li key={intent.intentId}>
            <button
              type="button"
              onClick={() => onOpen(intent)}
              className="group relative flex min-h-8 pointer-coarse:min-h-11 w-full items-center justify-between gap-3 rounded px-2 text-left hover:bg-hover"
            >
              <span
                aria-hidden
                className="absolute inset-y-0.5 left-0 rounded bg-accent-soft"
                style={{ width: `${Math.max((intent.count / most) * 100, 1)}%` }}
              />
              <bdi className="relative min-w-0 truncate group-hover:underline">{intent.intentName}</bdi>
              <span className="relative tabular-nums">{formatCount(intent.count)}</span>
            </button>
          </li>
        ))}
      </ol>
      {!all && intents.length > SHOWN && (
        <Button size="sm" className="mt-2" onClick={() => setAll(true)}>
          {texts.moreIntents}
        </Button>
      )}
    </Card>
  );
}
