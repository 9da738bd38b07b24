import { useState } from "react";
import { call, request } from "#app/data/api.ts";
import { invalidate, patch } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import {
  createIntegration,
  type Finding,
  type Integration,
  listIntegrations,
  testIntegration,
  tryIntegration,
  updateIntegration,
} from "#workers/contract/endpoints/integrations.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { ConfigField, labelOf } from "./config-field.tsx";
import { bodyOf, draftOf, fieldsOf, problemsIn, toForm, type Type, TYPES } from "./draft.ts";
import { FindingBanner } from "./finding-banner.tsx";

const FORM = "config";

/** Creates or changes a configuration. Secrets go to the server once and are never shown again. */
export function ConfigDialog({
  config: stored,
  onClose,
}: {
  /** The configuration to change; undefined for a new one. */
  config: Integration | undefined;
  onClose: () => void;
}) {
  // Saved with the revision that the form began from, even if the list has learnt of a newer one.
  const [config] = useState(stored);
  const [start] = useState(() => draftOf(config));
  const [type, setType] = useState<Type>(config ? (String(config.authType) as Type) : "2");
  const [testing, setTesting] = useState(false);
  const [found, setFound] = useState<Finding>();
  const form = useFields(start, (draft) => problemsIn(type, draft, config));
  const { values, errors } = form;
  const fields = fieldsOf(type, values);
  const all = ["name", ...fields];
  const sending = useSend({
    refused: ({ status, errors: given, message }) => {
      const refused = status === 409 && !given["revision"] ? { name: message } : toForm(given);
      const known = all.some((field) => refused[field]);
      if (known) form.refuse(refused);
      return known;
    },
  });
  const change = (field: string, value: string) => {
    form.set(field, value);
    setFound(undefined);
  };

  const save = () => {
    setFound(undefined);
    setTesting(false);
    if (!form.check(all)) return;
    const body = bodyOf(type, values);
    void sending.send(
      () =>
        config
          ? request(updateIntegration, {
              params: { id: config.id },
              body: { ...body, revision: config.revision },
            })
          : request(createIntegration, { body }),
      ({ payload }) => {
        if (config) patch(listIntegrations, undefined, (now) => withSaved(now, payload));
        else void invalidate(listIntegrations);
        onClose();
      },
    );
  };
  const test = () => {
    setFound(undefined);
    setTesting(true);
    // A configuration that is only tested needs no name.
    if (!form.check(fields)) return;
    void sending.send(() => {
      // A stored model key is never sent to edited settings: without a new key the stored configuration is tested.
      if (config && type === "5" && !values["apikey"]) {
        return call(testIntegration, { params: { id: config.id } });
      }
      return call(tryIntegration, { body: { ...bodyOf(type, values), ...(config && { id: config.id }) } });
    }, setFound);
  };
  const hintOf = (field: string) => {
    const name = field.replace("secrets.", "");
    return config?.secrets.find((each) => each.field === name)?.hint;
  };

  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id={FORM}
      size="lg"
      title={config ? texts.editTitle(config.name) : texts.createTitle}
      labels={Object.fromEntries(all.map((field) => [field, labelOf(field)]))}
      edited={JSON.stringify(values) !== JSON.stringify(start)}
      onSubmit={save}
      buttons={
        <Button busy={sending.busy && testing} onClick={test}>
          {sending.busy && testing ? texts.testing : texts.test}
        </Button>
      }
    >
      {found && <FindingBanner finding={found} />}
      {!config && (
        <RadioGroup
          legend={texts.chooseType}
          value={type}
          onChange={(next) => {
            setType(next);
            // Keeps the input without its errors: nothing of the other type's fields was left or refused.
            form.reset(values);
            setFound(undefined);
          }}
          choices={TYPES.map((value) => ({
            value,
            label: texts.types[value],
            hint: texts.typeTexts[value],
          }))}
        />
      )}
      <Field id={`${FORM}-name`} label={texts.name} required error={errors["name"]}>
        <TextInput maxLength={100} data-autofocus={config ? true : undefined} {...form.text("name")} />
      </Field>
      {fields.map((field) => (
        <ConfigField
          key={`${type}-${field}`}
          field={field}
          genAiType={type === "5"}
          id={`${FORM}-${field}`}
          value={values[field] ?? ""}
          error={errors[field]}
          hint={hintOf(field)}
          onChange={(value) => change(field, value)}
          onLeave={() => values[field] && form.leave(field)}
        />
      ))}
    </FormDialog>
  );
}

const withSaved = (now: ReplyOf<typeof listIntegrations>, saved: Integration) => ({
  ...now,
  configs: now.configs.map((each) => (each.id === saved.id ? saved : each)),
});
