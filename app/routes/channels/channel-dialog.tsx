import { useState } from "react";
import { request } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { channelsTexts as texts } from "#texts/channels.ts";
import {
  type Channel,
  channelVendors,
  createChannel,
  MOST_PER_SECOND,
  updateChannel,
} from "#workers/contract/endpoints/channels.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import {
  accountOf,
  BASICS,
  bodyOf,
  draftOf,
  firstDraft,
  problemsIn,
  REST,
  toForm,
  vendorIn,
} from "./channel-draft.ts";
import { CredentialField } from "./credential-field.tsx";
import { BotField, DepartmentField } from "#app/features/link-fields/link-fields.tsx";
import { showChannel } from "./show-channel.ts";
import { VendorFields } from "./vendor-fields.tsx";

const FORM = "channel";
const Preview = lazilyShown(
  () => import("./widget-preview.tsx"),
  ({ WidgetPreview }) => WidgetPreview,
  () => <SkeletonRows rows={5} />,
);

/** Creates or changes a channel. Secrets go to the server once and are never shown again. */
export function ChannelDialog({
  channel: stored,
  first,
  onClose,
}: {
  channel: Channel | undefined;
  /** A new one is filled in: a simulator, answered by this bot. */
  first?: { bot: { id: string; name: string } | null } | undefined;
  onClose: () => void;
}) {
  // Saved with the revision that the form began from, even if the list has learnt of a newer one.
  const [channel] = useState(stored);
  const [start] = useState(() => (first ? firstDraft(first.bot) : draftOf(channel)));
  const { answer, failure, reload } = useQueryOf(channelVendors);
  const offer = answer?.types ?? [];
  const secrets = channel?.secrets ?? [];
  const form = useFields(start, (draft) => problemsIn(vendorIn(offer, draft), draft, secrets));
  const { values, errors } = form;
  const vendor = vendorIn(offer, values);
  const [department, setDepartment] = useState(channel?.department ?? null);
  const [bot, setBot] = useState(channel?.agent ?? first?.bot ?? null);
  const fields = (vendor?.fields ?? []).map((field) => ({ ...field, at: `data.${field.name}` }));
  const previewed = vendor?.vendor === vendorCodes.web;
  const names = [...BASICS, ...fields.map(({ at }) => at), ...REST];
  const labels = {
    name: texts.name,
    type: texts.type,
    vendor: texts.vendor,
    deptId: texts.department,
    agentId: texts.bot,
    rate: texts.rate,
  };
  const allLabels: Record<string, string> = {
    ...Object.fromEntries(
      names.map((name) => [name, fields.find(({ at }) => at === name)?.label ?? labels[name as "name"]]),
    ),
  };
  const sending = useSend({
    refused: ({ status, errors: given, message }) => {
      const taken = status === 409 && !given["revision"] && vendor?.contact;
      const refused = taken ? { [`data.${vendor.contact}`]: message } : toForm(given);
      const known = names.some((name) => refused[name]);
      if (known) form.refuse(refused);
      return known;
    },
  });
  const save = () => {
    if (!form.check(names)) return;
    const body = bodyOf(vendor, values);
    void sending.send(
      () =>
        channel
          ? request(updateChannel, {
              params: { id: channel.id },
              body: { ...body, revision: channel.revision },
            })
          : request(createChannel, {
              body: { ...body, type: Number(values["type"]), vendor: Number(values["vendor"]) },
            }),
      ({ payload }) => {
        showChannel(payload);
        onClose();
      },
    );
  };
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id={FORM}
      size={previewed ? "xl" : "lg"}
      title={channel ? texts.editTitle(channel.name) : texts.createTitle}
      labels={allLabels}
      edited={JSON.stringify(values) !== JSON.stringify(start)}
      onSubmit={save}
    >
      {failure && !answer ? (
        <ErrorState text={failure.message} requestId={failure.requestId} onRetry={reload} />
      ) : answer ? (
        <>
          <Field id={`${FORM}-name`} label={labels.name} required error={errors["name"]}>
            <TextInput autoFocus maxLength={100} dir="auto" {...form.text("name")} />
          </Field>
          <VendorFields {...{ form, offer, channel }} id={FORM} />
          <div className={previewed ? "grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]" : "contents"}>
            {fields.length > 0 && (
              <fieldset className="grid gap-4">
                <legend className="mb-3 font-semibold">{texts.credentials}</legend>
                {fields.map((field) => (
                  <CredentialField
                    key={`${values["type"]} ${values["vendor"]} ${field.at}`}
                    field={field}
                    id={`${FORM}-${field.at}`}
                    stored={secrets.includes(field.name)}
                    error={errors[field.at]}
                    value={values[field.at] ?? ""}
                    onChange={(value) => form.set(field.at, value)}
                    onLeave={() => values[field.at] && form.leave(field.at)}
                  />
                ))}
              </fieldset>
            )}
            {previewed && <Preview settings={accountOf(vendor, values)} />}
          </div>
          {vendor && fields.length === 0 && <Banner kind="info">{texts.noCredentials}</Banner>}
          <DepartmentField
            id={`${FORM}-deptId`}
            chosen={department}
            error={errors["deptId"]}
            onChange={(chosen) => {
              setDepartment(chosen);
              form.set("deptId", chosen?.id ?? "");
            }}
          />
          <BotField
            id={`${FORM}-agentId`}
            chosen={bot}
            error={errors["agentId"]}
            onChange={(chosen) => {
              setBot(chosen);
              form.set("agentId", chosen?.id ?? "");
            }}
          />
          <Field
            id={`${FORM}-rate`}
            label={labels.rate}
            error={errors["rate"]}
            {...(vendor && { hint: texts.rateHint(vendor.rate) })}
          >
            <TextInput
              type="number"
              min={1}
              max={MOST_PER_SECOND}
              className="max-w-40"
              {...form.text("rate")}
            />
          </Field>
        </>
      ) : (
        <SkeletonRows rows={5} />
      )}
    </FormDialog>
  );
}
