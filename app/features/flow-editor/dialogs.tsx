import { useState } from "react";
import { request } from "#app/data/api.ts";
import { PublishWindow } from "#app/features/draft-editor/publish-window.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { designerTexts } from "#texts/designer.ts";
import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";
import { waFlowListTexts } from "#texts/wa-flow-list.ts";
import {
  publishWaFlow,
  type WaFlowDraft,
  type WaFlowMetaError,
} from "#workers/contract/endpoints/wa-flows.ts";
import { isJson, textOf } from "#workers/contract/wa-flows/flow-json.ts";
import { waFlowCategories, waFlowLimits, waFlowRules } from "#workers/contract/wa-flows/flow.ts";
import { FLOW_VERSIONS } from "#workers/contract/wa-flows/versions.ts";
import { JsonField } from "./json-field.tsx";
import { CheckList } from "./property-field.tsx";
import type { FlowControl } from "./use-flow.ts";

interface Props {
  draft: WaFlowDraft;
  control: FlowControl;
  onClose: () => void;
}

/** Sends the flow to WhatsApp and publishes it; what WhatsApp finds wrong is shown here. */
export function PublishDialog({ draft, control, onClose }: Props) {
  const [found, setFound] = useState<readonly WaFlowMetaError[]>([]);
  const { busy, failure, setFailure, send } = useSend();
  const submit = async () => {
    setFound([]);
    if (!(await control.flush())) return setFailure(texts.notSaved);
    return send(
      () => request(publishWaFlow, { params: { id: draft.id }, body: { revision: control.revision() } }),
      ({ payload }) => {
        if (payload.state === "DRAFT") return setFound(payload.metaErrors);
        control.setState(payload.state);
        return onClose();
      },
    );
  };
  const wrong = control.problems.filter(({ severity }) => severity === "error");
  return (
    <PublishWindow
      {...{ busy, failure, onClose }}
      title={texts.publishTitle}
      text={texts.publishText}
      submit={texts.publish}
      disabledReason={wrong.length > 0 ? texts.mendFirst(wrong.length) : undefined}
      onSubmit={() => void submit()}
    >
      {wrong.length > 0 && (
        <Found
          title={designerTexts.draft.problems}
          lines={wrong.map(({ path, sentence }) => ({ key: path + sentence, text: sentence, path }))}
        />
      )}
      {found.length > 0 && (
        <Found
          title={texts.metaSays}
          lines={found.map(({ path, sentence, line }) => ({
            key: `${path} ${line} ${sentence}`,
            text: line === null ? sentence : texts.lineOf(line, sentence),
            path,
          }))}
        />
      )}
    </PublishWindow>
  );
}

function Found({ title, lines }: { title: string; lines: { key: string; text: string; path: string }[] }) {
  return (
    <div role="alert">
      <h3 className="font-medium text-danger-ink">{title}</h3>
      <ul className="grid list-disc gap-1 ps-5">
        {lines.map(({ key, text, path }) => (
          <li key={key} className="[overflow-wrap:anywhere]">
            {text} <span className="text-xs text-muted">{path}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The flow's own settings, which belong to none of its screens. */
export function SettingsDialog({ control, readOnly, onClose }: Omit<Props, "draft"> & { readOnly: boolean }) {
  const { name, categories, content, rules } = control.value;
  const version = textOf(content["version"]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.settingsTitle}
      footer={<Button onClick={onClose}>{texts.done}</Button>}
    >
      <fieldset disabled={readOnly} className="grid min-w-0 gap-4">
        <Field label={texts.name}>
          <TextInput
            dir="auto"
            maxLength={waFlowLimits.name}
            value={name}
            onChange={({ target }) => control.change((value) => ({ ...value, name: target.value }), "name")}
          />
        </Field>
        <CheckList
          legend={texts.categories}
          options={waFlowCategories.map((value) => ({ value, label: waFlowListTexts.categories[value] }))}
          value={categories}
          onChange={(chosen) => {
            const kept = waFlowCategories.filter((each) => chosen.includes(each));
            if (kept.length > 0) control.change((value) => ({ ...value, categories: kept }));
          }}
        />
        <Field label={texts.version}>
          <Select
            value={version}
            options={[...new Set([...FLOW_VERSIONS, version])].map((value) => ({ value, label: value }))}
            onChange={(chosen) => control.edit((now) => ({ ...now, version: chosen }))}
          />
        </Field>
        <JsonField
          label={texts.rules}
          hint={texts.rulesHint}
          value={Object.keys(rules).length > 0 ? rules : undefined}
          onChange={(value) => {
            const read = waFlowRules.safeParse(isJson(value) ? value : {});
            if (read.success) control.change((now) => ({ ...now, rules: read.data }), "rules");
          }}
        />
      </fieldset>
    </Dialog>
  );
}
