import {
  ClipboardList,
  ChevronLeft,
  ChevronRight,
  CopyPlus,
  CornerUpLeft,
  ExternalLink,
  FileText,
  Film,
  Image,
  Phone,
} from "lucide-react";
import type { ReactNode } from "react";
import { PauseSlides, SlideBox, useSlides } from "#app/components/slides.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { usePicture } from "#app/components/use-picture.ts";
import { Formatted } from "#app/features/message-words/formatted.tsx";
import { templatesTexts as texts } from "#texts/templates.ts";
import { sampleKey } from "#workers/contract/templates/places.ts";
import type { Card, Header, Template, TemplateButton } from "#workers/contract/templates/template.ts";
import { filled } from "#workers/contract/templates/variables.ts";

/** The specification's pace (platform-shell.md 9). */
const EACH_MS = 4_000;

/** A message as people see it, with its samples: as WhatsApp looks, or another messenger by its class. */
export function MessagePreview({
  category,
  components,
  look = "look-whatsapp",
  unsubscribe = "",
}: Pick<Template, "category" | "components"> & {
  look?: string;
  /** The words of the line that ends mails with offers, where the mail has one. */
  unsubscribe?: string;
}) {
  const { header, body, footer, buttons, limited_time_offer: offer, cards, bodyBubbleText } = components;
  const words = (place: string, text: string) =>
    filled(text, (name) => components.samples[sampleKey(place, name)]);
  const isEmpty = cards.length === 0 && !header && body.text.trim() === "";
  return (
    <div className={cx("look grid gap-2 rounded-xl border border-line bg-(--look-wall) p-3", look)}>
      {isEmpty ? (
        <p className="p-4 text-center text-(--look-theirs-muted)">{texts.emptyPreview}</p>
      ) : (
        <Bubble>
          <Head header={header} text={words("header", header?.text ?? "")} />
          {offer && (
            <p className="grid rounded-md border border-current/25 p-2">
              <span className="font-semibold">{offer.text}</span>
              {offer.hasExpiration && <span className="text-xs">{texts.offerLeft}</span>}
              {codeIn(buttons) && <span className="text-xs">{texts.offerCode(codeIn(buttons))}</span>}
            </p>
          )}
          <Words
            text={cards.length > 0 ? words("bodyBubbleText", bodyBubbleText) : words("body", body.text)}
          />
          {footer && <p className="text-xs text-(--look-theirs-muted)">{footer.text}</p>}
          {unsubscribe && (
            <p dir="auto" className="text-(--look-theirs-link) underline">
              {unsubscribe}
            </p>
          )}
          <Buttons {...{ buttons, category }} />
        </Bubble>
      )}
      {cards.length > 0 && <Cards {...{ cards, category, words }} />}
    </div>
  );
}

const codeIn = (buttons: readonly TemplateButton[]): string =>
  buttons.find(({ type }) => type === "COPY_CODE")?.example ?? "";

const Bubble = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-1.5 rounded-lg rounded-tl-none bg-(--look-theirs) p-2.5 text-(--look-theirs-ink) shadow-sm">
    {children}
  </div>
);

const Words = ({ text }: { text: string }) =>
  text === "" ? null : (
    <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
      <Formatted text={text} />
    </p>
  );

function Head({ header, text }: { header: Header | null; text: string }) {
  if (!header) return null;
  if (header.format === "TEXT")
    return (
      <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
        {text}
      </p>
    );
  return <Medium header={header} format={header.format} />;
}

const ICONS = { IMAGE: Image, VIDEO: Film, DOCUMENT: FileText } as const;

/** The sample picture, or a box that says what will be there. */
function Medium({ header, format }: { header: Header; format: keyof typeof ICONS }) {
  const url = usePicture(format === "IMAGE" ? header.medium?.fileId : undefined);
  const Icon = ICONS[format];
  if (url)
    return (
      <img
        src={url}
        alt={header.medium?.name ?? texts.sampleMedium[format]}
        className="max-h-48 w-full rounded-md object-cover"
      />
    );
  return (
    <p className="flex min-h-24 items-center justify-center gap-2 rounded-md border border-current/25 p-2">
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {header.medium?.name ?? texts.sampleMedium[format]}
      </span>
    </p>
  );
}

const BUTTON_ICONS = {
  QUICK_REPLY: CornerUpLeft,
  URL: ExternalLink,
  PHONE_NUMBER: Phone,
  COPY_CODE: CopyPlus,
  FLOW: ClipboardList,
} as const;

function Buttons({ buttons, category }: { buttons: readonly TemplateButton[] } & Pick<Template, "category">) {
  if (buttons.length === 0) return null;
  return (
    <ul className="-mx-2.5 -mb-2.5 grid">
      {buttons.map(({ type, text }, index) => {
        const Icon = BUTTON_ICONS[type];
        const copies = category === "AUTHENTICATION" ? texts.copyOtp : texts.copyCode;
        return (
          <li
            key={index}
            className="flex min-h-9 items-center justify-center gap-1.5 border-t border-current/20 px-2 font-medium text-(--look-theirs-link)"
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {type === "COPY_CODE" ? copies : text || texts.buttonOf(index + 1)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Cards one after another, moving on by themselves. */
function Cards({
  cards,
  category,
  words,
}: Pick<Template, "category"> & {
  cards: readonly Card[];
  words: (place: string, text: string) => string;
}) {
  const slides = useSlides(cards.length, EACH_MS);
  const { at, go, moving, hold } = slides;
  const card = cards[at];
  if (!card) return null;
  return (
    <SlideBox label={texts.cards} hold={hold} className="grid gap-2">
      <div
        role="group"
        aria-roledescription="slide"
        aria-label={texts.cardAt(at + 1, cards.length)}
        aria-live={moving ? "off" : "polite"}
      >
        <Bubble>
          <Head header={card.header} text="" />
          <Words text={words(`cards.${at}.body`, card.body.text)} />
          <Buttons {...{ category }} buttons={card.buttons} />
        </Bubble>
      </div>
      <div className="flex items-center justify-center gap-1 text-(--look-theirs-ink)">
        <IconButton
          size="sm"
          side="top"
          label={texts.previousCard}
          icon={<ChevronLeft aria-hidden />}
          onClick={() => go(at - 1)}
        />
        <span className="text-xs tabular-nums">{`${at + 1} / ${cards.length}`}</span>
        <IconButton
          size="sm"
          side="top"
          label={texts.nextCard}
          icon={<ChevronRight aria-hidden />}
          onClick={() => go(at + 1)}
        />
        <PauseSlides slides={slides} texts={{ pause: texts.pauseCards, play: texts.playCards }} />
      </div>
    </SlideBox>
  );
}
