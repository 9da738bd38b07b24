import { ChevronDown } from "lucide-react";
import { type FormEvent, useState } from "react";
import { DateTimePicker } from "#app/components/date-time-picker.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { useTyped } from "#app/kit/use-typed.ts";
import { useFold } from "#app/components/ui/use-fold.ts";
import { momentText } from "#app/lib/moment.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { type Range, readRange, usualRange } from "./range.ts";

const dayIn = (moment: string): string => momentText(moment).split(" ")[0] ?? "";

/** Asked for anew each time: a screen stays open over midnight. */
const endOfToday = (): string => usualRange(new Date()).end;

/** The dates of a list. */
export function RangeBar({ range, onGo }: { range: Range; onGo: (range: Range) => void }) {
  const [{ start, end }, set] = useTyped({ start: momentText(range.start), end: momentText(range.end) });
  const [problems, setProblems] = useState<Partial<Range>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readRange({ start, end });
    setProblems(read.problems);
    if (!read.range) return;
    set({ start: momentText(read.range.start), end: momentText(read.range.end) });
    onGo(read.range);
  };
  const fold = useFold();
  return (
    <div className="mb-3 sm:mb-4">
      <Button {...fold.opener} icon={<ChevronDown aria-hidden />} className="min-h-11 max-w-full sm:hidden">
        <span className="min-w-0 truncate">{texts.days(dayIn(range.start), dayIn(range.end))}</span>
      </Button>
      <form
        id={fold.content.id}
        aria-label={texts.filters}
        noValidate
        onSubmit={submit}
        className={cx(
          "flex flex-wrap items-start gap-x-4 gap-y-3 rounded-xl border border-line bg-surface p-4 max-sm:mt-2",
          fold.content.className,
        )}
      >
        <DateTimePicker
          label={texts.startDate}
          value={start}
          error={problems.start}
          max={endOfToday}
          onChange={(next) => set({ start: next })}
        />
        <DateTimePicker
          label={texts.endDate}
          value={end}
          error={problems.end}
          max={endOfToday}
          onChange={(next) => set({ end: next })}
        />
        <Button tone="primary" type="submit" className="sm:mt-12">
          {texts.submit}
        </Button>
      </form>
    </div>
  );
}
