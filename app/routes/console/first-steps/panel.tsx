import { Check, ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { useSend } from "#app/kit/use-send.ts";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { SampleButton } from "#app/features/first-steps/sample-button.tsx";
import { useStepPlace } from "#app/features/first-steps/steps.ts";
import { hideSteps } from "#app/session/guide.ts";
import { firstStepsTexts as texts } from "#texts/first-steps.ts";
import type { GuideNow } from "#workers/contract/endpoints/first-run.ts";
import type { FirstStep } from "#workers/contract/first-run.ts";

/** The steps left, each with a link; hidden with one press, and back with another. */
export function Panel({ guide, onClose }: { guide: GuideNow; onClose: () => void }) {
  const toast = useToast();
  const { busy, send } = useSend();
  const done = guide.steps.filter((each) => each.done).length;
  const show = () => void hideSteps(false).catch(() => undefined);
  const hide = () =>
    send(
      () => hideSteps(true),
      () => toast.success(texts.hiddenNow, { action: { label: texts.undo, run: show } }),
    );
  return (
    <div className="grid gap-1 p-1">
      <div className="flex items-baseline justify-between gap-3 px-2 pt-1">
        <h2 className="font-semibold">{texts.title}</h2>
        <p className="text-[0.8125rem] text-muted">{texts.stepsDone(done, guide.steps.length)}</p>
      </div>
      <ol className="grid">
        {guide.steps.map((each) => (
          <Row key={each.step} {...each} guide={guide} onClose={onClose} />
        ))}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-2 pt-2.5 pb-1">
        <SampleButton />
        <Button size="sm" tone="ghost" busy={busy} className="ml-auto" onClick={() => void hide()}>
          {texts.hide}
        </Button>
      </div>
    </div>
  );
}

function Row({
  step,
  done,
  guide,
  onClose,
}: {
  step: FirstStep;
  done: boolean;
  guide: GuideNow;
  onClose: () => void;
}) {
  const { title, text, to, state } = { state: undefined, ...useStepPlace(step, done, guide) };
  return (
    <li>
      <Link
        to={to}
        state={state}
        onClick={onClose}
        className={cx(
          "flex min-h-11 gap-3 rounded-md px-2 py-2 hover:bg-hover",
          done ? "items-center" : "items-start",
        )}
      >
        <span
          className={cx(
            "flex size-5 shrink-0 items-center justify-center rounded-full border",
            done ? "border-transparent bg-success-soft text-success-ink" : "border-edge",
          )}
        >
          {done && <Check aria-hidden className="size-3.5" />}
        </span>
        <span className="min-w-0 flex-1">
          <span className={cx("block font-medium", done && "text-muted")}>
            {title}
            <span className="sr-only">: {done ? texts.done : texts.open}</span>
          </span>
          {!done && <span className="block text-[0.8125rem] text-muted">{text}</span>}
        </span>
        {!done && <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />}
      </Link>
    </li>
  );
}
