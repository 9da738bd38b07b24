import { useEffect, useRef, useState } from "react";
import { call, messageOf, upload } from "#app/data/api.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { digestOf, type TakeFile } from "#app/features/flow-phone/files.ts";
import { FlowScreen } from "#app/features/flow-phone/flow-screen.tsx";
import { matches } from "#app/features/flow-phone/matches.ts";
import { useSend } from "#app/kit/use-send.ts";
import { flowPhoneTexts as texts } from "#texts/flow-phone.ts";
import { uiTexts } from "#texts/ui.ts";
import { type Entry, type Phone, takeSimulatedMedium } from "#workers/contract/endpoints/simulator.ts";
import { simulatedFlow } from "#workers/contract/endpoints/simulator-flows.ts";
import { type Json, jsonOf, screensOf } from "#workers/contract/wa-flows/flow-json.ts";
import { back, begin, press, type RunState, type Shown } from "#workers/contract/wa-flows/run.ts";
import type { Person } from "./persons.ts";

type Act = "open" | "data_exchange" | "back" | "complete";
/** The answer of an endpoint that says nothing more: the flow's end then holds what the press sends. */
const NOTHING_MORE = { screen: "", data: {} };

/** A flow that somebody fills in on their phone: it encrypts, signs and asks our endpoint as WhatsApp does. */
export function FlowPlayer({
  channelId,
  person: { name, address },
  entry,
  onPhone,
  onClose,
}: {
  channelId: string;
  person: Person;
  entry: Entry;
  /** The phone after the answer was sent. */
  onPhone: (phone: Phone) => void;
  onClose: () => void;
}) {
  const [opened, setOpened] = useState<{ content: Json; run: RunState }>();
  const sending = useSend();
  const tell = (
    action: Act,
    screen: string,
    data: Json,
    next: (said: NextScreen, content: Json) => RunState,
  ) =>
    sending.send(
      () =>
        call(simulatedFlow, {
          params: { id: channelId },
          body: { person: { name, ...address }, message: entry.id, action, screen, data },
        }),
      ({ phone, ended, content, ...said }) => {
        if (!ended) return setOpened({ content, run: next(said, content) });
        onPhone(phone);
        onClose();
      },
    );
  const open = () => tell("open", "", {}, ({ screen, data }, content) => begin(content, screen, data));
  const first = useRef(open);
  useEffect(() => void first.current(), []);

  const take: TakeFile = async (file) => {
    try {
      const { payload } = await upload(takeSimulatedMedium, {
        params: { id: channelId },
        body: { kind: "document" },
        files: [file],
      });
      const { id, mime, name: fileName } = payload;
      return { file: { id, mime_type: mime, sha256: await digestOf(file), file_name: fileName } };
    } catch (error) {
      return { failure: messageOf(error) };
    }
  };
  const pressed = (content: Json, run: RunState, shown: Shown, action: unknown) => {
    const asks = jsonOf(action)["name"] === "data_exchange";
    const tried = press(content, run, shown, action, { matches, ...(asks && { endpoint: NOTHING_MORE }) });
    if (!tried.done) return setOpened({ content, run: tried });
    const act = asks ? "data_exchange" : "complete";
    return void tell(act, run.screen, jsonOf(tried.done), (said) =>
      press(content, run, shown, action, { matches, endpoint: said }),
    );
  };
  const goBack = (content: Json, run: RunState) => {
    const before = back(run);
    const isAsked = screensOf(content).find(({ id }) => id === before.screen)?.["refresh_on_back"] === true;
    if (!isAsked) return setOpened({ content, run: before });
    return void tell("back", run.screen, {}, ({ screen, data }) => ({
      ...begin(content, screen, data),
      stack: before.stack,
    }));
  };
  const title = entry.body.kind === "flow" ? entry.body.button : "";
  return (
    <Dialog open title={title} size="sm" onClose={onClose}>
      <div className="grid gap-3" aria-busy={sending.busy}>
        <Failure text={sending.failure} />
        {opened ? (
          <FlowScreen
            {...opened}
            take={take}
            onRun={(run) => setOpened({ content: opened.content, run })}
            onBack={() => goBack(opened.content, opened.run)}
            onPress={(shown, action) => pressed(opened.content, opened.run, shown, action)}
          />
        ) : sending.failure ? (
          <Button onClick={() => void open()}>{uiTexts.retry}</Button>
        ) : (
          <p role="status" className="text-muted">
            {texts.working}
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface NextScreen {
  screen: string;
  data: Readonly<Record<string, unknown>>;
}
