import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { flowDesignerTexts } from "#texts/flow-designer.ts";
import { type Json, jsonOf, screensOf, textOf } from "#workers/contract/wa-flows/flow-json.ts";
import {
  back,
  begin,
  type EndpointAnswer,
  examplesOf,
  press,
  type RunState,
  type Shown,
} from "#workers/contract/wa-flows/run.ts";
import { FlowScreen } from "#app/features/flow-phone/flow-screen.tsx";
import { tabFiles } from "#app/features/flow-phone/tab-files.ts";
import { matches } from "#app/features/flow-phone/matches.ts";
import { flowPhoneTexts } from "#texts/flow-phone.ts";
import { JsonField } from "./json-field.tsx";

const texts = flowDesignerTexts.phone;

/** The flow as a phone runs it, from the screen that is worked on. */
export function Phone({ content, screen }: { content: Json; screen: string }) {
  const [kept, setKept] = useState(() => ({ from: screen, run: begin(content, screen) }));
  const [take] = useState(() => tabFiles());
  /** A press that asks the endpoint waits for what it answers. */
  const [asking, setAsking] = useState<{ shown: Shown; action: unknown }>();
  const isKnown = screensOf(content).some(({ id }) => id === kept.run.screen);
  const run = kept.from === screen && isKnown ? kept.run : begin(content, screen);
  const become = (next: RunState) => setKept({ from: screen, run: next });
  const pressed = (shown: Shown, action: unknown, endpoint?: EndpointAnswer) => {
    const tried = press(content, run, shown, action, { matches, ...(endpoint && { endpoint }) });
    const isAsked = jsonOf(action)["name"] === "data_exchange" && !endpoint;
    if (isAsked && Object.keys(tried.errors).length === 0) return setAsking({ shown, action });
    setAsking(undefined);
    return become(tried);
  };
  return (
    <section aria-label={texts.label} className="mx-auto grid w-full max-w-sm gap-3">
      <p className="text-[0.8125rem] text-muted">{texts.note}</p>
      <FlowScreen
        {...{ content, run }}
        onRun={become}
        onBack={() => become(back(run))}
        onPress={pressed}
        take={take}
        tools={
          <IconButton
            label={flowPhoneTexts.again}
            icon={<RotateCcw aria-hidden />}
            onClick={() => become(begin(content, screen))}
          />
        }
      >
        {asking && !run.done && (
          <Endpoint content={content} onAnswer={(said) => pressed(asking.shown, asking.action, said)} />
        )}
        {run.done && (
          <div role="status" className="grid gap-2">
            <p className="font-medium">{flowPhoneTexts.done}</p>
            <pre className="rounded-md bg-sunken p-3 text-[0.8125rem] [overflow-wrap:anywhere] whitespace-pre-wrap">
              {JSON.stringify(run.done, null, 2)}
            </pre>
          </div>
        )}
      </FlowScreen>
    </section>
  );
}

/** Plays the endpoint: the next screen, and what it shows. */
function Endpoint({ content, onAnswer }: { content: Json; onAnswer: (answer: EndpointAnswer) => void }) {
  const screens = screensOf(content);
  const [screen, setScreen] = useState(textOf(screens[0]?.["id"]));
  const [data, setData] = useState<unknown>();
  const examples = examplesOf(screens.find(({ id }) => id === screen) ?? {});
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-md border border-line p-3">
      <legend className="px-1 font-medium">{texts.endpoint}</legend>
      <Field label={texts.endpointNext}>
        <Select
          value={screen}
          options={[
            ...screens.map(({ id }) => ({ value: textOf(id), label: textOf(id) })),
            { value: "", label: texts.endpointEnd },
          ]}
          onChange={(next) => {
            setScreen(next);
            setData(undefined);
          }}
        />
      </Field>
      <JsonField key={screen} label={texts.endpointData} value={data ?? examples} onChange={setData} />
      <div>
        <Button size="sm" onClick={() => onAnswer({ screen, data: jsonOf(data ?? examples) })}>
          {texts.answer}
        </Button>
      </div>
    </fieldset>
  );
}
