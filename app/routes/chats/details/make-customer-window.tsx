import { useState } from "react";
import { request } from "#app/data/api.ts";
import { invalidate, patch, useQueryOf } from "#app/data/query.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { countryChoices, PhoneNumberField } from "#app/features/customers/phone-number-field.tsx";
import type { Phones } from "#app/features/customers/phones.ts";
import { usePhones } from "#app/features/customers/use-phones.ts";
import { countryHere } from "#app/lib/countries.ts";
import { useSession } from "#app/session/session.ts";
import { OwnField } from "#app/features/customers/own-field.tsx";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { chatDetailsTexts as texts } from "#texts/chat-details.ts";
import { customersTexts } from "#texts/customers.ts";
import { type ChatEntry, chatSummary, getChat } from "#workers/contract/endpoints/chats.ts";
import {
  chatUserDetails,
  linkChatCustomer,
  makeChatCustomer,
} from "#workers/contract/endpoints/chat-customer.ts";
import { type CustomerField, listFields } from "#workers/contract/endpoints/customer-fields.ts";
import { problemOfValue } from "#workers/contract/customer-values.ts";
import { MASK } from "#workers/contract/mask.ts";
import { DetailsFailed } from "./details-parts.tsx";

interface Props {
  chat: ChatEntry;
  onClose: () => void;
}

/** Makes a customer of who a chat is with; a number that a customer has links the chat to them, once that is wanted. */
export function MakeCustomerWindow(props: Props) {
  const { answer, failure, reload } = useQueryOf(listFields);
  if (answer) return <Form {...props} fields={answer.inputFieldDefinitions.filter(({ fixed }) => !fixed)} />;
  return (
    <Dialog open title={texts.makeTitle} onClose={props.onClose}>
      {failure ? <DetailsFailed failure={failure} onRetry={reload} /> : <SkeletonRows rows={3} />}
    </Dialog>
  );
}

function problemOfNumber(number: string, country: string, phones: Phones | undefined) {
  const problem =
    number.trim() === ""
      ? customersTexts.required(customersTexts.phoneNumber)
      : phones?.read(number, country).problem;
  return problem ? { phoneNumber: problem } : {};
}

const dataOf = ({ _id }: CustomerField): string => `data.${_id}`;

function Form({ chat, fields, onClose }: Props & { fields: readonly CustomerField[] }) {
  const params = { id: chat.chatId };
  const known = chat.person.address.includes(MASK) ? "" : chat.person.address;
  const mail = known.includes("@") ? fields.find(({ inputType }) => inputType === "email") : undefined;
  const phones = usePhones();
  const country = useSession().country || countryHere();
  // It asks for the mandatory fields, and for the mail address where it is known.
  const asked = fields.filter((field) => field.mandatory || field === mail);
  const form = useFields<Record<string, string>>(
    {
      name: chat.person.name,
      country,
      phoneNumber: /^\+\d+$/.test(known) ? known : "",
      ...Object.fromEntries(asked.map((field) => [dataOf(field), field === mail ? known : ""])),
    },
    (values) => ({
      ...(values["name"]?.trim() ? {} : { name: customersTexts.required(customersTexts.name) }),
      ...problemOfNumber(values["phoneNumber"] ?? "", values["country"] ?? "", phones),
      ...Object.fromEntries(
        asked.flatMap((field) => {
          const problem = problemOfValue(field, values[dataOf(field)] ?? "");
          return problem ? [[dataOf(field), problem] as const] : [];
        }),
      ),
    }),
  );
  const [owner, setOwner] = useState<{ id: string; text: string }>();
  const sending = useSend({
    form,
    refused: ({ errors }) => {
      if (!errors["owner"]) return false;
      setOwner({ id: errors["owner"], text: errors["phoneNumber"] ?? "" });
      return true;
    },
  });
  const linking = useSend();
  const shown = ({ payload }: { payload: { chat: ChatEntry } }) => {
    patch(getChat, undefined, (now, input) =>
      input.params?.id === chat.chatId ? { ...now, chat: payload.chat } : now,
    );
    void invalidate(chatSummary);
    void invalidate(chatUserDetails);
    onClose();
  };
  const create = () => {
    setOwner(undefined);
    const data = asked.map((field) => ({ id: field._id, value: form.values[dataOf(field)] ?? "" }));
    const { name = "", phoneNumber: typed = "", country: chosen = "" } = form.values;
    // A number without a code is one of its country: read anywhere else, "65912 34567" would be Singapore's.
    const phoneNumber = phones?.withCode(typed, chosen) ?? typed;
    return sending.send(
      () => request(makeChatCustomer, { params, body: { name, phoneNumber, data } }),
      shown,
    );
  };
  const link = (customerId: string) =>
    linking.send(() => request(linkChatCustomer, { params, body: { customerId } }), shown);
  const labels: Record<string, string> = {
    name: customersTexts.name,
    phoneNumber: customersTexts.phoneNumber,
    ...Object.fromEntries(asked.map((field) => [dataOf(field), field.fieldLabel])),
  };
  return (
    <FormDialog
      id="customer"
      open
      title={texts.makeTitle}
      description={texts.makeText}
      form={form}
      labels={labels}
      sending={{ busy: sending.busy || linking.busy, failure: sending.failure || linking.failure }}
      submit={texts.create}
      onClose={onClose}
      onSubmit={() => void create()}
    >
      {owner && (
        <Banner
          kind="warning"
          live
          actions={
            <Button size="sm" onClick={() => void link(owner.id)}>
              {texts.linkTo}
            </Button>
          }
        >
          {owner.text}
        </Banner>
      )}
      <Field label={customersTexts.name} id="customer-name" required error={form.errors["name"]}>
        <TextInput dir="auto" autoComplete="off" {...form.text("name")} />
      </Field>
      {/* Not a box that completes what is typed: with its library it would come to every screen. */}
      <Field label={customersTexts.country} hint={customersTexts.countryHint}>
        <Select
          value={form.values["country"] ?? ""}
          options={[{ value: "", label: "" }, ...countryChoices(phones)]}
          onChange={(chosen) => form.set("country", chosen)}
        />
      </Field>
      <PhoneNumberField
        id="customer-phoneNumber"
        phones={phones}
        country={form.values["country"] ?? ""}
        number={form.values["phoneNumber"] ?? ""}
        error={form.errors["phoneNumber"]}
        onChange={({ country: chosen, number }) => {
          if (chosen !== undefined) form.set("country", chosen);
          if (number !== undefined) form.set("phoneNumber", number);
        }}
        onLeave={() => form.values["phoneNumber"] !== "" && form.leave("phoneNumber")}
      />
      {asked.map((field) => (
        <OwnField
          key={field._id}
          field={field}
          value={form.values[dataOf(field)] ?? ""}
          error={form.errors[dataOf(field)]}
          onChange={(value) => form.set(dataOf(field), value)}
          onLeave={() => form.values[dataOf(field)] !== "" && form.leave(dataOf(field))}
        />
      ))}
    </FormDialog>
  );
}
