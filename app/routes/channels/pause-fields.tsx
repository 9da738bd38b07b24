import { Plus, X } from "lucide-react";
import { useId } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { sendingTexts } from "#texts/sending.ts";
import { PAUSE_LIMITS, type PauseRule, USUAL_PAUSE } from "#workers/contract/pause-rules.ts";

const texts = sendingTexts.offers;

/** A rule as it is typed. That of all other channels stands first. */
export interface PauseDraft {
  channelId: string;
  share: string;
  calls: string;
}

export const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

const draftOf = ({ channelId, share, calls }: PauseRule): PauseDraft => ({
  channelId,
  share: String(share),
  calls: String(calls),
});

export const pauseDraftsOf = (rules: readonly PauseRule[]): PauseDraft[] => [
  draftOf(rules.find(({ channelId }) => channelId === "") ?? { channelId: "", ...USUAL_PAUSE }),
  ...rules.filter(({ channelId }) => channelId !== "").map(draftOf),
];

/** A channel that was not chosen yet says nothing. */
export const pausesOf = (drafts: readonly PauseDraft[]): PauseRule[] =>
  drafts
    .filter(({ channelId }, at) => at === 0 || channelId !== "")
    .map(({ channelId, share, calls }) => ({ channelId, share: numberOf(share), calls: numberOf(calls) }));

const wrongIn = (typed: string, { least, most }: { least: number; most: number }): string | undefined => {
  const value = numberOf(typed);
  return Number.isInteger(value) && value >= least && value <= most
    ? undefined
    : texts.pauseWrong(least, most);
};

/** When broadcasts pause by themselves: for all channels, and for those that have a rule of their own. */
export function PauseFields({
  id,
  pauses,
  channels,
  error,
  onChange,
}: {
  id: string;
  pauses: readonly PauseDraft[];
  channels: readonly { id: string; name: string }[];
  /** Set once the form was checked; the field that it is of says it. */
  error: string | undefined;
  onChange: (pauses: PauseDraft[]) => void;
}) {
  const headingId = useId();
  const change = (at: number, next: Partial<PauseDraft>) =>
    onChange(pauses.map((each, index) => (index === at ? { ...each, ...next } : each)));
  const nameOf = (channelId: string) =>
    channels.find((channel) => channel.id === channelId)?.name ?? texts.channelGone;
  const free = channels.filter((channel) => pauses.every(({ channelId }) => channelId !== channel.id));
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <div>
        <h3 id={headingId} className="font-medium">
          {texts.pause}
        </h3>
        <p className="text-[0.8125rem] text-muted">{texts.pauseHint}</p>
      </div>
      {pauses.map((pause, at) => {
        const { channelId, share, calls } = pause;
        const name =
          at > 0
            ? channelId === ""
              ? texts.chooseChannel
              : nameOf(channelId)
            : pauses.length > 1
              ? texts.otherChannels
              : texts.allChannels;
        const wrongShare = error && wrongIn(share, PAUSE_LIMITS.share);
        return (
          <div
            key={at}
            role="group"
            aria-label={texts.pauseOf(name)}
            className="grid grid-cols-[1fr_1fr_2.25rem] items-start gap-3 sm:grid-cols-[1fr_7rem_7rem_2.25rem]"
          >
            {at === 0 ? (
              <p className="col-span-3 self-center sm:col-span-1 sm:pt-6">{name}</p>
            ) : (
              <Field label={texts.pauseChannel} className="max-sm:col-span-3">
                <Select
                  value={channelId}
                  options={[
                    ...(channelId === ""
                      ? [{ value: "", label: texts.chooseChannel }]
                      : [{ value: channelId, label: nameOf(channelId) }]),
                    ...free.map((channel) => ({ value: channel.id, label: channel.name })),
                  ]}
                  onChange={(chosen) => change(at, { channelId: chosen })}
                />
              </Field>
            )}
            <Field {...(at === 0 && { id })} label={texts.pauseShare} error={wrongShare || undefined}>
              <TextInput
                type="number"
                min={PAUSE_LIMITS.share.least}
                max={PAUSE_LIMITS.share.most}
                value={share}
                onChange={({ target }) => change(at, { share: target.value })}
              />
            </Field>
            <Field
              label={texts.pauseCalls}
              error={(error && wrongIn(calls, PAUSE_LIMITS.calls)) || undefined}
            >
              <TextInput
                type="number"
                min={PAUSE_LIMITS.calls.least}
                max={PAUSE_LIMITS.calls.most}
                value={calls}
                onChange={({ target }) => change(at, { calls: target.value })}
              />
            </Field>
            {at > 0 && (
              <IconButton
                className="mt-6"
                side="left"
                icon={<X aria-hidden />}
                label={texts.removePause(name)}
                onClick={() => onChange(pauses.filter((_, index) => index !== at))}
              />
            )}
          </div>
        );
      })}
      {free.length > 0 && (
        <Button
          size="sm"
          tone="ghost"
          className="justify-self-start"
          icon={<Plus aria-hidden />}
          onClick={() =>
            onChange([
              ...pauses,
              { channelId: "", share: String(USUAL_PAUSE.share), calls: String(USUAL_PAUSE.calls) },
            ])
          }
        >
          {texts.addPause}
        </Button>
      )}
    </section>
  );
}
