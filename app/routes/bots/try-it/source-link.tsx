import type { ReactNode } from "react";
import { download } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { isSafeAddress, OutLink } from "#app/components/out-link.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { uiTexts } from "#texts/ui.ts";
import { getDocument } from "#workers/contract/endpoints/knowledge.ts";

/** Address of an uploaded document: bot, source and page. */
const DOCUMENT = /^\/api\/chatbird\/api\/nlp\/agent\/([\w-]+)\/documents\/([\w-]+)#page=(\d+)$/;

/**
 * The source of an answer: a web page in a new tab, or a document opened at its page. A document needs the session
 * token, which must never be in a URL, so it is fetched and shown from memory.
 */
export function SourceLink({ source, children }: { source: string; children: ReactNode }) {
  const toast = useToast();
  const { busy, send } = useSend({
    refused: ({ message }) => {
      toast.error(message);
      return true;
    },
  });
  const [, id, sourceId, page] = DOCUMENT.exec(source) ?? [];
  if (!id || !sourceId) {
    return isSafeAddress(source) ? <OutLink href={source}>{children}</OutLink> : null;
  }
  const open = async () => {
    // Opened before the await, while the click still counts as a user gesture; popup blockers would stop it later.
    const tab = window.open("", "_blank");
    const opened = await send(
      () => download(getDocument, { params: { id, sourceId } }),
      (file) => {
        if (tab) tab.location.href = `${URL.createObjectURL(file)}#page=${page}`;
      },
    );
    if (!opened) tab?.close();
  };
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      onClick={() => void open()}
      className="finger inline-flex min-h-6 items-center gap-1 text-accent-ink underline underline-offset-2"
    >
      {children}
      <span className="sr-only">{uiTexts.opensNewTab}</span>
    </button>
  );
}
