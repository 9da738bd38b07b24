import { RotateCw } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { framesTexts as texts } from "#texts/frames.ts";
import { uiTexts } from "#texts/ui.ts";
import { endSession } from "#app/session/session.ts";
import { type FrameMessage, readFrameMessage } from "./frame-message.ts";

/** Time for a slow page to load and then to send its first message; a page that refuses framing never sends one. */
const LOAD_MS = 10_000;
const SPEAK_MS = 4_000;

/**
 * Another page in a frame. It may send the messages that FrameMessage lists. A page that sends nothing is down, or
 * refuses to be framed, which no event reports: then an error is shown above it, with Retry and a tab of its own.
 */
export function EmbeddedFrame({
  title,
  url,
  height,
  newTab,
  onSay,
  onRetry,
}: {
  title: string;
  url: URL;
  height: number;
  /** Opens the page outside the console. */
  newTab: ReactNode;
  onSay?: (message: FrameMessage) => void;
  /** Supplies a new address, if an address is valid only once; by default the same one is loaded again. */
  onRetry?: () => void;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [round, setRound] = useState(0);
  const shown = `${round} ${url.href}`;
  const { silent, onLoad } = useSilence(frame, url.origin, shown, onSay);
  return (
    <>
      {silent && (
        <Banner
          kind="error"
          live
          title={texts.silent}
          className="m-3 flex-wrap"
          actions={
            <>
              <Button
                size="sm"
                icon={<RotateCw aria-hidden />}
                onClick={onRetry ?? (() => setRound(round + 1))}
              >
                {uiTexts.retry}
              </Button>
              {newTab}
            </>
          }
        >
          {texts.silentText(url.host)}
        </Banner>
      )}
      <iframe
        // A new frame rather than a new address in it, which would add a history entry that Back undoes before leaving
        // the screen.
        key={shown}
        ref={frame}
        title={title}
        src={url.href}
        height={height}
        onLoad={onLoad}
        referrerPolicy="no-referrer"
        // Another origin's page cannot remove its own sandbox, and our own page is trusted.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"
        className="w-full border-0"
      />
    </>
  );
}

/** Listens to the frame's messages, and notices when none comes in time. */
function useSilence(
  frame: RefObject<HTMLIFrameElement | null>,
  origin: string,
  shown: string,
  onSay: ((message: FrameMessage) => void) | undefined,
) {
  const [silentAt, setSilentAt] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const heard = useRef(false);
  const latest = useRef(onSay);
  useEffect(() => {
    latest.current = onSay;
  });
  const waitFor = (milliseconds: number) => {
    clearTimeout(timer.current);
    if (!heard.current) timer.current = setTimeout(() => setSilentAt(shown), milliseconds);
  };
  const wait = useRef(waitFor);
  useEffect(() => {
    wait.current = waitFor;
  });
  useEffect(() => {
    heard.current = false;
    wait.current(LOAD_MS);
    const onMessage = ({ origin: from, source, data }: MessageEvent<unknown>) => {
      if (from !== origin || source !== frame.current?.contentWindow) return;
      const message = readFrameMessage(data);
      if (!message) return;
      heard.current = true;
      clearTimeout(timer.current);
      setSilentAt(undefined);
      if (message.type === "session-out") endSession("expiredAgain");
      latest.current?.(message);
    };
    addEventListener("message", onMessage);
    return () => {
      clearTimeout(timer.current);
      removeEventListener("message", onMessage);
    };
  }, [frame, origin, shown]);
  return { silent: silentAt === shown, onLoad: () => wait.current(SPEAK_MS) };
}
