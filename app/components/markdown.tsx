import { ExternalLink } from "lucide-react";
import { lazy, Suspense } from "react";
import { botsTexts } from "#texts/bots.ts";

const Rendered = lazy(() => import("./markdown-rendered.tsx"));

/**
 * Untrusted Markdown, safe to show: raw HTML stays text, links lead only to the web or to mail, and pictures are links,
 * since loading one tells its owner who reads (S-28). The renderer is loaded when first needed.
 */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
      <Rendered text={shallow(text)} />
    </Suspense>
  );
}

/** Limits nested quotes and brackets, which could make parsing very expensive. */
const shallow = (text: string): string =>
  text.replace(/^[ \t]*(?:>[ \t]?){12,}/gm, "> ".repeat(12)).replace(/\[{12,}/g, "[".repeat(12));

/** An external link. */
export function OutLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-flex min-h-6 items-center gap-1 text-accent-ink underline underline-offset-2"
    >
      {children}
      <ExternalLink aria-hidden className="size-3 shrink-0" />
      <span className="sr-only">{botsTexts.opensNewTab}</span>
    </a>
  );
}

/** Whether an address may be a link: web and mail only, no scheme that runs code or reads files. */
export function isSafeAddress(address: string): boolean {
  try {
    return ["http:", "https:", "mailto:"].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}
