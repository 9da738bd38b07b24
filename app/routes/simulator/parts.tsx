import type { ReactNode } from "react";
import { isSafeAddress } from "#app/components/out-link.tsx";
import type { Look } from "#app/features/message-preview/looks.ts";
import { uiTexts } from "#texts/ui.ts";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import type { Button as MessageButton } from "#workers/contract/message-body.ts";

export type Press = (token: string, label: string) => void;

/** Props of a view of a message's content. */
export interface BodyProps<Body> {
  body: Body;
  look: Look;
  /** Of the phone: its person's own files are with the channel's vendor. */
  channelId: string;
  onPress: Press;
  /** Opens the flow that a message carries. */
  onFlow?: (() => void) | undefined;
}

/** A link out of a bubble, in its colour. */
export const Out = ({ href, children }: { href: string; children: ReactNode }) => (
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
