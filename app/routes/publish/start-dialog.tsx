import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { Clashes } from "#app/features/automation-instances/clashes.tsx";
import { wordsIn, wordsProblem } from "#app/features/automation-instances/words.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { publishTexts as texts } from "#texts/publish.ts";
import { holdsWords } from "#workers/contract/automation/instance-states.ts";
import {
  createJourneyInstance,
  listPublications,
  type Publication,
} from "#workers/contract/endpoints/automation-instances.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

const FORM = "start";
const labels = { channelId: texts.channel, keywords: texts.words };
/** Starts the published version of a journey on a channel; says what its words begin there already, as they are typed. */
export function StartDialog({
  journey: { id, name, version, instances },
  channels,
  onClose,
}: {
  journey: Publication;
  channels: ReplyOf<typeof listPublications>["channels"];
  onClose: () => void;
}) {
  const [only] = channels;
  const form = useFields(
    { channelId: channels.length === 1 && only ? only.id : "", keywords: "" },
    ({ channelId, keywords }) => ({
      ...(channelId === "" && { channelId: texts.channelMissing }),
      keywords: wordsProblem(keywords),
    }),
  );
  const { channelId, keywords } = form.values;
  const sending = useSend({ form });
  const start = () =>
    sending.send(
      () =>
        request(createJourneyInstance, {
          params: { id },
          body: { channelId, keywords: wordsIn(keywords), start: true },
        }),
      async () => {
        await invalidate(listPublications);
        onClose();
      },
    );
  const there = new Set(
    instances.flatMap(({ channel, state }) => (channel && holdsWords(state) ? [channel.id] : [])),
  );
  return (
    <FormDialog
      {...{ onClose, form, labels, sending }}
      open
      id={FORM}
      title={texts.startTitle(name)}
      description={texts.startText(version ?? 0)}
      submit={texts.launch}
      onSubmit={start}
    >
      <Field id={`${FORM}-channelId`} label={labels.channelId} required error={form.errors.channelId}>
        <Select
          value={channelId}
          options={[
            { value: "", label: texts.choose },
            ...channels.map((each) => ({
              value: each.id,
              label: there.has(each.id) ? texts.already(each.name) : each.name,
            })),
          ]}
          onChange={(chosen) => form.set("channelId", chosen)}
        />
      </Field>
      <Field
        id={`${FORM}-keywords`}
        label={labels.keywords}
        hint={texts.wordsHint}
        error={form.errors.keywords}
      >
        <Textarea dir="auto" {...form.text("keywords")} />
      </Field>
      <Clashes kind="journey" {...{ id, channelId, keywords }} />
    </FormDialog>
  );
}
