import { useState } from "react";
import { useNavigate } from "react-router";
import { call, request } from "#app/data/api.ts";
import { invalidate, put } from "#app/data/query.ts";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { LongForm } from "#app/kit/long-form.tsx";
import { useDraft } from "#app/kit/use-draft.ts";
import { useSave } from "#app/kit/use-save.ts";
import { Page } from "#app/components/page.tsx";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { MessagePreview } from "#app/features/message-preview/message-preview.tsx";
import { can, useSession } from "#app/session/session.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  createTemplate,
  getTemplate,
  listTemplates,
  type MessageTemplate,
  submitTemplate,
  updateTemplate,
} from "#workers/contract/endpoints/templates.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { problemsOf } from "#workers/contract/templates/rules.ts";
import {
  isApprovedByVendor,
  isTemplateType,
  type TemplateType,
} from "#workers/contract/templates/template.ts";
import { isEditable } from "#workers/contract/templates/states.ts";
import { unsubscribeWords } from "#workers/contract/templates/unsubscribing.ts";
import { ContentFields } from "./content-fields.tsx";
import { DetailFields } from "./detail-fields.tsx";
import { History } from "./history.tsx";
import { Languages } from "./languages.tsx";
import { Problems } from "./problems.tsx";
import { listOf, shapes } from "./shapes.ts";
import { RemoveTemplate } from "./remove-template.tsx";
import { BuildingProvider, draftOf, idOf, type TemplateDraft } from "./template-draft.ts";
import { LIST } from "./template-news.ts";

const LOOKS: Readonly<Record<TemplateType, string>> = {
  [channelTypes.whatsApp]: "look-whatsapp",
  [channelTypes.sms]: "look-sms",
  [channelTypes.rcs]: "look-rcs",
  [channelTypes.email]: "",
};

interface Props {
  stored?: MessageTemplate;
  history?: ReplyOf<typeof getTemplate>["history"];
  languages?: ReplyOf<typeof getTemplate>["languages"];
  channels: readonly { id: string; name: string; type: number }[];
}

/** Writes a template beside its preview and what the vendor would refuse; saves it, and has the vendor decide. */
export function Builder({ stored, history = [], languages = [], channels }: Props) {
  const { profile } = useSession();
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  /** Written from this form, before its own page is there. */
  const [made, setMade] = useState<MessageTemplate>();
  const known = stored ?? made;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const control = useDraft<MessageTemplate, TemplateDraft>({
    name: `template:${stored?.id ?? "new"}`,
    stored,
    draftOf: (template) => draftOf(template, channels[0]?.id ?? ""),
  });
  const { draft, edited, change } = control;
  const saving = useSave<MessageTemplate, TemplateDraft>({
    draft,
    theirsOf: known && (async () => (await call(getTemplate, { params: { id: known.id } })).template),
  });
  const type = stored?.channel.type ?? channels.find(({ id }) => id === draft.channelId)?.type;
  const shape = shapes[type !== undefined && isTemplateType(type) ? type : channelTypes.whatsApp];
  const problems = problemsOf(draft, shape.type);
  const fixed =
    !can(profile, ["MSG_TEMPLATES.CREATE"]) || (stored !== undefined && !isEditable(stored.status));
  const problemAt = (place: string) =>
    saving.refused[place] ??
    (all || left.has(place) ? problems.find((each) => each.place === place)?.text : undefined);

  const kept = (template: MessageTemplate) => {
    control.saved(template);
    setMade(template);
    put(getTemplate, { params: { id: template.id } }, { template, history, languages });
    void invalidate(getTemplate, { params: { id: template.id } });
    void invalidate(listTemplates);
  };
  const { channelId, ...fields } = draft;
  const write = async (revision = control.revision) => {
    const answer = known
      ? await request(updateTemplate, { params: { id: known.id }, body: { ...fields, revision } })
      : await request(createTemplate, { body: { ...fields, channelId } });
    // Kept at once: what follows may fail, and a second try must not write it anew.
    kept(answer.payload);
    return answer;
  };
  const arrive = async ({ id }: MessageTemplate) => {
    if (stored) return;
    control.forget();
    await navigate(`${LIST}/${id}`, { replace: true });
  };
  const save = (revision?: number) =>
    saving.save(
      () => write(revision),
      ({ payload }) => arrive(payload),
    );
  const submit = () => {
    const [first] = problems;
    if (first) {
      setAll(true);
      document.getElementById(idOf(first.place))?.focus();
      return;
    }
    void saving.save(async () => {
      const { id, revision } = edited || !known ? (await write()).payload : known;
      const { payload } = await request(submitTemplate, { params: { id }, body: { revision } });
      kept(payload);
      return payload;
    }, arrive);
  };

  return (
    <Page
      wide
      title={stored?.name ?? texts.newTitle}
      lead={texts.builderLead}
      back={{ label: texts.title, to: listOf(shape.type) }}
      actions={
        stored &&
        can(profile, ["MSG_TEMPLATES.DELETE"]) && (
          <Button tone="danger" onClick={() => setRemoving(true)}>
            {texts.remove}
          </Button>
        )
      }
    >
      {stored && <State template={stored} edited={edited} />}
      <BuildingProvider
        value={{
          draft,
          shape,
          fixed,
          change: (part) => {
            change((now) => ({ components: { ...now.components, ...part } }));
            saving.touch("components");
          },
          problemAt,
          leave: (place) => setLeft((now) => new Set(now).add(place)),
        }}
      >
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <LongForm
            onSend={() => void save()}
            restored={
              control.restored ? { text: uiTexts.restored, onDiscard: () => control.load(stored) } : undefined
            }
            buttons={
              !fixed && (
                <>
                  <Button
                    type="submit"
                    busy={saving.busy}
                    disabledReason={stored && !edited ? texts.nothingToSave : undefined}
                  >
                    {texts.save}
                  </Button>
                  <Button
                    tone="primary"
                    busy={saving.busy}
                    disabledReason={
                      stored?.status === "APPROVED" && !edited
                        ? isApprovedByVendor(shape.type)
                          ? texts.approvedAlready
                          : texts.releasedAlready
                        : undefined
                    }
                    onClick={submit}
                  >
                    {isApprovedByVendor(shape.type) ? texts.submit : texts.release}
                  </Button>
                </>
              )
            }
          >
            {saving.theirs ? (
              <ChangedMeanwhile
                text={saving.failure}
                differences={[texts.theirs(saving.theirs.updatedBy)]}
                onLoad={() => {
                  if (saving.theirs) control.load(saving.theirs);
                  saving.reset();
                }}
                onKeep={() => void save(saving.theirs?.revision)}
              />
            ) : (
              <Failure text={saving.failure || saving.refused["components"] || ""} />
            )}
            <DetailFields
              {...{ draft, channels, stored, fixed, problemAt, change }}
              onTouch={saving.touch}
              onLeave={(place) => setLeft((now) => new Set(now).add(place))}
            />
            <ContentFields />
          </LongForm>
          <aside className="grid gap-4 lg:sticky lg:top-4">
            <section aria-labelledby="template-preview" className="grid gap-2">
              <h2 id="template-preview" className="font-semibold">
                {texts.preview}
              </h2>
              <MessagePreview
                {...draft}
                look={LOOKS[shape.type]}
                unsubscribe={unsubscribeWords(shape.type, draft)}
              />
              <p className="text-[0.8125rem] text-muted">{texts.previewLead}</p>
            </section>
            {!fixed && <Problems problems={problems} />}
            {stored && <Languages template={stored} languages={languages} />}
            {stored && <History history={history} />}
          </aside>
        </div>
      </BuildingProvider>
      {removing && stored && (
        <RemoveTemplate
          template={stored}
          onClose={() => setRemoving(false)}
          onDeleted={async () => {
            control.forget();
            await navigate(listOf(shape.type));
          }}
        />
      )}
    </Page>
  );
}

/** Where it stands, and why; that what is approved must be decided on anew once it is changed. */
function State({
  template: { status, reason, quality },
  edited,
}: {
  template: MessageTemplate;
  edited: boolean;
}) {
  const isRefused = status === "REJECTED" || status === "DISABLED" || (status === "DRAFT" && reason !== "");
  const kind = isRefused ? "error" : status === "PAUSED" ? "warning" : "info";
  return (
    <div role="status" className="mb-4 grid gap-2">
      <Banner kind={kind} title={texts.states[status]}>
        <p>{texts.stateTexts[status]}</p>
        {reason && <p className="[overflow-wrap:anywhere]">{reason}</p>}
        {quality && (
          <p>
            {texts.quality}: {texts.qualities[quality as keyof typeof texts.qualities] ?? quality}
          </p>
        )}
        {status === "APPROVED" && edited && <p className="font-medium">{texts.approvedEdited}</p>}
      </Banner>
    </div>
  );
}
