/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import type { WidgetTexts } from "#texts/widget.ts";

const LINK = /(https?:\/\/[^\s<>"'`]+)/gi;
/** Signs that end the sentence, not the address. */
const END = /[.,;:!?)\]}]+$/;

/** Words, with the addresses in them made links; only of the web's own kinds. */
export function Linked({ text, texts }: { text: string; texts: WidgetTexts }) {
  return (
    <>
      {text.split(LINK).map((part, at) => {
        if (at % 2 === 0) return part;
        const end = END.exec(part)?.[0] ?? "";
        const address = part.slice(0, part.length - end.length);
        return (
          <>
            <OutLink texts={texts} href={address}>
              {address}
            </OutLink>
            {end}
          </>
        );
      })}
    </>
  );
}

/** A link to another page, which learns nothing of this one; plain words where the address is not one of the web. */
export function OutLink({
  href,
  texts,
  className,
  children,
}: {
  href: string;
  texts: WidgetTexts;
  className?: string;
  children: ComponentChildren;
}) {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return <>{children}</>;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow" class={className}>
      {children}
      <span class="hidden"> {texts.newTab}</span>
    </a>
  );
}
