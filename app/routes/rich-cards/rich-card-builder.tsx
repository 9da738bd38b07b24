import { CirclePlus } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { call, request } from "#app/data/api.ts";
import { invalidate, put } from "#app/data/query.ts";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { LongForm } from "#app/kit/long-form.tsx";
import { useDraft } from "#app/kit/use-draft.ts";
import { useSave } from "#app/kit/use-save.ts";
import { Page } from "#app/components/page.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { can, useSession } from "#app/session/session.ts";
import { richCardsTexts as texts } from "#texts/rich-cards.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  createRichCard,
  getRichCard,
  listRichCards,
  type RichCardEntry,
  updateRichCard,
} from "#workers/contract/endpoints/rich-cards.ts";
import { RICH_CARD, type RichCard } from "#workers/contract/rich-card.ts";
import { RichCardFields } from "./rich-card-fields.tsx";
import { draftOf, idOf, LIST, newRichCard, type RichCardDraft, wrongIn } from "./rich-card-draft.ts";
import { RichCardPreview } from "./rich-card-preview.tsx";

/** Writes a rich card beside its preview on each messenger. */
export function RichCardBuilder({ stored }: { stored?: RichCardEntry }) {
  const { profile } = useSession();
  const navigate = useNavigate();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const control = useDraft<RichCardEntry, RichCardDraft>({
    name: `rich-card:${stored?.id ?? "new"}`,
    stored,
    draftOf,
  });
  const { draft, edited, change } = control;
  const saving = useSave<RichCardEntry, RichCardDraft>({
    draft,
    theirsOf: stored && (() => call(getRichCard, { params: { id: stored.id } })),
  });
  const fixed = !can(profile, [stored ? "RICHCARDS.EDIT" : "RICHCARDS.CREATE"]);
  const wrong = wrongIn(draft);
  const problemAt = (place: string) =>
    saving.refused[place] ?? (all || left.has(place) ? wrong[place] : undefined);
  const leave = (place: string) => setLeft((now) => new Set(now).add(place));
  const { cards, text } = draft.content;
  const setCards = (next: RichCard[]) => change((now) => ({ content: { ...now.content, cards: next } }));

  const save = (revision = control.revision) => {
    const [first] = Object.keys(wrong);
    if (first !== undefined) {
      setAll(true);
      document.getElementById(idOf(first))?.focus();
      return;
    }
    void saving.save(
      () =>
        stored
          ? request(updateRichCard, { params: { id: stored.id }, body: { ...draft, revision } })
          : request(createRichCard, { body: draft }),
      async ({ payload }) => {
        control.saved(payload);
        put(getRichCard, { params: { id: payload.id } }, payload);
        void invalidate(listRichCards);
        if (stored) return;
        control.forget();
        await navigate(`${LIST}/${payload.id}`, { replace: true });
      },
    );
  };

  return (
    <Page
      wide
      title={stored?.name ?? texts.newTitle}
      lead={texts.builderLead}
      back={{ label: texts.title, to: LIST }}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <LongForm
          onSend={() => save()}
          restored={
            control.restored ? { text: uiTexts.restored, onDiscard: () => control.load(stored) } : undefined
          }
          buttons={
            !fixed && (
              <Button
                type="submit"
                tone="primary"
                busy={saving.busy}
                disabledReason={stored && !edited ? texts.nothingToSave : undefined}
              >
                {texts.save}
              </Button>
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
              onKeep={() => save(saving.theirs?.revision)}
            />
          ) : (
            <Failure text={saving.failure} />
          )}
          <Field id={idOf("name")} label={texts.name} required error={problemAt("name")}>
            <TextInput
              autoFocus={stored === undefined}
              value={draft.name}
              maxLength={RICH_CARD.name}
              readOnly={fixed}
              onChange={(event) => {
                change({ name: event.target.value });
                saving.touch("name");
              }}
              onBlur={() => draft.name && leave("name")}
            />
          </Field>
          <Field id={idOf("content.text")} label={texts.text} error={problemAt("content.text")}>
            <Textarea
              dir="auto"
              value={text}
              readOnly={fixed}
              onChange={(event) =>
                change((now) => ({ content: { ...now.content, text: event.target.value } }))
              }
              onBlur={() => leave("content.text")}
            />
          </Field>
          {cards.map((card, at) => (
            <RichCardFields
              key={at}
              {...{ card, at, fixed, problemAt, leave }}
              onChange={(part) => {
                setCards(cards.with(at, { ...card, ...part }));
                saving.touch(`content.cards.${at}.medium`);
              }}
              onRemove={cards.length > 1 ? () => setCards(cards.toSpliced(at, 1)) : undefined}
            />
          ))}
          {!fixed && cards.length < RICH_CARD.cards && (
            <Button
              size="sm"
              className="justify-self-start"
              icon={<CirclePlus aria-hidden />}
              onClick={() => setCards([...cards, newRichCard()])}
            >
              {texts.addCard}
            </Button>
          )}
        </LongForm>
        <RichCardPreview content={draft.content} isWhole={Object.keys(wrong).length === 0} />
      </div>
    </Page>
  );
}
