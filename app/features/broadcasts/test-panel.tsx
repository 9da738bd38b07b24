import { Send } from "lucide-react";
import { useRef, useState } from "react";
import { call } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { OutLink } from "#app/components/out-link.tsx";
import { useSession } from "#app/session/session.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { isAddressTyped } from "#workers/contract/broadcast.ts";
import { type BroadcastRequest, listBroadcasts } from "#workers/contract/endpoints/broadcasts.ts";
import { sendBroadcast } from "#workers/contract/endpoints/broadcast-sending.ts";
import { addressOf } from "./addresses.ts";
import { useForm } from "./form-context.ts";
import { keepOwnNumber, ownNumber } from "./own-number.ts";
import { recipientWords } from "./recipient-words.ts";
import { Section } from "./section.tsx";
import { testOf } from "./test-request.ts";
import { useDataFile } from "./use-data-file.ts";

const texts = broadcastsTexts.test;

/** Sends the message to one's own number alone, to see it on a telephone. */
export function TestPanel({
  request,
  check,
}: {
  request: BroadcastRequest;
  /** Whether the message can be sent; shows what is missing. */
  check: () => boolean;
}) {
  const { uId } = useSession().profile;
  const { type } = useForm().draft;
  const words = recipientWords(type);
  /** As typed, by the kind of the address: a number is no start for a mail address. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const number = typed[words.inputMode] ?? ownNumber(uId, type);
  const [problem, setProblem] = useState<string>();
  const [sent, setSent] = useState<{ id: string; to: string }>();
  const { busy, failure, send } = useSend();
  const { firstRow } = useDataFile(request.audience.file);
  /** One for each message and number: the same again, as after a lost answer, is not sent twice. */
  const command = useRef({ of: "", id: "" });
  const submit = () => {
    const to = number.trim();
    if (!isAddressTyped(type, to)) return setProblem(words.short);
    if (!check()) return;
    const body = testOf(request, to, texts.name(request.message.template.templateId), firstRow);
    const digest = JSON.stringify(body);
    if (command.current.of !== digest) command.current = { of: digest, id: crypto.randomUUID() };
    setSent(undefined);
    void send(
      () => call(sendBroadcast, { body: { ...body, commandId: command.current.id } }),
      ({ id }) => {
        command.current = { of: "", id: "" };
        keepOwnNumber(uId, type, to);
        setSent({ id, to });
        void invalidate(listBroadcasts);
      },
    );
  };
  return (
    <Section title={texts.title}>
      <div className="grid gap-3">
        <Field label={words.own} hint={words.ownHint} error={problem}>
          <TextInput
            inputMode={words.inputMode}
            autoComplete={words.autoComplete}
            maxLength={64}
            value={number}
            onChange={({ target }) => {
              setTyped({ ...typed, [words.inputMode]: target.value });
              setProblem(undefined);
            }}
          />
        </Field>
        <Button className="justify-self-start" icon={<Send aria-hidden />} busy={busy} onClick={submit}>
          {texts.send}
        </Button>
        <Failure text={failure} />
        <p role="status" className="empty:hidden">
          {sent && (
            <>
              {texts.sent(sent.to)} <OutLink href={addressOf(sent.id)}>{texts.follow}</OutLink>
            </>
          )}
        </p>
      </div>
    </Section>
  );
}
