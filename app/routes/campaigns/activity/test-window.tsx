import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useDraft } from "#app/kit/use-draft.ts";
import { FormHead } from "#app/kit/form-head.tsx";
import { UnsavedProvider, useUnsavedGuard } from "#app/drafts/unsaved.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useSession } from "#app/session/session.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { campaignDialogTexts } from "#texts/campaign-dialog.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { uiTexts } from "#texts/ui.ts";
import { type Compared, type Comparison, messages } from "#workers/contract/comparison.ts";
import { numbersIn } from "#workers/contract/broadcast.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";
import { listBroadcasts } from "#workers/contract/endpoints/broadcasts.ts";
import { sendBroadcast } from "#workers/contract/endpoints/broadcast-sending.ts";
import {
  type BroadcastDraft,
  idOf,
  newDraft,
  type ChosenTemplate,
} from "#app/features/broadcasts/broadcast-draft.ts";
import { placeOf, problemsIn } from "#app/features/broadcasts/broadcast-request.ts";
import { FormProvider } from "#app/features/broadcasts/form-context.ts";
import { listed, recipientPlaces } from "#app/features/broadcasts/form-places.ts";
import { MediaFields } from "#app/features/broadcasts/media-fields.tsx";
import { keepOwnNumber, ownNumber } from "#app/features/broadcasts/own-number.ts";
import { Entry } from "#app/features/broadcasts/sent-summary.tsx";
import { recipientWords } from "#app/features/broadcasts/recipient-words.ts";
import { testOf } from "#app/features/broadcasts/test-request.ts";
import { useDataFile } from "#app/features/broadcasts/use-data-file.ts";
import { useFormOf } from "#app/features/broadcasts/use-form-of.ts";
import { VariableSection } from "#app/features/broadcasts/variable-section.tsx";
import { messageOf } from "./message-of.ts";

const texts = campaignScreensTexts.test;
const FORM = "activity-test";

interface Props {
  activity: Activity;
  onClose: () => void;
}

/** The broadcast form over an activity: channel and template are locked, and it closes once it has sent. */
export function TestWindow({ activity, onClose }: Props) {
  const [which, setWhich] = useState<Compared>("a");
  const { template } = which === "b" && activity.comparison ? activity.comparison : activity;
  // Each message has variables of its own: the form begins anew with it.
  if (template) return <TestForm key={which} {...{ activity, template, onClose, which, setWhich }} />;
  return (
    <Dialog
      open
      title={texts.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      <p>{campaignDialogTexts.noTemplate}</p>
    </Dialog>
  );
}

interface FormProps extends Props {
  template: ChosenTemplate;
  which: Compared;
  setWhich: (which: Compared) => void;
}

function TestForm(props: FormProps) {
  const unsaved = useUnsavedGuard({ leaves: () => false, why: () => "" });
  return (
    <UnsavedProvider value={unsaved}>
      <OpenForm {...props} />
    </UnsavedProvider>
  );
}

function OpenForm({ activity, template, onClose, which, setWhich }: FormProps) {
  const { comparison } = activity;
  const sent =
    which === "b" && comparison ? { ...activity.request, ...messageIn(comparison) } : activity.request;
  const { uId } = useSession().profile;
  const control = useDraft<never, BroadcastDraft>({
    name: `activity:test:${activity.id}:${which}`,
    stored: undefined,
    draftOf: () => ({
      ...newDraft("UTC"),
      ...messageOf(sent, activity.channelType, template),
      name: broadcastsTexts.test.name(activity.name),
      numbers: ownNumber(uId, activity.channelType),
      // Its columns fill variables; none of its people gets the test.
      file: sent.audience.file,
    }),
  });
  const [commandId] = useState(() => crypto.randomUUID());
  const form = useFormOf({ control, problemsIn: problemsOfTest, placeOf });
  const { draft, sending, loading } = form;
  const words = recipientWords(draft.type);
  const { firstRow } = useDataFile(draft.file);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!form.check()) return;
    void sending.send(
      () => {
        const test = testOf(form.request, numbersIn(draft.numbers), draft.name, firstRow);
        return request(sendBroadcast, {
          body: { ...test, commandId, resourceType: "CAMPAIGN", resourceId: activity.id },
        });
      },
      () => {
        const [own] = numbersIn(draft.numbers);
        if (own) keepOwnNumber(uId, activity.channelType, own);
        control.forget();
        void invalidate(listBroadcasts);
        onClose();
      },
    );
  };
  return (
    <FormProvider value={form}>
      <Dialog
        open
        size="lg"
        title={texts.title}
        description={texts.text}
        busy={sending.busy}
        onClose={() => {
          control.forget();
          onClose();
        }}
        footer={
          <>
            <Button onClick={onClose}>{uiTexts.close}</Button>
            <Button type="submit" form={FORM} tone="primary" busy={sending.busy} icon={<Send aria-hidden />}>
              {texts.send}
            </Button>
          </>
        }
      >
        <form id={FORM} noValidate onSubmit={submit} className="grid gap-4">
          <FormHead
            failure={sending.failure}
            problems={listed(form.shown, form.variables, recipientPlaces(draft.type))}
            round={form.round}
          />
          <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <Entry name={broadcastsTexts.view.fields.channel}>{activity.channelName}</Entry>
            <Entry name={broadcastsTexts.head.template}>{template.name}</Entry>
          </dl>
          {comparison && (
            <RadioGroup<Compared>
              legend={texts.which}
              value={which}
              inline
              choices={messages.map((value) => ({ value, label: texts.messages[value] }))}
              onChange={setWhich}
            />
          )}
          <Field
            id={idOf("numbers")}
            label={words.label}
            hint={words.hint}
            error={form.problemAt("numbers")}
            required
          >
            <Textarea
              autoFocus
              rows={2}
              inputMode={words.inputMode}
              spellCheck={false}
              value={draft.numbers}
              onChange={({ target }) => form.change({ numbers: target.value }, "numbers")}
            />
          </Field>
          {!loading.isLoading && <MediaFields />}
          <VariableSection loading={loading} />
        </form>
      </Dialog>
    </FormProvider>
  );
}

/** Somebody has to be typed: the file's people are not asked. */
const problemsOfTest: typeof problemsIn = (draft, ...more) => problemsIn({ ...draft, file: null }, ...more);

const messageIn = ({ message, columnMapping }: Pick<Comparison, "message" | "columnMapping">) => ({
  message,
  columnMapping,
});
