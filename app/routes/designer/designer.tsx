import { ArrowLeft, PencilRuler } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { type UIMatch, useLocation, useMatches, useNavigate, useParams, useSearchParams } from "react-router";
import { ApiError, call } from "#app/api.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import * as messages from "#app/messages.ts";
import { endSession } from "#app/session.ts";
import { titleOf } from "#app/title.ts";
import { designerAccess } from "#workers/contract/endpoints/designer.ts";
import type { Route } from "./+types/designer.ts";
import { useFrameHeight } from "./use-frame-height.ts";

const texts = messages.designer;
type Kind = keyof typeof texts.titles;

/** What the designer shows first. */
const VIEWS: Record<Kind, string> = {
  encap: "campaign-builder",
  journey: "flows",
  forms: "forms",
  flow: "whatsapp-flow",
};

const kindOf = (matches: readonly (Pick<UIMatch, "id"> | undefined)[]): Kind => {
  const kind = matches.at(-1)?.id.replace("designer ", "") ?? "";
  return kind in texts.titles ? (kind as Kind) : "encap";
};

/** The name that the list has handed over, else the id. */
const titleFor = (kind: Kind, id: string, state: unknown): string => {
  const named = typeof state === "object" && state !== null && "name" in state ? String(state.name) : id;
  return texts.titles[kind](named);
};

export function meta({ matches, params, location }: Route.MetaArgs): ReturnType<typeof titleOf> {
  return titleOf(titleFor(kindOf(matches), params.id ?? "", location.state));
}

/** An external designer on the whole page, in a frame that may say one thing: that its session is over (C-12). */
export default function Designer() {
  const kind = kindOf(useMatches());
  const { id = "", screenId } = useParams();
  const title = titleFor(kind, id, useLocation().state);
  const nodeId = useSearchParams()[0].get("nodeId");
  const navigate = useNavigate();
  const { access, failure, retry } = useAccess();
  return (
    <div className="fixed inset-0 z-30 flex flex-col bg-canvas">
      <div className="flex h-14 shrink-0 items-center gap-2 border-b border-line bg-surface px-3">
        <IconButton label={texts.back} icon={<ArrowLeft aria-hidden />} onClick={() => void navigate(-1)} />
        <h1 tabIndex={-1} className="min-w-0 truncate text-base font-semibold">
          {title}
        </h1>
      </div>
      {failure ? (
        <ErrorState title={texts.failed} text={failure} onRetry={retry} />
      ) : access === undefined ? (
        <p role="status" className="p-6 text-center text-muted">
          {texts.opening}
        </p>
      ) : access.url === null ? (
        <EmptyState icon={<PencilRuler />} title={texts.notSetUp}>
          {texts.notSetUpText}
        </EmptyState>
      ) : (
        <Frame
          title={texts.frame(title)}
          url={addressOf(access.url, `${VIEWS[kind]}/${encodeURIComponent(id)}`, {
            accessId: access.accessId,
            nodeId,
            screenId: screenId ?? null,
          })}
        />
      )}
    </div>
  );
}

function addressOf(base: string, path: string, query: Record<string, string | null>): URL {
  const url = new URL(path, base.endsWith("/") ? base : `${base}/`);
  for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value);
  return url;
}

function Frame({ title, url }: { title: string; url: URL }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const height = useFrameHeight();
  const { origin } = url;
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const { data } = event;
      if (typeof data === "object" && data !== null && "type" in data && data.type === "session-out") {
        endSession("expiredAgain");
      }
    };
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);
  }, [origin]);
  return (
    <>
      <p className="sr-only">{texts.nothingSeen}</p>
      <iframe
        ref={frame}
        title={title}
        src={url.href}
        height={height}
        referrerPolicy="no-referrer"
        // It is another origin's page, so that it cannot take its own sandbox away.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
        className="w-full border-0"
      />
    </>
  );
}

/** A code for the frame; a new one each time, since it works once. */
function useAccess() {
  const [access, setAccess] = useState<Awaited<ReturnType<typeof ask>>>();
  const [failure, setFailure] = useState("");
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    ask(stop.signal).then(setAccess, (error: unknown) => {
      if (stop.signal.aborted) return;
      setFailure(error instanceof ApiError ? error.message : messages.errors.internal);
    });
    return () => stop.abort();
  }, [round]);
  const retry = useCallback(() => {
    setFailure("");
    setRound((now) => now + 1);
  }, []);
  return { access, failure, retry };
}

const ask = (signal: AbortSignal) => call(designerAccess, { signal });
