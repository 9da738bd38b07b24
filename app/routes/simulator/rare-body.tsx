import { FileText, Image, type LucideIcon, MapPin, Mic, Play, Users } from "lucide-react";
import { type ReactNode, useState } from "react";
import { isSafeAddress } from "#app/components/out-link.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import type { BodyOf, MediaKind, Medium } from "#workers/contract/message-body.ts";
import { Buttons, Out, type BodyProps, type Press, Reply } from "./parts.tsx";
import { Small, Words } from "./words.tsx";

const OwnMedium = lazilyShown(
  () => import("./own-medium.tsx"),
  (module) => module.OwnMedium,
  () => <Small>{texts.fetching}</Small>,
);

type Kind = MediaKind | "location" | "contact" | "list" | "carousel" | "template";

/** Files, places, people, lists, cards and templates. */
export function RareBody({ body, look, channelId, onPress, onFlow }: BodyProps<BodyOf<Kind>>) {
  switch (body.kind) {
    case "image":
    case "video":
    case "audio":
    case "document":
      return (
        <>
          <MediumBox kind={body.kind} medium={body.medium} voice={body.voice} />
          {body.medium.vendorId !== undefined && (
            <OwnMedium
              {...{ channelId }}
              kind={body.kind}
              id={body.medium.vendorId}
              name={body.voice ? texts.kinds.voice : (body.medium.name ?? texts.kinds[body.kind])}
            />
          )}
          <Words look={look} text={body.caption} />
        </>
      );
    case "location":
      return <PlaceBox body={body} />;
    case "contact":
      return body.contacts.map((contact, at) => <ContactBox key={at} {...contact} />);
    case "list":
      return <Rows {...{ body, onPress }} />;
    case "template":
      return <Template {...{ body, look, onPress, onFlow }} />;
    default:
      return <Carousel {...{ body, look, onPress }} />;
  }
}

const MEDIA: Record<MediaKind | "voice", LucideIcon> = {
  image: Image,
  video: Play,
  audio: Play,
  voice: Mic,
  document: FileText,
};

/** A box with a sign, as messengers show files, places and people. */
const Box = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <div className="flex items-center gap-2 rounded-lg border border-current/25 p-2">
    <Icon aria-hidden className="size-6 shrink-0" />
    <div className="min-w-0">{children}</div>
  </div>
);

/** Never the file itself: loading one tells its owner who reads (S-28). */
function MediumBox({
  kind,
  medium,
  voice = false,
}: {
  kind: MediaKind;
  medium: Medium;
  voice?: boolean | undefined;
}) {
  const called = voice ? "voice" : kind;
  const name = voice ? texts.kinds.voice : (medium.name ?? texts.kinds[called]);
  return (
    <Box icon={MEDIA[called]}>
      {medium.url && isSafeAddress(medium.url) ? (
        <Out href={medium.url}>{name}</Out>
      ) : (
        <span className="[overflow-wrap:anywhere]">{name}</span>
      )}
    </Box>
  );
}

const PlaceBox = ({ body: { latitude, longitude, name, address } }: { body: BodyOf<"location"> }) => (
  <Box icon={MapPin}>
    <p dir="auto" className="font-medium [overflow-wrap:anywhere]">
      {[name, address].filter(Boolean).join(", ") || texts.kinds.location}
    </p>
    <p className="text-xs text-(--bubble-muted)">{texts.coordinates(latitude, longitude)}</p>
  </Box>
);

const ContactBox = ({ name, phones }: BodyOf<"contact">["contacts"][number]) => (
  <Box icon={Users}>
    <p dir="auto" className="font-medium [overflow-wrap:anywhere]">
      {name}
    </p>
    <p className="text-xs [overflow-wrap:anywhere] text-(--bubble-muted)">{phones.join(", ")}</p>
  </Box>
);

/** A list opens as a sheet, and closes with the choice. */
function Rows({ body: { open, sections }, onPress }: { body: BodyOf<"list">; onPress: Press }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <Reply label={open} onPress={() => setShown(true)} />
      {shown && (
        <Dialog open title={open} size="sm" onClose={() => setShown(false)}>
          <div className="look [--bubble-link:var(--accent-ink)]">
            {sections.map(({ title, rows }, at) => (
              <div key={at} className="mt-2 grid gap-1">
                {title && <p className="text-xs text-muted">{title}</p>}
                {rows.map(({ token, label, description }) => (
                  <Reply
                    key={token}
                    {...{ label, description }}
                    onPress={() => {
                      setShown(false);
                      onPress(token, label);
                    }}
                  />
                ))}
              </div>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Cards side by side, in a box that scrolls and that keys reach. */
const Carousel = ({
  body: { text, cards },
  look,
  onPress,
}: Omit<BodyProps<BodyOf<"carousel">>, "channelId">) => (
  <>
    <Words look={look} text={text} />
    <div
      role="region"
      aria-label={texts.cards(cards.length)}
      tabIndex={0}
      className="relative flex snap-x gap-2 overflow-x-auto pb-1"
    >
      {cards.map((card, at) => (
        <div
          key={at}
          className="grid w-48 shrink-0 snap-start content-start gap-1 rounded-lg border border-current/25 p-2"
        >
          {card.medium && <MediumBox kind="image" medium={card.medium} />}
          <Words look={look} text={card.title} strong />
          <Words look={look} text={card.text} />
          <Buttons buttons={card.buttons} onPress={onPress} />
        </div>
      ))}
    </div>
  </>
);

/** The labels of a template's buttons lie with the vendor: they are shown by their place, links and codes as they are. */
const Template = ({
  body: { header, rendered, buttons },
  look,
  onPress,
  onFlow,
}: Omit<BodyProps<BodyOf<"template">>, "channelId">) => (
  <>
    {header &&
      (header.kind === "text" ? (
        <Words look={look} text={header.text} strong />
      ) : (
        <MediumBox kind={header.kind} medium={header.medium} />
      ))}
    <Words look={look} text={rendered} />
    {buttons.map(({ place, kind, value }) => {
      const label = texts.buttonAt(place + 1);
      if (kind === "flow") return onFlow && <Reply key={place} label={label} onPress={onFlow} />;
      return kind === "reply" ? (
        <Reply key={place} label={label} onPress={() => onPress(value, label)} />
      ) : (
        <p key={place} className="[overflow-wrap:anywhere]">
          {texts.callAt(label, value)}
        </p>
      );
    })}
  </>
);
