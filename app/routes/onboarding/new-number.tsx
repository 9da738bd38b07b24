import { request } from "#app/data/api.ts";
import { listProblems } from "#app/data/problems.ts";
import { FormHead } from "#app/kit/form-head.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { onboardingTexts as texts } from "#texts/onboarding.ts";
import { uiTexts } from "#texts/ui.ts";
import { addWabaNumber, type Onboarding } from "#workers/contract/endpoints/onboarding.ts";

const LABELS = { number: texts.newNumber, verifiedName: texts.displayName };
const NAMES = ["number", "verifiedName"] as const;
const idOf = (name: string) => `onboarding-${name}`;

/** A number that the account does not have yet. */
export function NewNumber({
  id,
  wabaId,
  onAdded,
  onCancel,
}: {
  id: string;
  wabaId: string;
  onAdded: (onboarding: Onboarding) => void;
  onCancel: () => void;
}) {
  const form = useFields({ number: "", verifiedName: "" }, ({ number, verifiedName }) => ({
    ...(number.trim() === "" && { number: texts.wabaNumberNeeded }),
    ...(number.trim() !== "" &&
      !/^[+\d][\d\s().-]{6,38}$/.test(number.trim()) && { number: texts.numberWrong }),
    ...(verifiedName.trim() === "" && { verifiedName: texts.displayNameEmpty }),
  }));
  const sending = useSend({ form });
  const add = () =>
    sending.send(
      () => request(addWabaNumber, { body: { id, wabaId, ...form.values } }),
      ({ payload }) => onAdded(payload),
    );
  return (
    <form
      noValidate
      className="grid w-full max-w-sm gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <FormHead
        failure={sending.failure}
        problems={listProblems(NAMES, form.errors, LABELS, idOf)}
        round={form.round}
      />
      <Field
        id={idOf("number")}
        label={texts.newNumber}
        hint={texts.newNumberHint}
        required
        error={form.errors.number}
      >
        <TextInput autoFocus type="tel" autoComplete="off" maxLength={40} {...form.text("number")} />
      </Field>
      <Field
        id={idOf("verifiedName")}
        label={texts.displayName}
        hint={texts.displayNameHint}
        required
        error={form.errors.verifiedName}
      >
        <TextInput maxLength={100} {...form.text("verifiedName")} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button tone="primary" type="submit" busy={sending.busy}>
          {texts.addNumber}
        </Button>
        <Button onClick={onCancel}>{uiTexts.cancel}</Button>
      </div>
    </form>
  );
}
