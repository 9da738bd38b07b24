import { CirclePlay, ExternalLink, FileText } from "lucide-react";
import { helpTexts } from "#texts/help.ts";
import type { HelpItem } from "#workers/contract/endpoints/help.ts";

const icons = { article: FileText, video: CirclePlay };

/** One entry: its title opens it in a new tab, which gets no opener and no referrer. */
export function HelpLink({ item: { title, url, summary, kind } }: { item: HelpItem }) {
  const Icon = icons[kind];
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="flex gap-3 rounded-md px-2 py-2 hover:bg-hover"
    >
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 break-words">
        <span className="font-medium text-accent-ink underline underline-offset-2">{title}</span>
        <span className="sr-only"> ({helpTexts.newTab})</span>
        {summary && <span className="mt-0.5 block text-muted">{summary}</span>}
        <span className="mt-0.5 block text-xs text-muted">{new URL(url).host}</span>
      </span>
      <ExternalLink aria-hidden className="mt-1 size-3.5 shrink-0 text-muted" />
    </a>
  );
}
