import { type FormEvent, useId, useState } from "react";
import { ApiError, call, request } from "#app/data/api.ts";
import { FormHead } from "#app/kit/form-head.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import { errorsTexts } from "#texts/errors.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  createIntegration,
  type Finding,
  type Integration,
  testIntegration,
  tryIntegration,
  updateIntegration,
} from "#workers/contract/endpoints/integrations.ts";
import { ConfigField, labelOf } from "./config-field.tsx";
import { bodyOf, type Draft, draftOf, fieldsOf, problemsIn, toForm, type Type, TYPES } from "./draft.ts";
import { FindingBanner } from "./finding-banner.tsx";

export interface ConfigDialogProps {
  /** The configuration to change; undefined for a new one. */
  config?: Integration | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Creates or changes a configuration. Secrets go to the server once and are never shown again. */
export function ConfigDialog({ config, onClose, onSaved }: ConfigDialogProps) {
  const toast = useToast();
  const formId = useId();
  const [start] = useState(() => draftOf(config));
  const [draft, setDraft] = useState<Draft>(start);
  const [type, setType] = useState<Type>(config ? (String(config.authType) as Type) : "2");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState("");
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState<"test" | "save">();
  const [found, setFound] = useState<Finding>();

  const fields = fieldsOf(type, draft);
  const all = ["name", ...fields];
  const problems = problemsIn(type, draft, config);
  const errorOf = (field: string) => refused[field] ?? (left.has(field) ? problems[field] : undefined);
  const idOf = (field: string) => `${formId}-${field.replaceAll(".", "-")}`;
  const change = (field: string, value: string) => {
    setDraft((now) => ({ ...now, [field]: value }));
    setRefused(({ [field]: _, ...rest }) => rest);
    setFound(undefined);
  };
  const leave = (field: string) => setLeft((now) => new Set(now).add(field));

  const attempt = async (what: "test" | "save", work: () => Promise<void>) => {
    if (busy) return;
    setLeft(new Set(all));
    setFailure("");
    setFound(undefined);
    // A configuration that is only tested needs no name.
    if (all.some((field) => problems[field] && !(what === "test" && field === "name"))) {
      setRound((now) => now + 1);
      return;
    }
    setBusy(what);
    try {
      await work();
    } catch (error) {
      const answered = error instanceof ApiError ? error : new ApiError(errorsTexts.internal);
      const taken = answered.status === 409 && !answered.errors["revision"];
      setRefused(taken ? { name: answered.message } : toForm(answered.errors));
      setFailure(answered.message);
      setRound((now) => now + 1);
    } finally {
      setBusy(undefined);
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    void attempt("save", async () => {
      const body = bodyOf(type, draft);
      const { message } = config
        ? await request(updateIntegration, {
            params: { id: config.id },
            body: { ...body, revision: config.revision },
          })
        : await request(createIntegration, { body });
      toast.success(message);
      onSaved();
    });
  };
  const test = () =>
    attempt("test", async () => {
      // A stored model key is never sent to edited settings: without a new key the stored configuration is tested.
      if (config && type === "5" && !draft["apikey"]) {
        setFound(await call(testIntegration, { params: { id: config.id } }));
        return;
      }
      const body = { ...bodyOf(type, draft), ...(config && { id: config.id }) };
      setFound(await call(tryIntegration, { body }));
    });
  const shown = all.flatMap((field) => {
    const text = errorOf(field);
    return text ? [{ id: idOf(field), text: `${labelOf(field)}: ${text}` }] : [];
  });
  const hintOf = (field: string) => {
    const name = field.replace("secrets.", "");
    return config?.secrets.find((each) => each.field === name)?.hint;
  };

  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={config ? texts.editTitle(config.name) : texts.createTitle}
      edited={JSON.stringify(draft) !== JSON.stringify(start)}
      busy={busy !== undefined}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button busy={busy === "test"} onClick={() => void test()}>
            {busy === "test" ? texts.testing : texts.test}
          </Button>
          <Button tone="primary" type="submit" form={formId} busy={busy === "save"}>
            {uiTexts.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} noValidate className="grid gap-4">
        <FormHead failure={failure} problems={shown} round={round} />
        {found && <FindingBanner finding={found} />}
        {!config && (
          <RadioGroup
            legend={texts.chooseType}
            value={type}
            onChange={(next) => {
              setType(next);
              setRefused({});
              setLeft(new Set());
              setFound(undefined);
            }}
            choices={TYPES.map((value) => ({
              value,
              label: texts.types[value],
              hint: texts.typeTexts[value],
            }))}
          />
        )}
        <Field id={idOf("name")} label={texts.name} required error={errorOf("name")}>
          <TextInput
            value={draft["name"] ?? ""}
            maxLength={100}
            data-autofocus={config ? true : undefined}
            onChange={(event) => change("name", event.target.value)}
            onBlur={() => draft["name"] && leave("name")}
          />
        </Field>
        {fields.map((field) => (
          <ConfigField
            key={`${type}-${field}`}
            field={field}
            genAiType={type === "5"}
            id={idOf(field)}
            value={draft[field] ?? ""}
            error={errorOf(field)}
            hint={hintOf(field)}
            onChange={(value) => change(field, value)}
            onLeave={() => draft[field] && leave(field)}
          />
        ))}
      </form>
    </Dialog>
  );
}
