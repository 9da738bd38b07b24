import type { FormEvent } from "react";
import { call, request } from "#app/data/api.ts";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { FormHead } from "#app/kit/form-head.tsx";
import { RestoredDraft } from "#app/kit/restored-draft.tsx";
import { useSave } from "#app/kit/use-save.ts";
import { useStoredForm } from "#app/kit/use-stored-form.ts";
import { TimezoneField } from "#app/components/timezone-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select, type Option } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { profileTexts as texts } from "#texts/profile.ts";
import { uiTexts } from "#texts/ui.ts";
import { listProblems, problemsOf } from "#app/data/problems.ts";
import { useMarked } from "#app/drafts/unsaved.ts";
import { getProfile, myFields, updateUser, type MyProfile } from "#workers/contract/endpoints/my-profile.ts";
import { languages, type Language } from "#workers/contract/language.ts";
import { useShowProfile } from "#app/kit/use-save-profile.ts";

const valuesOf = ({ name, phone, timezone, language }: MyProfile) => ({ name, phone, timezone, language });
const LANGUAGES: Option<MyProfile["language"]>[] = [
  { value: "", label: texts.languageOfBrowser },
  ...(Object.keys(languages) as Language[]).map((value) => ({ value, label: languages[value] })),
];
const NAMES = ["name", "phone", "timezone", "language"] as const;
const idOf = (name: string) => `profile-${name}`;

/** Lists the fields in which the version that was saved elsewhere differs from the draft, with its values. */
const differencesOf = (theirs: MyProfile, mine: ReturnType<typeof valuesOf>): string[] =>
  NAMES.filter((name) => theirs[name] !== mine[name]).map((name) => {
    const shown = name === "language" ? theirs.language && languages[theirs.language] : theirs[name];
    return `${texts[name]}: ${shown || uiTexts.meanwhile.nothing}`;
  });

/** Name, phone, time zone and language; the address is only shown. */
export function AboutCard({ profile, zones }: { profile: MyProfile; zones: readonly string[] }) {
  const { form, base, take, restored } = useStoredForm({
    name: `profile:${profile.uId}`,
    stored: profile,
    valuesOf,
    validate: (now) => problemsOf(myFields, now),
  });
  const { values, errors, edited } = form;
  const show = useShowProfile();
  const saving = useSave({
    draft: values,
    theirsOf: () => call(getProfile),
    onRefused: form.refuse,
  });
  const { theirs } = saving;
  useMarked(edited);

  const save = (revision: number) => {
    const sent = values;
    if (!form.check()) return;
    void saving.save(
      () => request(updateUser, { body: { ...sent, revision } }),
      ({ payload }) => {
        form.saved(sent);
        take(payload);
        return show(payload);
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(base.revision);
  };
  const loadTheirs = () => {
    if (!theirs) return;
    form.reset(valuesOf(theirs));
    take(theirs);
    saving.reset();
  };
  const problems = listProblems(NAMES, errors, texts, idOf);

  return (
    <Card>
      <h2 className="font-semibold">{texts.about}</h2>
      <form noValidate onSubmit={submit} className="mt-3 grid grid-cols-1 gap-4">
        <RestoredDraft control={{ restored }} onDiscard={() => form.reset()} />
        {theirs && (
          <ChangedMeanwhile
            text={saving.failure}
            differences={differencesOf(theirs, values)}
            onLoad={loadTheirs}
            onKeep={() => save(theirs.revision)}
          />
        )}
        <FormHead failure={theirs ? "" : saving.failure} problems={problems} round={form.round} />
        <Field id={idOf("name")} label={texts.name} required error={errors.name}>
          <TextInput autoComplete="name" maxLength={100} {...form.text("name")} />
        </Field>
        <Field label={texts.email} hint={texts.emailHint}>
          <TextInput type="email" readOnly value={profile.emailId} />
        </Field>
        <Field id={idOf("phone")} label={texts.phone} error={errors.phone}>
          <TextInput type="tel" autoComplete="tel" maxLength={30} {...form.text("phone")} />
        </Field>
        <TimezoneField
          id={idOf("timezone")}
          label={texts.timezone}
          none={texts.timezoneOfEnterprise}
          zones={zones}
          value={values.timezone}
          error={errors.timezone}
          onChange={(zone) => form.set("timezone", zone)}
        />
        <Field id={idOf("language")} label={texts.language} hint={texts.languageHint} error={errors.language}>
          <Select
            value={values.language}
            onChange={(language) => form.set("language", language)}
            options={LANGUAGES}
          />
        </Field>
        <Button type="submit" tone="primary" busy={saving.busy} className="justify-self-start">
          {texts.save}
        </Button>
      </form>
    </Card>
  );
}
