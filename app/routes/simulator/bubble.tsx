import { Check, CheckCheck, CircleAlert, Reply, SmilePlus } from "lucide-react";
import { WhyButton } from "#app/features/why-answered/why-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { formatMoment } from "#app/lib/format.ts";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import type { Entry } from "#workers/contract/endpoints/simulator.ts";
import { type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import { BodyView } from "./body-view.tsx";
import { LookPart } from "./look-part-lazily.ts";
import type { Look } from "#app/features/message-preview/looks.ts";
import type { Press } from "./parts.tsx";

const SHOWN = 80;
const THUMB = "👍";
/** The words of a message, or what it is. */
export const namedBy = (body: MessageBody): string =>
  (
    wordsOf(body) || (body.kind in texts.kinds ? texts.kinds[body.kind as keyof typeof texts.kinds] : "")
  ).slice(0, SHOWN);

/** One message on the phone: the person's own on the right, what they got on the left. */
export function Bubble({
  channelId,
  entry,
  quoted,
  reactions,
  look,
  name,
  us,
  onPress,
  onFlow,
  onReply,
  onReact,
}: {
  channelId: string;
  entry: Entry;
  /** The message that it answers. */
  quoted: Entry | undefined;
  /** Put to it since. */
  reactions: readonly string[];
  look: Look;
  /** The person, and who writes to them. */
  name: string;
  us: string;
  onPress: Press;
  onFlow: () => void;
  onReply: () => void;
  onReact: (emoji: string) => void;
}) {
  const mine = entry.way === "in";
  const { body, at } = entry;
  return (
    <li
      className={cx(
        "grid max-w-[88%] min-w-0 grid-cols-1",
        mine ? "justify-items-end justify-self-end" : "justify-items-start justify-self-start",
        look.letters && "w-full",
      )}
    >
      <div
        className={cx(
          "grid max-w-full grid-cols-1 gap-1 px-3 py-2 shadow-card",
          mine ? MINE : THEIRS,
          mine ? look.mine : look.theirs,
          look.letters && "w-full",
        )}
      >
        <span className="sr-only">{mine ? texts.mine(name) : texts.theirs}</span>
        {look.letters && (
          <LookPart letter={{ from: mine ? name : us, to: mine ? us : name, subject: subjectOf(body) }} />
        )}
        {quoted && (
          <p
            dir="auto"
            className="border-l-2 border-current pl-2 text-xs [overflow-wrap:anywhere] text-(--bubble-muted)"
          >
            <span className="sr-only">{texts.answering} </span>
            {namedBy(quoted.body)}
          </p>
        )}
        <BodyView {...{ body, look, channelId, onPress, onFlow }} />
        <p className="flex flex-wrap items-center justify-end gap-x-1.5 text-xs text-(--bubble-muted)">
          {look.counted && <LookPart counted={wordsOf(body)} />}
          <time dateTime={at} title={formatMoment(at)}>
            {formatMoment(at).slice(-8)}
          </time>
          <Progress status={entry.status} look={look} />
        </p>
        <Problem entry={entry} />
      </div>
      {reactions.length > 0 && (
        <p className="-mt-1 rounded-full border border-line bg-raised px-2 text-sm text-ink">
          <span className="sr-only">{texts.reactions} </span>
          {reactions.join(" ")}
        </p>
      )}
      {!mine && entry.status !== "refused" && (
        <div className="flex flex-wrap text-(--look-theirs-muted)">
          <Action icon={<Reply aria-hidden />} label={texts.replyTo(namedBy(body))} onClick={onReply}>
            {texts.reply}
          </Action>
          <Action
            icon={<SmilePlus aria-hidden />}
            label={texts.react(THUMB, namedBy(body))}
            onClick={() => onReact(reactions.includes(THUMB) ? "" : THUMB)}
          >
            {THUMB}
          </Action>
          {entry.messageId !== null && (
            <WhyButton messageId={entry.messageId} words={namedBy(body)} className={ACTION} />
          )}
        </div>
      )}
    </li>
  );
}

const MINE =
  "bg-(--look-mine) text-(--look-mine-ink) [--bubble-link:var(--look-mine-link)] [--bubble-muted:var(--look-mine-muted)]";
const THEIRS =
  "bg-(--look-theirs) text-(--look-theirs-ink) [--bubble-link:var(--look-theirs-link)] [--bubble-muted:var(--look-theirs-muted)]";
const ACTION = "px-1.5! text-(--look-theirs-muted)! hover:bg-transparent! hover:underline";

const Action = ({
  icon,
  label,
  onClick,
  children,
}: {
  icon: React.ReactNode;
  label: string;
  onClick: () => void;
  children: string;
}) => (
  <Button size="sm" tone="ghost" className={ACTION} icon={icon} aria-label={label} onClick={onClick}>
    {children}
  </Button>
);

/** The heading above the words: only some kinds have it. */
function subjectOf(body: MessageBody): string | undefined {
  if (body.kind === "buttons" || body.kind === "list") return body.header;
  if (body.kind === "text") return body.subject;
  if (body.kind === "template") return body.header?.kind === "text" ? body.header.text : body.name;
  return undefined;
}

/** How far a message has come, in the signs of messengers and in words. */
function Progress({ status, look: { progress } }: { status: string; look: Look }) {
  const known = status in TICKS ? TICKS[status as keyof typeof TICKS] : undefined;
  if (!known) return null;
  const { Icon, className } = known;
  const words = texts.ticks[status as keyof typeof TICKS];
  if (progress === "words") return <span>{words}</span>;
  return (
    <>
      <Icon aria-hidden className={cx("size-3.5", className)} />
      <span className="sr-only">{words}</span>
    </>
  );
}

const TICKS = {
  sent: { Icon: Check, className: "" },
  delivered: { Icon: CheckCheck, className: "" },
  read: { Icon: CheckCheck, className: "text-(--look-read)" },
  failed: { Icon: CircleAlert, className: "" },
  refused: { Icon: CircleAlert, className: "" },
  notTaken: { Icon: CircleAlert, className: "" },
} as const satisfies Record<keyof typeof texts.ticks, unknown>;

/** Why a message did not get through: the customer would not see it at all. */
function Problem({ entry: { status, code, reason } }: { entry: Entry }) {
  const text =
    status === "notTaken"
      ? texts.notTaken
      : status === "failed" || status === "refused"
        ? texts.notDelivered(code ?? "", reason ?? "")
        : undefined;
  return text && <p className="rounded-md bg-danger-soft px-2 py-1 text-xs text-danger-ink">{text}</p>;
}
