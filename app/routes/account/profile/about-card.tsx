import { type FormEvent, useEffect } from "react";
import { request } from "#app/data/api.ts";
import { FormHead } from "#app/kit/form-head.tsx";
import { TimezoneField } from "#app/components/timezone-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select, type Option } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields, useStored } from "#app/components/ui/use-fields.ts";
import { profileTexts as texts } from "#texts/profile.ts";
import { listProblems, problemsOf } from "#app/data/problems.ts";
import { useUnsaved } from "#app/drafts/unsaved.ts";
import { myFields, updateUser, type MyProfile } from "#workers/contract/endpoints/my-profile.ts";
import { languages, type Language } from "#workers/contract/language.ts";
import { useSaveProfile } from "#app/kit/use-save-profile.ts";

const valuesOf = ({ name, phone, timezone, language }: MyProfile) => ({ name, phone, timezone, language });
const LANGUAGES: Option<MyProfile["language"]>[] = [
  { value: "", label: texts.languageOfBrowser },
  ...(Object.keys(languages) as Language[]).map((value) => ({ value, label: languages[value] })),
];
const idOf = (name: string) => `profile-${name}`;

/** Name, phone, time zone and language; the address is only shown. */
export function AboutCard({ profile, zones }: { profile: MyProfile; zones: readonly string[] }) {
  const unsaved = useUnsaved();
  const form = useFields(valuesOf(profile), (now) => problemsOf(myFields, now));
  useStored(profile, form, valuesOf);
  const saving = useSaveProfile({ form });
  const { values, errors, edited } = form;
  useEffect(() => {
    unsaved.mark(edited);
    return () => unsaved.mark(false);
  }, [edited, unsaved]);

  const save = (event: FormEvent) => {
    event.preventDefault();
    void saving.save(async () => {
      const answer = await request(updateUser, { body: { ...values, revision: profile.revision } });
      form.saved(values);
      return answer;
    });
  };
  const problems = listProblems(["name", "phone", "timezone", "language"], errors, texts, idOf);

  return (
    <Card>
      <h2 className="font-semibold">{texts.about}</h2>
      <form noValidate onSubmit={save} className="mt-3 grid grid-cols-1 gap-4">
        <FormHead failure={saving.failure} problems={problems} round={form.round} />
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
