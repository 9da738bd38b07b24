import { call, request } from "#app/data/api.ts";
import { put } from "#app/data/query.ts";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { LongForm } from "#app/kit/long-form.tsx";
import { useDraft } from "#app/kit/use-draft.ts";
import { useSave } from "#app/kit/use-save.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { chatRatingTexts as ratingTexts } from "#texts/chat-rating.ts";
import { chatRulesTexts as texts } from "#texts/chat-rules.ts";
import { messagingTexts } from "#texts/messaging.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  LONGEST_CHAT_TEXT,
  MOST_PICK_UP_MINUTES,
  MOST_TARGET_SECONDS,
} from "#workers/contract/chat-rules.ts";
import { getChatConfig, saveChatConfig } from "#workers/contract/endpoints/chat-config.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { retentionQuestion } from "./ask-retention.ts";
import { RetentionCard } from "./retention-card.tsx";
import { AssignmentCard } from "./assignment-card.tsx";
import { HoursCard } from "./hours-card.tsx";
import {
  differencesOf,
  draftOf,
  idOf,
  listed,
  problemsIn,
  type RulesDraft,
  rulesOf,
  type RulesText,
} from "./rules-draft.ts";

type Kept = ReplyOf<typeof getChatConfig>;

/** The words of each kind, and the sentence that is said where there are none. */
const SAID: readonly (readonly [RulesText, string])[] = [
  ["waitingText", texts.usual(messagingTexts.passedOn)],
  ["awayText", texts.usual(messagingTexts.away)],
  ["missedText", texts.nothing],
  ["closingText", texts.nothing],
];
const ASKED: typeof SAID = [["ratingText", texts.usual(ratingTexts.question)]];

/** All the rules as one form with one Save. */
export function RulesForm({ stored, zones }: { stored: Kept; zones: readonly string[] }) {
  const { draft, edited, restored, revision, change, load, saved } = useDraft<Kept, RulesDraft>({
    name: "chat rules",
    stored,
    draftOf: (kept = stored) => draftOf(kept),
  });
  const saving = useSave<Kept, RulesDraft>({ draft, theirsOf: () => call(getChatConfig) });
  const found = problemsIn(draft);
  const problems = { ...(saving.round > 0 && found), ...saving.refused };
  const { theirs, failure } = saving;
  const confirm = useConfirm();
  const set = (part: Partial<RulesDraft>) => {
    change(part);
    saving.reset();
  };
  const discard = (kept: Kept = stored) => {
    saving.reset();
    load(kept);
  };
  const save = async (over = revision ?? stored.revision) => {
    if (Object.keys(found).length > 0) return saving.refuse();
    const rules = rulesOf(draft);
    const question = await retentionQuestion(stored, rules);
    if (question && !(await confirm(question))) return;
    void saving.save(
      () => request(saveChatConfig, { body: { ...rules, revision: over } }),
      ({ payload }) => {
        saved(payload);
        put(getChatConfig, {}, payload);
      },
    );
  };
  return (
    <LongForm
      onSend={() => void save()}
      restored={restored ? { text: uiTexts.restored, onDiscard: () => discard() } : undefined}
      buttons={
        <>
          {edited && <Button onClick={() => discard()}>{uiTexts.discard}</Button>}
          <Button type="submit" tone="primary" busy={saving.busy}>
            {uiTexts.save}
          </Button>
        </>
      }
    >
      {theirs ? (
        <ChangedMeanwhile
          text={failure}
          differences={differencesOf(theirs, draft)}
          onLoad={() => discard(theirs)}
          onKeep={() => void save(theirs.revision)}
        />
      ) : (
        <Failure text={failure} />
      )}
      <ErrorSummary problems={listed(problems)} round={saving.round} />
      <HoursCard draft={draft} zones={zones} problems={problems} onChange={set} />
      <Card className="grid gap-4 p-5">
        <div>
          <h2 className="font-semibold">{texts.waiting}</h2>
          <p className="mt-1 text-muted">{texts.waitingLead}</p>
        </div>
        <Checkbox
          label={texts.hasTimeOut}
          checked={draft.hasTimeOut}
          onChange={(hasTimeOut) => set({ hasTimeOut })}
        />
        {draft.hasTimeOut && (
          <Field id={idOf("pickUpMinutes")} label={texts.pickUpMinutes} error={problems["pickUpMinutes"]}>
            <TextInput
              type="number"
              min={1}
              max={MOST_PICK_UP_MINUTES}
              className="max-w-32"
              value={draft.pickUpMinutes}
              onChange={({ target }) => set({ pickUpMinutes: target.value })}
            />
          </Field>
        )}
        <Checkbox
          label={texts.hasTarget}
          checked={draft.hasTarget}
          onChange={(hasTarget) => set({ hasTarget })}
        />
        {draft.hasTarget && (
          <Field
            id={idOf("targetSeconds")}
            label={texts.targetSeconds}
            hint={texts.targetHint}
            error={problems["targetSeconds"]}
          >
            <TextInput
              type="number"
              min={1}
              max={MOST_TARGET_SECONDS}
              className="max-w-32"
              value={draft.targetSeconds}
              onChange={({ target }) => set({ targetSeconds: target.value })}
            />
          </Field>
        )}
      </Card>
      <AssignmentCard draft={draft} problems={problems} onChange={set} />
      <Card className="grid gap-4 p-5">
        <div>
          <h2 className="font-semibold">{texts.texts}</h2>
          <p className="mt-1 text-muted">{texts.textsLead}</p>
        </div>
        <Words said={SAID} draft={draft} problems={problems} onChange={set} />
      </Card>
      <Card className="grid gap-4 p-5">
        <div>
          <h2 className="font-semibold">{texts.rating}</h2>
          <p className="mt-1 text-muted">{texts.ratingLead}</p>
        </div>
        <Checkbox
          label={texts.asksRating}
          checked={draft.asksRating}
          onChange={(asksRating) => set({ asksRating })}
        />
        {draft.asksRating && <Words said={ASKED} draft={draft} problems={problems} onChange={set} />}
      </Card>
      <Card className="grid gap-4 p-5">
        <div>
          <h2 className="font-semibold">{texts.privacy}</h2>
          <p className="mt-1 text-muted">{texts.privacyLead}</p>
        </div>
        <Checkbox
          label={texts.masksNumbers}
          checked={draft.masksNumbers}
          onChange={(masksNumbers) => set({ masksNumbers })}
        />
      </Card>
      <Card className="grid gap-4 p-5">
        <div>
          <h2 className="font-semibold">{texts.video}</h2>
          <p className="mt-1 text-muted">{texts.videoLead}</p>
        </div>
        <Checkbox
          label={texts.videoCalls}
          checked={draft.videoCalls}
          onChange={(videoCalls) => set({ videoCalls })}
        />
      </Card>
      <RetentionCard draft={draft} onChange={set} />
      <Card className="grid gap-4 p-5">
        <div>
          <h2 className="font-semibold">{texts.supervision}</h2>
          <p className="mt-1 text-muted">{texts.supervisionLead}</p>
        </div>
        <Checkbox
          label={texts.asksReason}
          checked={draft.asksReason}
          onChange={(asksReason) => set({ asksReason })}
        />
      </Card>
    </LongForm>
  );
}

function Words({
  said,
  draft,
  problems,
  onChange,
}: {
  said: typeof SAID;
  draft: RulesDraft;
  problems: Readonly<Record<string, string>>;
  onChange: (part: Partial<RulesDraft>) => void;
}) {
  return said.map(([name, hint]) => (
    <Field key={name} id={idOf(name)} label={texts[name]} hint={hint} error={problems[name]}>
      <Textarea
        rows={2}
        maxLength={LONGEST_CHAT_TEXT}
        value={draft[name]}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </Field>
  ));
}
