import { useState } from "react";
import { useParams } from "react-router";
import { ApiError, call as ask, messageOf } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { PublicFailure } from "#app/features/public-failure.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { Call } from "#app/features/call/call.ts";
import { CallOver, CallReplaced, CallScreen } from "#app/features/call/call-screen.tsx";
import { canCall } from "#app/features/call/devices.ts";
import { useCall } from "#app/features/call/use-call.ts";
import { useHydrated } from "#app/lib/store.ts";
import { titleOf } from "#app/lib/title.ts";
import { useSend } from "#app/kit/use-send.ts";
import { videoTexts as texts } from "#texts/video.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { consentToRecording, joinCall, leaveCall, openCall } from "#workers/contract/endpoints/call.ts";

export const meta = () => [...titleOf(texts.title), { name: "robots", content: "noindex" }];

/** A video call for whoever was sent its link: no account, nothing installed. */
export default function CustomerCall() {
  const { token = "" } = useParams();
  const { answer, failure, reload } = useQueryOf(openCall, { params: { token } });
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex h-dvh min-h-120 w-full max-w-5xl flex-col p-3 sm:p-6"
    >
      {failure && (failure.status === 404 || failure.status === 400) ? (
        <Gone />
      ) : failure ? (
        <PublicFailure page={texts.title} title={texts.failed} failure={failure} onRetry={reload} />
      ) : !answer ? (
        <SkeletonRows label={texts.loading} />
      ) : answer.state === "over" ? (
        <Gone />
      ) : (
        <Invited key={token} token={token} opened={answer} />
      )}
    </main>
  );
}

const Gone = () => (
  <>
    <h1 className="sr-only">{texts.title}</h1>
    <EmptyState title={texts.goneTitle}>{texts.goneText}</EmptyState>
  </>
);

/** The browser's own seat at a link: it lives as long as its tab, over a reload. */
const seatKey = (token: string) => `call:${token.slice(-24)}`;

/** Sits down, the first time and whenever the socket comes back. */
async function sit(token: string) {
  const seat = sessionStorage.getItem(seatKey(token)) ?? undefined;
  const joined = await ask(joinCall, { params: { token }, body: { ...(seat !== undefined && { seat }) } });
  sessionStorage.setItem(seatKey(token), joined.seat);
  return joined;
}

/** The call as first opened, even when it is asked for anew: somebody is in it. */
function Invited({ token, opened }: { token: string; opened: ReplyOf<typeof openCall> }) {
  const [{ agent, enterprise, name }] = useState(opened);
  const [joined, setJoined] = useState<Call>();
  const [taken, setTaken] = useState(false);
  const hydrated = useHydrated();
  const joining = useSend({
    refused: ({ status }) => {
      if (status !== 409) return false;
      setTaken(true);
      return true;
    },
  });
  const join = (camera: boolean) =>
    joining.send(
      () => sit(token),
      (first) => {
        let next: ReplyOf<typeof joinCall> | undefined = first;
        const call = new Call(
          "customer",
          async () => {
            // The first ticket is there already, unless asking for the camera took longer than it lives.
            const fresh = next && Date.now() - at < 20_000 ? next : await sit(token);
            next = undefined;
            return fresh;
          },
          first.recording ?? undefined,
        );
        const at = Date.now();
        setJoined(call);
        void call.begin({ camera });
      },
    );
  if (joined) return <Joined call={joined} token={token} agent={agent} />;
  return (
    <div className="m-auto grid max-w-md gap-4 text-center">
      <h1 className="text-xl font-semibold [overflow-wrap:anywhere]">{texts.invited(agent, enterprise)}</h1>
      {taken ? (
        <Banner kind="error" live title={texts.takenTitle} className="text-start">
          {texts.takenText}
        </Banner>
      ) : hydrated && !canCall() ? (
        <Banner kind="error" className="text-start">
          {texts.unsupported}
        </Banner>
      ) : (
        <>
          <p className="[overflow-wrap:anywhere]">{texts.yourName(name)}</p>
          <p className="text-muted">{texts.invitedText}</p>
          <Failure text={joining.failure} className="text-start" />
          <div className="flex flex-wrap justify-center gap-2">
            <Button tone="primary" size="lg" busy={joining.busy} onClick={() => void join(true)}>
              {texts.join}
            </Button>
            <Button
              size="lg"
              disabledReason={joining.busy ? uiTexts.wait : undefined}
              onClick={() => void join(false)}
            >
              {texts.joinWithout}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function Joined({ call, token, agent }: { call: Call; token: string; agent: string }) {
  const view = useCall(call);
  const leaving = useSend();
  const seat = () => sessionStorage.getItem(seatKey(token)) ?? "";
  const hangUp = () =>
    leaving.send(() => ask(leaveCall, { params: { token }, body: { seat: seat() } }).catch(overAnyway));
  if (view.wire === "over" || view.wire === "gone")
    return (
      <>
        <h1 className="sr-only">{texts.title}</h1>
        <CallOver view={view} />
      </>
    );
  if (view.wire === "replaced") return <CallReplaced call={call} />;
  return (
    <>
      <h1 className="sr-only">{texts.title}</h1>
      <CallScreen
        call={call}
        view={view}
        name={agent}
        busy={leaving.busy}
        onHangUp={() => void hangUp()}
        notices={
          <>
            <Consent call={call} recording={view.recording} token={token} seat={seat} agent={agent} />
            <Failure text={leaving.failure} />
          </>
        }
      />
    </>
  );
}

/** The question whether it may be recorded, and the word that it is. */
function Consent({
  call,
  recording,
  token,
  seat,
  agent,
}: {
  call: Call;
  recording: ReturnType<typeof useCall>["recording"];
  token: string;
  seat: () => string;
  agent: string;
}) {
  const [failure, setFailure] = useState("");
  if (recording?.state !== "asked" && recording?.state !== "recording") return null;
  const { id, state } = recording;
  const answer = async (agrees: boolean) => {
    setFailure("");
    try {
      await ask(consentToRecording, {
        params: { token },
        body: { seat: seat(), recordingId: id, agrees },
      });
      call.noteRecording({ id, state: agrees ? "recording" : state === "asked" ? "refused" : "ended" });
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return (
    <>
      {state === "asked" ? (
        <Banner
          kind="info"
          live
          title={texts.consentTitle(agent)}
          actions={
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => void answer(false)}>
                {texts.disagree}
              </Button>
              <Button size="sm" tone="primary" onClick={() => void answer(true)}>
                {texts.agree}
              </Button>
            </div>
          }
        >
          {texts.consentText}
        </Banner>
      ) : (
        <Banner
          kind="warning"
          live
          actions={
            <Button size="sm" onClick={() => void answer(false)}>
              {texts.withdraw}
            </Button>
          }
        >
          {texts.recorded}
        </Banner>
      )}
      <Failure text={failure} />
    </>
  );
}

/** It was over when this came: the socket says so too. */
function overAnyway(error: unknown): null {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null;
  throw error;
}
