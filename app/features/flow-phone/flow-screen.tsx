import { ArrowLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { flowPhoneTexts as texts } from "#texts/flow-phone.ts";
import { whyTexts } from "#texts/why.ts";
import { type Json, screensOf, textOf } from "#workers/contract/wa-flows/flow-json.ts";
import { answer, type RunState, show, type Shown } from "#workers/contract/wa-flows/run.ts";
import type { TakeFile } from "./files.ts";
import { PhoneComponent } from "./phone-component.tsx";

interface Props {
  content: Json;
  run: RunState;
  onRun: (next: RunState) => void;
  onBack: () => void;
  onPress: (shown: Shown, action: unknown) => void;
  take: TakeFile;
  /** Beside the title. */
  tools?: ReactNode;
  /** Below the screen's components. */
  children?: ReactNode;
}

/** The screen of a flow on which a run is, as a phone shows it. */
export function FlowScreen({ content, run, onRun, onBack, onPress, take, tools, children }: Props) {
  const current = screensOf(content).find(({ id }) => id === run.screen);
  const shown = run.done ? [] : show(content, run);
  const [onTheirWay, setOnTheirWay] = useState(0);
  // A screen that was left before its files were there would be answered without them.
  const hold = (files: Promise<void>) => {
    setOnTheirWay((now) => now + 1);
    void files.finally(() => setOnTheirWay((now) => now - 1));
  };
  return (
    <div className="phone-frame">
      <div className="flex min-h-11 items-center gap-1 border-b border-line px-2">
        <IconButton
          label={texts.back}
          icon={<ArrowLeft aria-hidden />}
          disabledReason={run.stack.length === 0 ? whyTexts.first : undefined}
          onClick={onBack}
        />
        <h2 className="min-w-0 flex-1 truncate font-semibold">{textOf(current?.["title"]) || run.screen}</h2>
        {tools}
      </div>
      <div className="grid min-h-64 content-start gap-4 p-4">
        {run.failure && (
          <Banner kind="warning" live>
            {run.failure}
          </Banner>
        )}
        {run.opened && <Banner kind="info">{texts.opened(run.opened)}</Banner>}
        {shown.length === 0 && !run.done && <p className="text-muted">{texts.nothing}</p>}
        {shown.map((each) => (
          <PhoneComponent
            key={each.path}
            shown={each}
            value={run.form[textOf(each.properties["name"])]}
            take={take}
            hold={hold}
            waits={onTheirWay > 0}
            error={run.errors[textOf(each.properties["name"])]}
            onAnswer={(value) => onRun(answer(content, run, each, value))}
            onPress={(action) => onTheirWay === 0 && onPress(each, action)}
          />
        ))}
        {children}
      </div>
    </div>
  );
}
