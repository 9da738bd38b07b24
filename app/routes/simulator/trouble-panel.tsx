import { ChevronDown, TriangleAlert } from "lucide-react";
import { useId, useRef, useState } from "react";
import { call, messageOf } from "#app/data/api.ts";
import { put, useQueryOf } from "#app/data/query.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { simulatorTexts } from "#texts/simulator.ts";
import { setSimulatedTrouble, simulatedTrouble } from "#workers/contract/endpoints/simulator.ts";
import { noTrouble, type Trouble } from "#workers/contract/simulator.ts";

const texts = simulatorTexts.trouble;
const TroubleChoices = lazilyShown(
  () => import("./trouble-choices.tsx"),
  (module) => module.TroubleChoices,
  () => <SkeletonRows rows={3} />,
);
const SWITCHES = ["twice", "disordered", "silent", "unreachable"] as const;

/** Trouble that the vendor makes on purpose, for what is sent from now on; each has immediate effect. */
export function TroublePanel({ channelId }: { channelId: string }) {
  const input = { params: { id: channelId } };
  const { answer, failure, reload } = useQueryOf(simulatedTrouble, input);
  const [refused, setRefused] = useState("");
  const last = useRef(Promise.resolve());
  const [open, setOpen] = useState(false);
  const id = useId();
  const active = answer ? activeIn(answer) : [];
  // Shown at once and told one after the other: several switches are pressed faster than the server answers.
  const set = (next: Trouble) => {
    put(simulatedTrouble, input, next);
    last.current = last.current.then(async () => {
      try {
        await call(setSimulatedTrouble, { ...input, body: next });
        setRefused("");
      } catch (error) {
        setRefused(messageOf(error));
        reload();
      }
    });
  };
  return (
    <Card className="mb-4 p-0">
      <div className="flex flex-wrap items-center gap-2 px-3 py-2">
        <Button
          tone="ghost"
          aria-expanded={open}
          aria-controls={id}
          icon={<TriangleAlert aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {texts.title}
          <ChevronDown aria-hidden className={cx("size-4", open && "rotate-180")} />
        </Button>
        {active.length === 0 ? (
          <span className="text-muted">{answer && texts.none}</span>
        ) : (
          <>
            <ul aria-label={texts.active} className="flex flex-wrap gap-1.5">
              {active.map((each) => (
                <li key={each}>
                  <Badge tone="warning">{each}</Badge>
                </li>
              ))}
            </ul>
            <Button size="sm" onClick={() => set(noTrouble)}>
              {texts.allOff}
            </Button>
          </>
        )}
      </div>
      <Failure text={refused} />
      <section id={id} aria-label={texts.title} hidden={!open} className="border-t border-line p-4">
        {!open ? null : answer ? (
          <TroubleChoices
            switches={SWITCHES}
            trouble={answer}
            onChange={(part) => set({ ...answer, ...part })}
          />
        ) : failure ? (
          <ErrorState text={failure.message} requestId={failure.requestId} onRetry={reload} />
        ) : (
          <SkeletonRows rows={3} />
        )}
      </section>
    </Card>
  );
}

/** The trouble that is on, in a few words each. */
const activeIn = ({ refuse, failLater, delay, ...switches }: Trouble): string[] => [
  ...(refuse ? [texts.refuses(refuse)] : []),
  ...(failLater ? [texts.failsLater(failLater)] : []),
  ...(delay > 0 ? [texts.late(delay)] : []),
  ...SWITCHES.filter((name) => switches[name]).map((name) => texts.switches[name]),
];
