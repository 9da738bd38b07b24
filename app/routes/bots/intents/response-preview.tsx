import { useState } from "react";
import { Markdown } from "#app/components/markdown.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { lookOf } from "#app/features/message-preview/looks.ts";
import { Words } from "#app/features/message-preview/words.tsx";
import { botsTexts } from "#texts/bots.ts";
import { builderTexts as texts } from "#texts/builder.ts";
import { channelTypeName, channelTypes } from "#workers/contract/channel-types.ts";
import { smsParts } from "#workers/contract/sms-parts.ts";
import { spoken } from "#workers/contract/spoken.ts";

/** The panel formats Markdown; each messenger gets words. */
const FORMATTED = -1;
const SHOWN_ON = [
  channelTypes.web,
  channelTypes.whatsApp,
  channelTypes.telegram,
  channelTypes.facebook,
  channelTypes.instagram,
  channelTypes.sms,
] as const;

/** The response as its reader will see it, in Try it or on a channel. */
export function ResponsePreview({ text }: { text: string }) {
  const [on, setOn] = useState<number>(FORMATTED);
  const look = lookOf(on);
  const words = spoken(text, on);
  return (
    <section aria-label={botsTexts.preview} className="grid min-w-0 grid-cols-1 gap-1.5">
      <div role="group" aria-label={texts.shownOn} className="flex flex-wrap gap-1">
        {[
          { value: FORMATTED, label: texts.formatted },
          ...SHOWN_ON.map((value) => ({ value, label: channelTypeName(value) })),
        ].map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={on === value}
            onClick={() => setOn(value)}
            className={cx(
              "min-h-6 rounded-full border px-2.5 text-xs",
              on === value
                ? "border-accent bg-accent-soft text-accent-ink"
                : "border-line text-muted hover:bg-hover hover:text-ink",
            )}
          >
            {label}
          </button>
        ))}
      </div>
      <div className={cx(look.className, "rounded-xl border border-line bg-(--look-wall) p-3")}>
        {text.trim() === "" ? (
          <p className="text-(--look-theirs-muted)">{botsTexts.previewEmpty}</p>
        ) : (
          <div
            className={cx(
              "w-fit max-w-full bg-(--look-theirs) px-3 py-2 text-(--look-theirs-ink) shadow-card",
              look.theirs,
            )}
          >
            {on === FORMATTED ? <Markdown text={text} /> : <Words text={words} look={look} />}
          </div>
        )}
      </div>
      {look.counted && text.trim() !== "" && (
        <p className="text-xs text-muted">{texts.parts(smsParts(words).parts)}</p>
      )}
    </section>
  );
}
