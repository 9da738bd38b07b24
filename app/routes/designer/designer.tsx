import { useCallback, useEffect, useState } from "react";
import { type UIMatch, useLocation, useMatches, useParams, useSearchParams } from "react-router";
import { call, messageOf } from "#app/data/api.ts";
import { EmbeddedFrame } from "#app/components/frame/embedded-frame.tsx";
import { useFrameHeight } from "#app/components/frame/use-frame-height.ts";
import { Button } from "#app/components/ui/button.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { designerTexts as texts } from "#texts/designer.ts";
import { framesTexts } from "#texts/frames.ts";
import { titleOf } from "#app/lib/title.ts";
import { designerAccess } from "#workers/contract/endpoints/designer.ts";
import type { Route } from "./+types/designer.ts";
import { Bar } from "./bar.tsx";

const Opening = () => (
  <p role="status" className="p-6 text-center text-muted">
    {texts.opening}
  </p>
);
const OwnDesigner = lazilyShown(
  () => import("./own-designer.tsx"),
  (module) => module.OwnDesigner,
  Opening,
);
const OwnFormDesigner = lazilyShown(
  () => import("./own-form-designer.tsx"),
  (module) => module.OwnFormDesigner,
  Opening,
);

const OwnFlowDesigner = lazilyShown(
  () => import("./own-flow-designer.tsx"),
  (module) => module.OwnFlowDesigner,
  Opening,
);

type Kind = keyof typeof texts.titles;

/** The designer's initial view for each kind. */
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

/** The title with the name that the list passed on, else with the id. */
const titleFor = (kind: Kind, id: string, state: unknown): string => {
  const named = typeof state === "object" && state !== null && "name" in state ? String(state.name) : id;
  return texts.titles[kind](named);
};

export function meta({ matches, params, location }: Route.MetaArgs): ReturnType<typeof titleOf> {
  return titleOf(titleFor(kindOf(matches), params.id ?? "", location.state));
}

/** A full-page external designer in a frame, which may send one message: that its session has ended (C-12). */
export default function Designer() {
  const kind = kindOf(useMatches());
  const { id = "", screenId } = useParams();
  const title = titleFor(kind, id, useLocation().state);
  const nodeId = useSearchParams()[0].get("nodeId");
  const { access, failure, retry } = useAccess();
  const height = useFrameHeight();
  const frameAddress = ({ url, accessId }: Access) =>
    addressOf(url ?? location.href, `${VIEWS[kind]}/${encodeURIComponent(id)}`, {
      accessId,
      nodeId,
      screenId: screenId ?? null,
    });
  // Its own bar has more to say than a title.
  const own = access?.url === null && !failure && (kind === "journey" || kind === "encap") ? kind : undefined;
  if (own) {
    return (
      <div className="fixed inset-0 z-30 flex flex-col bg-canvas">
        <OwnDesigner key={`${own} ${id}`} kind={own} id={id} title={title} nodeId={nodeId} />
      </div>
    );
  }
  if (kind === "forms" && access?.url === null && !failure) {
    return (
      <div className="fixed inset-0 z-30 flex flex-col bg-canvas">
        <OwnFormDesigner key={id} id={id} title={title} />
      </div>
    );
  }
  if (kind === "flow" && access?.url === null && !failure) {
    return (
      <div className="fixed inset-0 z-30 flex flex-col bg-canvas">
        <OwnFlowDesigner key={id} id={id} screenId={screenId ?? ""} title={title} />
      </div>
    );
  }
  return (
    <div className="fixed inset-0 z-30 flex flex-col bg-canvas">
      <Bar title={title} />
      {failure ? (
        <ErrorState title={texts.failed} text={failure} onRetry={retry} />
      ) : access === undefined || access.url === null ? (
        <p role="status" className="p-6 text-center text-muted">
          {texts.opening}
        </p>
      ) : (
        <EmbeddedFrame
          title={texts.frame(title)}
          url={frameAddress(access)}
          height={height}
          onRetry={retry}
          newTab={<NewTab addressOf={frameAddress} />}
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

/** A tab needs its own code: the frame's may be used up. It opens at once, or a popup blocker would stop it. */
function NewTab({ addressOf: addressFor }: { addressOf: (access: Access) => URL }) {
  const open = async () => {
    const tab = window.open("", "_blank");
    if (!tab) return;
    tab.opener = null;
    try {
      tab.location.replace(addressFor(await ask()));
    } catch {
      tab.close();
    }
  };
  return (
    <Button size="sm" onClick={() => void open()}>
      {framesTexts.newTab}
    </Button>
  );
}

/** An access code for the frame; a new one each time, since it works only once. */
function useAccess() {
  const [access, setAccess] = useState<Access>();
  const [failure, setFailure] = useState("");
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    ask(stop.signal).then(setAccess, (error: unknown) => {
      if (stop.signal.aborted) return;
      setFailure(messageOf(error));
    });
    return () => stop.abort();
  }, [round]);
  const retry = useCallback(() => {
    setFailure("");
    setAccess(undefined);
    setRound((now) => now + 1);
  }, []);
  return { access, failure, retry };
}

type Access = Awaited<ReturnType<typeof ask>>;

const ask = (signal?: AbortSignal) => call(designerAccess, signal && { signal });
