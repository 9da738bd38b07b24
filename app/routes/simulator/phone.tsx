import { UserMinus } from "lucide-react";
import { useEffect, useRef } from "react";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import { Bubble } from "./bubble.tsx";
import { Composer } from "./composer.tsx";
import { addressText, type Person } from "./persons.ts";
import { usePhone } from "./use-phone.ts";

/** The phone of one person: what is on it, and what they can do. */
export function Phone({
  channelId,
  person,
  onRemove,
}: {
  channelId: string;
  person: Person;
  onRemove: () => void;
}) {
  const phone = usePhone(channelId, person);
  const { entries, failure, reload, sending, say } = phone;
  const list = useRef<HTMLDivElement>(null);
  const last = entries?.at(-1)?.id;
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [last]);
  return (
    <section
      aria-label={texts.phoneOf(person.name)}
      className="mx-auto flex h-[36rem] max-h-[75dvh] w-full flex-col overflow-hidden rounded-3xl border border-edge bg-surface shadow-card sm:max-w-[25rem]"
    >
      <header className="flex items-center gap-2 border-b border-line px-4 py-2">
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold" dir="auto" title={person.name}>
            {person.name}
          </h2>
          <p className="truncate text-xs text-muted">{addressText(person.address)}</p>
        </div>
        <IconButton
          size="sm"
          side="left"
          label={texts.removePerson(person.name)}
          icon={<UserMinus aria-hidden />}
          onClick={onRemove}
        />
      </header>
      {/* Keys scroll it too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={list}
        role="log"
        aria-label={texts.messages}
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto bg-canvas p-3"
      >
        {entries === undefined ? (
          failure ? (
            <ErrorState text={failure.message} requestId={failure.requestId} onRetry={reload} />
          ) : (
            <SkeletonRows rows={3} label={texts.loading} />
          )
        ) : entries.length === 0 ? (
          <p className="py-8 text-center text-muted">{texts.noMessages}</p>
        ) : (
          <ol className="grid grid-cols-1 gap-2">
            {entries.map((entry) => (
              <Bubble
                key={entry.id}
                entry={entry}
                name={person.name}
                onPress={(token, label) =>
                  void say({ kind: "formAnswer", token, label }, { quoted: entry.id })
                }
              />
            ))}
          </ol>
        )}
      </div>
      {entries && failure && <Banner kind="warning">{texts.notRefreshed}</Banner>}
      <Failure text={sending.failure} />
      <Composer phone={phone} />
    </section>
  );
}
