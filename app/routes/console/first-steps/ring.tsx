import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { writesSoFar } from "#app/data/api.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { Popover } from "#app/components/ui/popover.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { useEvent } from "#app/realtime/use-event.ts";
import { refreshGuide } from "#app/session/guide.ts";
import { firstStepsTexts as texts } from "#texts/first-steps.ts";
import type { GuideNow } from "#workers/contract/endpoints/first-run.ts";

const Panel = lazilyShown(
  () => import("./panel.tsx"),
  (module) => module.Panel,
  () => <Skeleton className="m-2 h-72" />,
);

/** The share that is done, and on a press what is left. */
export function Ring({ guide }: { guide: GuideNow }) {
  const { pathname } = useLocation();
  const known = useRef(writesSoFar());
  // A step may be done by whatever was saved: it is asked for once the screen is left, not with each page.
  useEffect(() => {
    if (writesSoFar() === known.current) return;
    known.current = writesSoFar();
    void refreshGuide();
  }, [pathname]);
  useEvent("jobProgress", ({ state }) => {
    if (state === "done") void refreshGuide();
  });
  const all = guide.steps.length;
  const done = guide.steps.filter((each) => each.done).length;
  return (
    <Popover
      label={texts.title}
      className="w-[min(22rem,calc(100vw-1rem))] max-sm:fixed max-sm:top-12 max-sm:right-2"
      renderOpener={(props) => (
        <IconButton
          {...props}
          label={texts.ring(done, all)}
          icon={<Circle share={all === 0 ? 0 : done / all} />}
        />
      )}
    >
      {(close) => <Panel guide={guide} onClose={close} />}
    </Popover>
  );
}

const RADIUS = 8;
const ROUND = 2 * Math.PI * RADIUS;

function Circle({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden className="-rotate-90">
      <circle
        cx="10"
        cy="10"
        r={RADIUS}
        fill="none"
        strokeWidth="2.5"
        className={share > 0 ? "stroke-line" : "stroke-edge"}
      />
      <circle
        cx="10"
        cy="10"
        r={RADIUS}
        fill="none"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeDasharray={`${ROUND * share} ${ROUND}`}
        className={share > 0 ? "stroke-accent" : "stroke-none"}
      />
    </svg>
  );
}
