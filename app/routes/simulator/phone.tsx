import { UserMinus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import type { Entry, SimulatedChannel } from "#workers/contract/endpoints/simulator.ts";
import { Bubble, namedBy } from "./bubble.tsx";
import { Composer } from "./composer.tsx";
import { lookOf } from "#app/features/message-preview/looks.ts";
import { addressText, type Person } from "./persons.ts";
import { usePhone } from "./use-phone.ts";

const FlowPlayer = lazily(
  () => import("./flow-player.tsx"),
  (module) => module.FlowPlayer,
);

/** The phone of one person: what is on it, and what they can do. */
export function Phone({
  channel,
  person,
  saying,
  onSaid,
  onRemove,
}: {
  channel: SimulatedChannel;
  person: Person;
  /** Typed already. */
  saying: string;
  onSaid: () => void;
  onRemove: () => void;
}) {
  const phone = usePhone(channel.id, person);
  const { entries, failure, reload, sending, reading, say } = phone;
  const [answering, setAnswering] = useState<Entry>();
  const [filling, setFilling] = useState<Entry>();
  const [typing, setTyping] = useState(false);
  const look = lookOf(channel.type);
  const box = useRef<HTMLDivElement>(null);
  const last = entries?.at(-1)?.id;
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [last]);
  const quoting = answering && { quoted: answering.id };
  return (
    <section
      aria-label={texts.phoneOf(person.name)}
      className={cx(
        look.className,
        "relative mx-auto flex h-[38rem] max-h-[80dvh] w-full min-w-0 flex-col overflow-hidden rounded-3xl border border-edge bg-surface shadow-card sm:max-w-[25rem]",
      )}
    >
      <header className="flex items-center gap-2 border-b border-line bg-(--look-head) px-4 py-2 text-(--look-head-ink)">
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold" dir="auto" title={person.name}>
            {person.name}
          </h2>
          <p className="truncate text-xs">
            {typing ? texts.typing(person.name) : texts.on(addressText(person.address), channel.typeName)}
          </p>
        </div>
        <IconButton
          size="sm"
          side="left"
          label={texts.removePerson(person.name)}
          icon={<UserMinus aria-hidden />}
          className="text-(--look-head-ink)! hover:bg-current/20!"
          onClick={onRemove}
        />
      </header>
      <div
        ref={box}
        role="region"
        aria-label={texts.messagesOf(person.name)}
        tabIndex={0}
        className="relative min-h-0 flex-1 overflow-y-auto bg-(--look-wall) p-3"
      >
        <div role="log" aria-label={texts.messages}>
          {entries === undefined ? (
            failure ? (
              <ErrorState text={failure.message} requestId={failure.requestId} onRetry={reload} />
            ) : (
              <SkeletonRows rows={3} label={texts.loading} />
            )
          ) : entries.length === 0 ? (
            <p className="py-8 text-center text-(--look-theirs-muted)">{texts.noMessages}</p>
          ) : (
            <ol className="grid grid-cols-1 gap-2">
              {shownOf(entries).map((entry) => (
                <Bubble
                  key={entry.id}
                  {...{ entry, look }}
                  channelId={channel.id}
                  quoted={entries.find(({ id }) => id === entry.quoted)}
                  reactions={reactionsTo(entry, entries)}
                  name={person.name}
                  us={channel.name}
                  onPress={(token, label) =>
                    void say({ kind: "formAnswer", token, label }, { quoted: entry.id })
                  }
                  onFlow={() => setFilling(entry)}
                  onReply={() => setAnswering(entry)}
                  onReact={(emoji) => void say({ kind: "reaction", to: entry.id, emoji })}
                />
              ))}
            </ol>
          )}
        </div>
      </div>
      {filling && (
        <FlowPlayer
          {...{ person }}
          channelId={channel.id}
          entry={filling}
          onPhone={phone.show}
          onClose={() => setFilling(undefined)}
        />
      )}
      {entries && failure && <Banner kind="warning">{texts.notRefreshed}</Banner>}
      <Failure text={sending.failure || reading.failure} />
      {answering && (
        <p className="flex items-center gap-2 border-t border-line px-3 py-1 text-xs text-muted">
          <span className="min-w-0 flex-1 truncate" dir="auto">
            {texts.answeringTo(namedBy(answering.body))}
          </span>
          <IconButton
            size="sm"
            side="left"
            label={texts.answerNothing}
            icon={<X aria-hidden />}
            onClick={() => setAnswering(undefined)}
          />
        </p>
      )}
      <Composer
        {...{ channel, phone, look, saying }}
        {...(quoting && { options: quoting })}
        onTyping={setTyping}
        onSent={() => {
          setAnswering(undefined);
          onSaid();
        }}
      />
    </section>
  );
}

/** A reaction stands under its message; one whose message is not on the phone any more stands by itself. */
const shownOf = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ body }) => body.kind !== "reaction" || !entries.some(({ id }) => id === body.to));

/** Reactions to a message: of each side the last, which an empty one takes back. */
function reactionsTo({ id }: Entry, entries: readonly Entry[]): string[] {
  const last = (way: Entry["way"]) => {
    const found = entries.findLast(
      (each) => each.way === way && each.body.kind === "reaction" && each.body.to === id,
    );
    return found?.body.kind === "reaction" ? found.body.emoji : "";
  };
  return [last("in"), last("out")].filter(Boolean);
}
