import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { formatDayMonth } from "#app/lib/format.ts";
import { optInTexts as texts } from "#texts/opt-in.ts";
import { channelTypeName } from "#workers/contract/channel-types.ts";
import { type ListOptIn, listOptIn, LONGEST_WORDING, optInTypes } from "#workers/contract/opt-in.ts";

/** Proof of an opt-in as far as it is filled in. */
export type OptInDraft = ListOptIn;
type Part = keyof OptInDraft;

const emptyOptIn: OptInDraft = { channelTypes: [], wording: "", agreedOn: "" };
const IDS = { channelTypes: "opt-in-channels", wording: "opt-in-wording", agreedOn: "opt-in-day" } as const;

interface OptInProblem {
  part: Part;
  id: string;
  text: string;
}

/** Problems of what was filled in, by their fields. A day that has not come anywhere is told by the server, too. */
export function problemsOfOptIn(optIn: OptInDraft | undefined): OptInProblem[] {
  if (!optIn) return [];
  const { error } = listOptIn.safeParse(optIn);
  return (["channelTypes", "wording", "agreedOn"] as const).flatMap((part) => {
    const issue = error?.issues.find(({ path }) => path[0] === part);
    return issue ? [{ part, id: IDS[part], text: issue.message }] : [];
  });
}

const namesOf = (types: OptInDraft["channelTypes"]) => types.map(channelTypeName).join(", ");
const dayOf = (day: string) => `${formatDayMonth(day)} ${day.slice(0, 4)}`;

/** One sentence of what the people of an import agreed to; nothing where the file says nothing of it. */
export function OptInSummary({ optIn }: { optIn: ListOptIn | null }) {
  return (
    optIn && <p className="text-muted">{texts.summary(namesOf(optIn.channelTypes), dayOf(optIn.agreedOn))}</p>
  );
}

/** The same as facts with their names, the wording included. */
export const optInFacts = (optIn: ListOptIn | null): [name: string, value: string][] =>
  optIn
    ? [
        [texts.channels, namesOf(optIn.channelTypes)],
        [texts.agreedOn, dayOf(optIn.agreedOn)],
        [texts.wording, optIn.wording],
      ]
    : [];

/** Asks whether the file's people have agreed to offers, and for the proof. */
export function OptInFields({
  optIn,
  problems,
  onChange,
}: {
  optIn: OptInDraft | undefined;
  problems: readonly OptInProblem[];
  onChange: (next: OptInDraft | undefined) => void;
}) {
  const errorOf = (part: Part) => problems.find((each) => each.part === part)?.text;
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <Checkbox
        label={texts.title}
        hint={texts.lead}
        checked={optIn !== undefined}
        onChange={(on) => onChange(on ? emptyOptIn : undefined)}
      />
      {optIn && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Channels optIn={optIn} error={errorOf("channelTypes")} onChange={onChange} />
          <Field
            label={texts.agreedOn}
            hint={texts.agreedOnHint}
            id={IDS.agreedOn}
            error={errorOf("agreedOn")}
            required
          >
            <TextInput
              type="date"
              value={optIn.agreedOn}
              onChange={({ target }) => onChange({ ...optIn, agreedOn: target.value })}
            />
          </Field>
          <Field
            className="sm:col-span-2"
            label={texts.wording}
            hint={texts.wordingHint}
            id={IDS.wording}
            error={errorOf("wording")}
            required
          >
            <Textarea
              rows={3}
              maxLength={LONGEST_WORDING}
              value={optIn.wording}
              onChange={({ target }) => onChange({ ...optIn, wording: target.value })}
            />
          </Field>
          <p className="text-[0.8125rem] text-muted sm:col-span-2">{texts.refused}</p>
        </div>
      )}
    </section>
  );
}

function Channels({
  optIn,
  error,
  onChange,
}: {
  optIn: OptInDraft;
  error: string | undefined;
  onChange: (next: OptInDraft) => void;
}) {
  const { channelTypes } = optIn;
  return (
    <fieldset
      id={IDS.channelTypes}
      tabIndex={-1}
      className="grid min-w-0 content-start gap-2"
      aria-describedby={error && `${IDS.channelTypes}-error`}
    >
      <legend className="mb-1.5 font-medium">{texts.channels}</legend>
      {optInTypes.map((type) => (
        <Checkbox
          key={type}
          label={channelTypeName(type)}
          checked={channelTypes.includes(type)}
          onChange={(on) =>
            onChange({
              ...optIn,
              channelTypes: optInTypes.filter((each) => (each === type ? on : channelTypes.includes(each))),
            })
          }
        />
      ))}
      {error && (
        <p id={`${IDS.channelTypes}-error`} className="text-[0.8125rem] font-medium text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}
