import { lazilyShown } from "#app/components/ui/lazily.tsx";

const Rendered = lazilyShown(
  () => import("./markdown-rendered.tsx"),
  (module) => module.MarkdownRendered,
  ({ text }: { text: string }) => <p className="whitespace-pre-wrap">{text}</p>,
);

/**
 * Untrusted Markdown, safe to show: raw HTML stays text, links lead only to the web or to mail, and pictures are links,
 * since loading one tells its owner who reads (S-28). The renderer is loaded when first needed.
 */
export function Markdown({ text }: { text: string }) {
  return <Rendered text={shallow(text)} />;
}

/** Limits nested quotes and brackets, which could make parsing very expensive. */
const shallow = (text: string): string =>
  text.replace(/^[ \t]*(?:>[ \t]?){12,}/gm, "> ".repeat(12)).replace(/\[{12,}/g, "[".repeat(12));
