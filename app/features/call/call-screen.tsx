import { CameraOff, Mic, MicOff, MonitorUp, MonitorX, PhoneOff, Video } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { videoTexts as texts } from "#texts/video.ts";
import { type Call, type CallView, canShare } from "./call.ts";
import { statusOf, theirsOf } from "./words.ts";

/** A call: the other side's picture, one's own in a corner, what is going on in words, and the controls. */
export function CallScreen({
  call,
  view,
  name,
  notices,
  controls,
  shares = false,
  onHangUp,
  busy,
}: {
  call: Call;
  view: CallView;
  /** Of the other side. */
  name: string;
  notices?: ReactNode;
  controls?: ReactNode;
  /** Whether this end may show its screen. */
  shares?: boolean;
  onHangUp: () => void;
  busy: boolean;
}) {
  const { own, local, theirs, peer } = view;
  const [shareFailed, setShareFailed] = useState(false);
  const hasMic = (local?.getAudioTracks().length ?? 0) > 0;
  const hasCamera = (local?.getVideoTracks().length ?? 0) > 0;
  const showsPicture = peer === "connected" && (theirs?.camera !== false || theirs.sharing);
  const share = async () => setShareFailed(!(await call.share()));
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="grid gap-2 empty:hidden">
        {notices}
        {view.noDevices && (
          <Banner
            kind="warning"
            title={texts.noDevices}
            live
            actions={
              <Button size="sm" onClick={() => void call.openDevices()}>
                {texts.tryDevices}
              </Button>
            }
          >
            {texts.noDevicesText}
          </Banner>
        )}
        {shareFailed && <Failure text={texts.cannotShare} />}
      </div>
      <div className="relative min-h-64 flex-1 overflow-hidden rounded-lg border border-line bg-hover">
        <Picture
          stream={call.remote}
          label={texts.theirView(name)}
          className={cx("size-full object-contain", !showsPicture && "invisible")}
        />
        {hasCamera && (
          <Picture
            stream={local}
            label={texts.selfView}
            muted
            className={cx(
              "absolute end-3 bottom-3 w-1/4 max-w-48 min-w-20 rounded-md border border-line object-cover",
              !own.camera && "hidden",
            )}
          />
        )}
      </div>
      <div>
        <p role="status" className="font-medium">
          {statusOf(view, name)}
        </p>
        {/* Apart, so that one's muting is not read together with what stays. */}
        <p role="status" className="min-h-5 text-muted">
          {theirsOf(view, name).join(" · ")}
        </p>
      </div>
      <div role="group" aria-label={texts.controls} className="flex flex-wrap gap-2">
        <Button
          icon={own.muted ? <MicOff aria-hidden /> : <Mic aria-hidden />}
          disabledReason={!hasMic ? texts.noMic : undefined}
          onClick={() => call.mute(!own.muted)}
        >
          {own.muted ? texts.unmute : texts.mute}
        </Button>
        <Button
          icon={own.camera ? <Video aria-hidden /> : <CameraOff aria-hidden />}
          disabledReason={!hasCamera ? texts.noCamera : undefined}
          onClick={() => call.turnCamera(!own.camera)}
        >
          {own.camera ? texts.cameraOff : texts.cameraOn}
        </Button>
        {shares && canShare() && (
          <Button
            icon={own.sharing ? <MonitorX aria-hidden /> : <MonitorUp aria-hidden />}
            onClick={() => (own.sharing ? call.stopSharing() : void share())}
          >
            {own.sharing ? texts.stopSharing : texts.share}
          </Button>
        )}
        {controls}
        <Button tone="danger" icon={<PhoneOff aria-hidden />} busy={busy} onClick={onHangUp}>
          {texts.hangUp}
        </Button>
      </div>
    </div>
  );
}

/** The call is over, was opened elsewhere, or its link is good no longer. */
export function CallOver({
  view,
  notices,
  children,
}: {
  view: CallView;
  notices?: ReactNode;
  children?: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  // The element that had the focus is gone.
  useEffect(() => box.current?.focus(), []);
  const isOver = view.wire === "over";
  return (
    <div ref={box} role="status" tabIndex={-1} className="outline-none">
      <EmptyState title={isOver ? texts.over : texts.goneTitle} action={children}>
        {isOver ? view.endedBy && texts.overBy[view.endedBy] : texts.goneText}
      </EmptyState>
      {notices}
    </div>
  );
}

export function CallReplaced({ call }: { call: Call }) {
  return (
    <EmptyState
      title={texts.replaced}
      action={
        <Button tone="primary" autoFocus onClick={() => call.takeBack()}>
          {texts.takeBack}
        </Button>
      }
    >
      {texts.replacedText}
    </EmptyState>
  );
}

function Picture({
  stream,
  label,
  muted = false,
  className,
}: {
  stream: MediaStream | null;
  label: string;
  muted?: boolean;
  className: string;
}) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const { current } = video;
    if (current && current.srcObject !== stream) current.srcObject = stream;
  }, [stream]);
  // Live speech has no captions.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <video ref={video} aria-label={label} autoPlay playsInline muted={muted} className={className} />;
}
