import { useRef } from "react";
import { useNavigate } from "react-router";
import { keepNotice } from "#app/components/ui/toast-store.ts";
import { isOpen } from "#app/kit/job-news.ts";
import { type LeftWork as Left, leftWork, nothingLeft, takeWork } from "#app/kit/left-work.ts";
import { useSilence } from "#app/kit/use-silence.ts";
import { useStore } from "#app/lib/store.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { leftWorkTexts as texts } from "#texts/left-work.ts";
import { endOf } from "./end-of.ts";

const FIRST_MS = 4_000;

/** The bell tells of the end of work that was begun here and that no screen follows any more. Shows nothing itself. */
export function LeftWork() {
  const left = useStore(leftWork, nothingLeft);
  const navigate = useNavigate();
  const heardAt = useRef(-Infinity);

  const tell = async (work: Left): Promise<void> => {
    const end = await endOf(work);
    if (end === "open" || !takeWork(work.id) || end === "untold") return;
    keepNotice(end.kind, end.text, { label: texts.show, run: () => void navigate(work.to) });
  };
  const tellAll = () => Promise.all(left.map(tell));

  useEvent(
    "jobProgress",
    (event) => {
      const work = left.find(({ id }) => id === event.jobId || id === event.subject);
      if (!work) return;
      heardAt.current = performance.now();
      if (!isOpen(event)) void tell(work);
    },
    () => void tellAll(),
  );
  useSilence(left.length > 0 ? left.map(({ id }) => id).join(" ") : undefined, tellAll, {
    firstMs: FIRST_MS,
    heardAt: () => heardAt.current,
    // It may have ended while the screen was left.
    atOnce: true,
  });
  return null;
}
