import { useState } from "react";
import { call } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { webhooksOutTexts as texts } from "#texts/webhooks-out.ts";
import { createHook, type Hook, listHooks, updateHook } from "#workers/contract/endpoints/webhooks-out.ts";
import { hookEvents } from "#workers/contract/webhooks-out.ts";
import { HookSecret } from "./secret-dialog.tsx";
import { TickList } from "#app/kit/tick-list.tsx";

type Draft = Pick<Hook, "url" | "description" | "events" | "on">;

const check = ({ url, events }: Draft) => ({
  ...(url.trim() === "" && { url: texts.urlEmpty }),
  ...(events.length === 0 && { events: texts.eventsEmpty }),
});
const CHOICES = hookEvents.map((value) => ({ value, label: texts.eventNames[value], hint: value }));

/** Adds a receiver, and shows its secret this once; or changes one. */
export function HookDialog({ hook, onClose }: { hook: Hook | undefined; onClose: () => void }) {
  const toast = useToast();
  const form = useFields<Draft>(
    {
      url: hook?.url ?? "",
      description: hook?.description ?? "",
      events: hook?.events ?? [],
      on: hook?.on ?? true,
    },
    check,
  );
  const sending = useSend({ form });
  const [secret, setSecret] = useState<string>();
  const submit = () => {
    const body = form.values;
    if (!hook)
      return sending.send(
        () => call(createHook, { body }),
        (made) => {
          setSecret(made.secret);
          void invalidate(listHooks);
        },
      );
    return sending.send(
      () => call(updateHook, { params: { id: hook.id }, body: { ...body, revision: hook.revision } }),
      () => {
        toast.success(texts.saved);
        void invalidate(listHooks);
        onClose();
      },
    );
  };
  return (
    <FormDialog
      id="hook"
      open
      title={secret ? texts.secretTitle : hook ? texts.editTitle : texts.createTitle}
      form={form}
      labels={{ url: texts.url, description: texts.description, events: texts.events, on: texts.state }}
      sending={sending}
      edited={secret === undefined && form.edited}
      onClose={onClose}
      onSubmit={() => void submit()}
      done={secret && <HookSecret secret={secret} />}
    >
      <Field label={texts.url} id="hook-url" hint={texts.urlHint} required error={form.errors.url}>
        <TextInput type="url" maxLength={500} placeholder="https://" {...form.text("url")} />
      </Field>
      <Field label={texts.description} id="hook-description" error={form.errors.description}>
        <TextInput maxLength={200} {...form.text("description")} />
      </Field>
      <TickList
        id="hook-events"
        label={texts.events}
        choices={CHOICES}
        value={form.values.events}
        error={form.errors.events}
        onChange={(events) => form.set("events", events)}
      />
      {hook && <Checkbox label={texts.isOn} checked={form.values.on} onChange={(on) => form.set("on", on)} />}
    </FormDialog>
  );
}
