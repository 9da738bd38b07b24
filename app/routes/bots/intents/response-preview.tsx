import { useState } from "react";
import { Markdown } from "#app/components/markdown.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Formatted } from "#app/features/message-words/formatted.tsx";
import { botsTexts } from "#texts/bots.ts";
import { intentsTexts } from "#texts/intents.ts";
import { builderTexts as texts } from "#texts/builder.ts";
import { type ChannelType, channelTypeName, channelTypes } from "#workers/contract/channel-types.ts";
import { smsParts } from "#workers/contract/sms-parts.ts";
import { spoken } from "#workers/contract/spoken.ts";

/** The panel formats Markdown; each messenger gets words. */
const FORMATTED = -1;
/** In the colours of each, as app.css has them. */
const LOOKS = new Map<number, string>([
  [channelTypes.web, ""],
  [channelTypes.whatsApp, "look-whatsapp"],
  [channelTypes.telegram, "look-telegram"],
  [channelTypes.facebook, "look-messenger"],
  [channelTypes.instagram, "look-instagram"],
  [channelTypes.rcs, "look-rcs"],
  [channelTypes.googleBusiness, ""],
  [channelTypes.sms, "look-sms"],
  [channelTypes.email, ""],
]);

/** The response as its reader will see it, in Try it or on a channel. */
export function ResponsePreview({ text }: { text: string }) {
  const [on, setOn] = useState<number>(FORMATTED);
  const words = spoken(text, on);
  return (
    <section aria-label={botsTexts.preview} className="grid min-w-0 grid-cols-1 gap-1.5">
      <div role="group" aria-label={texts.shownOn} className="flex flex-wrap gap-1">
        {[
          { value: FORMATTED, label: texts.formatted },
          ...[...LOOKS.keys()].map((value) => ({ value, label: channelTypeName(value as ChannelType) })),
        ].map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={on === value}
            onClick={() => setOn(value)}
            className={cx(
              "min-h-6 pointer-coarse:min-h-11 rounded-full border px-2.5 text-xs",
              on === value
                ? "border-accent bg-accent-soft text-accent-ink"
                : "border-line text-muted hover:bg-hover hover:text-ink",
            )}
          >
            {label}
          </button>
        ))}
      </div>
      <div className={cx("look rounded-xl border border-line bg-(--look-wall) p-3", LOOKS.get(on))}>
        {text.trim() === "" ? (
          <p className="text-(--look-theirs-muted)">{intentsTexts.previewEmpty}</p>
        ) : (
          <div className="w-fit max-w-full rounded-2xl rounded-bl-sm bg-(--look-theirs) px-3 py-2 text-(--look-theirs-ink) shadow-card">
            {on === FORMATTED ? (
              <Markdown text={text} />
            ) : (
              <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
                {on === channelTypes.whatsApp ? <Formatted text={words} /> : words}
              </p>
            )}
          </div>
        )}
      </div>
      {on === channelTypes.sms && text.trim() !== "" && (
        <p className="text-xs text-muted">{texts.parts(smsParts(words).parts)}</p>
      )}
    </section>
  );
}
