import { Check, CheckCheck, CircleAlert } from "lucide-react";
import { cx } from "#app/components/ui/cx.ts";
import { formatMoment } from "#app/lib/format.ts";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import type { Entry } from "#workers/contract/endpoints/simulator.ts";
import { BodyView } from "./body-view.tsx";

/** One message on the phone: the person's own on the right, what they got on the left. */
export function Bubble({
  entry,
  name,
  onPress,
}: {
  entry: Entry;
  name: string;
  onPress: (token: string, label: string) => void;
}) {
  const mine = entry.way === "in";
  return (
    <li className={cx("max-w-[85%] min-w-0", mine ? "justify-self-end" : "justify-self-start")}>
      <div
        className={cx(
          "grid gap-1 rounded-2xl px-3 py-2",
          mine ? "rounded-br-sm bg-accent-soft text-ink" : "rounded-bl-sm border border-line bg-raised",
        )}
      >
        <span className="sr-only">{mine ? texts.mine(name) : texts.theirs}</span>
        <BodyView body={entry.body} onPress={onPress} />
        <p className="flex items-center justify-end gap-1 text-xs text-muted">
          <time dateTime={entry.at} title={formatMoment(entry.at)}>
            {formatMoment(entry.at).slice(-8)}
          </time>
          <Ticks status={entry.status} />
        </p>
      </div>
    </li>
  );
}

/** How far a message has come, in the signs of messengers and in words. */
function Ticks({ status }: { status: string }) {
  const known = status in TICKS ? TICKS[status as keyof typeof TICKS] : undefined;
  if (!known) return null;
  const { Icon, className } = known;
  return (
    <>
      <Icon aria-hidden className={cx("size-3.5", className)} />
      <span className="sr-only">{texts.ticks[status as keyof typeof TICKS]}</span>
    </>
  );
}

const TICKS = {
  sent: { Icon: Check, className: "" },
  delivered: { Icon: CheckCheck, className: "" },
  read: { Icon: CheckCheck, className: "text-accent" },
  failed: { Icon: CircleAlert, className: "text-danger" },
} as const satisfies Record<keyof typeof texts.ticks, unknown>;
