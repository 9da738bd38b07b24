import { MonitorSmartphone } from "lucide-react";
import { useRef } from "react";
import { call, request } from "#app/data/api.ts";
import { patch, useQueryOf } from "#app/data/query.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { sessionsTexts as texts } from "#texts/sessions.ts";
import { endSession as leave } from "#app/session/session.ts";
import {
  endAllSessions,
  endAllUserSessions,
  endSession,
  endUserSession,
  listSessions,
  listUserSessions,
  type LoginSession,
} from "#workers/contract/endpoints/sessions.ts";
import { deviceOf } from "./device.ts";

/** The user's login sessions; with `person` another user's, for an administrator. Ends one, the others, or all. */
export function SessionsCard({ person }: { person?: { id: string; name: string } }) {
  const toast = useToast();
  const confirm = useConfirm();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = person?.id ?? "";
  const own = useQueryOf(listSessions, {}, { enabled: !person });
  const theirs = useQueryOf(listUserSessions, { params: { id } }, { enabled: person !== undefined });
  const { answer, failure, reload } = person ? theirs : own;
  const list = answer?.sessions;

  const end = async (
    title: string,
    run: () => Promise<{ message: string }>,
    stays: (session: LoginSession) => boolean,
    text?: string,
  ) => {
    let said = "";
    const work = async () => {
      said = (await run()).message;
    };
    if (!(await confirm({ title, ...(text && { text }), confirmLabel: texts.end, run: work }))) return;
    toast.success(said);
    const without = (now: { sessions: LoginSession[] }) => ({ ...now, sessions: now.sessions.filter(stays) });
    if (person) patch(listUserSessions, { params: { id } }, without);
    else patch(listSessions, {}, without);
    // The row with the focused button is gone.
    heading.current?.focus();
  };
  const endOne = (session: LoginSession) =>
    end(
      texts.endQuestion(deviceOf(session.userAgent)),
      () =>
        person
          ? request(endUserSession, { params: { id, sessionId: session.id } })
          : request(endSession, { params: { id: session.id } }),
      (each) => each.id !== session.id,
    );
  const endOthers = (title: string, run: () => Promise<{ message: string }>, text?: string) =>
    end(title, run, ({ current }) => current, text);
  const endEverywhere = async () => {
    const run = () => call(endAllSessions, { query: { everywhere: true } });
    const asked = { title: texts.endEverywhereQuestion, text: texts.endOthersText, confirmLabel: texts.end };
    if (await confirm({ ...asked, run })) leave("signedOut");
  };
  const others = list?.filter(({ current }) => !current).length ?? 0;

  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-base font-semibold">
            <MonitorSmartphone aria-hidden className="size-5 text-muted" />
            {person ? texts.titleOf(person.name) : texts.title}
          </h2>
          {!person && <p className="mt-1 text-muted">{texts.lead}</p>}
        </div>
        {person
          ? others > 0 && (
              <Button
                onClick={() =>
                  void endOthers(texts.endAllOfQuestion(person.name), () =>
                    request(endAllUserSessions, { params: { id } }),
                  )
                }
              >
                {texts.endAllOf}
              </Button>
            )
          : list && (
              <div className="flex flex-wrap gap-2">
                {others > 0 && (
                  <Button
                    onClick={() =>
                      void endOthers(
                        texts.endOthersQuestion,
                        () => request(endAllSessions),
                        texts.endOthersText,
                      )
                    }
                  >
                    {texts.endOthers}
                  </Button>
                )}
                <Button onClick={() => void endEverywhere()}>{texts.endEverywhere}</Button>
              </div>
            )}
      </div>
      {failure && !list ? (
        <ErrorState title={texts.loadFailed} text={failure.message} onRetry={reload} />
      ) : !list ? (
        <SkeletonRows rows={3} />
      ) : (
        <>
          <ul className="mt-4 divide-y divide-line">
            {list.map((session) => (
              <Row key={session.id} session={session} onEnd={() => void endOne(session)} />
            ))}
          </ul>
          {others === 0 && <p className="mt-3 text-muted">{person ? texts.none : texts.only}</p>}
        </>
      )}
    </Card>
  );
}

function Row({ session, onEnd }: { session: LoginSession; onEnd: () => void }) {
  const { userAgent, address, createdAt, lastSeenAt, current } = session;
  const device = deviceOf(userAgent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {current && <Badge tone="accent">{texts.current}</Badge>}
        </p>
        <p className="text-[0.8125rem] text-muted">
          {texts.since(formatMoment(createdAt))} · {texts.seen(formatMoment(lastSeenAt))} ·{" "}
          {texts.from(address === "local" ? texts.local : address)}
        </p>
      </div>
      {!current && (
        <Button size="sm" aria-label={texts.endOne(device)} onClick={onEnd}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}
