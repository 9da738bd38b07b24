import { ExternalLink } from "lucide-react";
import { uiTexts } from "#texts/ui.ts";

/** An external link. */
export function OutLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="finger inline-flex min-h-6 items-center gap-1 text-accent-ink underline underline-offset-2"
    >
      {children}
      <ExternalLink aria-hidden className="size-3 shrink-0" />
      <span className="sr-only">{uiTexts.opensNewTab}</span>
    </a>
  );
}

/** Tells whether an address may be a link: web and mail only, no scheme that runs code or reads files. */
export function isSafeAddress(address: string): boolean {
  try {
    return ["http:", "https:", "mailto:"].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}
