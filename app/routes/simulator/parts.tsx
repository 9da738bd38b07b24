import { FileText, Image, type LucideIcon, MapPin, Mic, Play, Users } from "lucide-react";
import { type ReactNode, useState } from "react";
import { isSafeAddress } from "#app/components/out-link.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { uiTexts } from "#texts/ui.ts";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import type { BodyOf, Button as MessageButton, Medium, MediaKind } from "#workers/contract/message-body.ts";

export type Press = (token: string, label: string) => void;

/** A link out of a bubble, in its colour. */
const Out = ({ href, children }: { href: string; children: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer nofollow"
    className="inline-block min-h-6 [overflow-wrap:anywhere] text-(--bubble-link) underline underline-offset-2"
  >
    {children}
    <span className="sr-only">{uiTexts.opensNewTab}</span>
  </a>
);

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
export function MediumBox({
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

export const PlaceBox = ({ body: { latitude, longitude, name, address } }: { body: BodyOf<"location"> }) => (
  <Box icon={MapPin}>
    <p dir="auto" className="font-medium [overflow-wrap:anywhere]">
      {[name, address].filter(Boolean).join(", ") || texts.kinds.location}
    </p>
    <p className="text-xs text-(--bubble-muted)">{texts.coordinates(latitude, longitude)}</p>
  </Box>
);

export const ContactBox = ({ name, phones }: BodyOf<"contact">["contacts"][number]) => (
  <Box icon={Users}>
    <p dir="auto" className="font-medium [overflow-wrap:anywhere]">
      {name}
    </p>
    <p className="text-xs [overflow-wrap:anywhere] text-(--bubble-muted)">{phones.join(", ")}</p>
  </Box>
);

export const Buttons = ({ buttons, onPress }: { buttons: readonly MessageButton[]; onPress: Press }) => (
  <div className="mt-1 grid gap-1">
    {buttons.map((button, at) => {
      if (button.kind === "reply") {
        const { token, label } = button;
        return <Reply key={at} label={label} onPress={() => onPress(token, label)} />;
      }
      if (button.kind === "call") return <p key={at}>{texts.callAt(button.label, button.number)}</p>;
      return isSafeAddress(button.url) ? (
        <p key={at} className="text-center">
          <Out href={button.url}>{button.label}</Out>
        </p>
      ) : (
        <p key={at} className="[overflow-wrap:anywhere]">
          {texts.callAt(button.label, button.url)}
        </p>
      );
    })}
  </div>
);

export const Reply = ({
  label,
  description,
  onPress,
}: {
  label: string;
  description?: string | undefined;
  onPress: () => void;
}) => (
  <button
    type="button"
    onClick={onPress}
    className="min-h-8 w-full rounded-lg border border-current/40 px-3 py-1 font-medium [overflow-wrap:anywhere] text-(--bubble-link) hover:underline"
  >
    {label}
    {description && <span className="block text-xs font-normal">{description}</span>}
  </button>
);

/** A list opens as a sheet, and closes with the choice. */
export function Rows({ body: { open, sections }, onPress }: { body: BodyOf<"list">; onPress: Press }) {
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
