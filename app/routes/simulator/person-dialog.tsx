import { useState } from "react";
import { call } from "#app/data/api.ts";
import { put } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { simulatorTexts } from "#texts/simulator.ts";
import { simulatorPersonTexts as texts } from "#texts/simulator-person.ts";
import {
  personFields,
  type SimulatedChannel,
  simulatedPhone,
} from "#workers/contract/endpoints/simulator.ts";
import { problemsOf } from "#app/data/problems.ts";
import { addressText, type Person, usualAddress } from "./persons.ts";

const FORM = "simulated-person";
type Kind = "phone" | "userId" | "mail";

/** Adds somebody to play. Their address is checked by the server, which also spells it as the house does. */
export function PersonDialog({
  channel: { id, type },
  persons,
  onAdd,
  onClose,
}: {
  channel: SimulatedChannel;
  persons: readonly Person[];
  onAdd: (person: Person) => void;
  onClose: () => void;
}) {
  const [kind, setKind] = useState<Kind>(usualAddress(type));
  const labels = { name: texts.name, address: texts[kind] };
  const form = useFields({ name: "", address: "" }, ({ name, address }) => {
    const { name: wrong } = problemsOf(personFields, { name });
    return {
      ...(wrong && { name: wrong }),
      ...(address.trim() === "" && { address: texts.addressEmpty[kind] }),
    };
  });
  const sending = useSend({
    form,
    refused: ({ errors }) => {
      const problem = errors[`person.${kind}`];
      if (problem) form.refuse({ address: problem });
      return problem !== undefined;
    },
  });
  const add = () =>
    sending.send(
      () => call(simulatedPhone, { params: { id }, query: { person: { [kind]: form.values.address } } }),
      (phone) => {
        const same = ({ address }: Person) => addressText(address) === addressText(phone.person);
        if (persons.some(same)) return form.refuse({ address: texts.alreadyThere });
        put(simulatedPhone, { params: { id }, query: { person: phone.person } }, phone);
        onAdd({ name: form.values.name.trim(), address: phone.person });
        onClose();
      },
    );
  const choose = (next: Kind) => {
    setKind(next);
    form.refuse({});
  };
  return (
    <FormDialog
      {...{ form, labels, sending, onClose }}
      open
      id={FORM}
      title={simulatorTexts.addPerson}
      submit={texts.add}
      onSubmit={add}
    >
      <Field id={`${FORM}-name`} label={labels.name} required error={form.errors.name}>
        <TextInput autoFocus autoComplete="off" maxLength={100} {...form.text("name")} />
      </Field>
      <RadioGroup
        legend={texts.addressKind}
        value={kind}
        choices={KINDS.map((value) => ({ value, label: texts.addressKinds[value] }))}
        onChange={choose}
      />
      <Field
        id={`${FORM}-address`}
        label={labels.address}
        required
        hint={kind === "phone" ? texts.phoneHint : undefined}
        error={form.errors.address}
      >
        <TextInput autoComplete="off" maxLength={254} {...form.text("address")} />
      </Field>
    </FormDialog>
  );
}

const KINDS: readonly Kind[] = ["phone", "userId", "mail"];
