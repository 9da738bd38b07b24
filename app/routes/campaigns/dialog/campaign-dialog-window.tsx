import { type FormEvent, useState } from "react";
import { listProblems } from "#app/data/problems.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormHead } from "#app/kit/form-head.tsx";
import { useCommand } from "#app/kit/use-command.ts";
import { useSend } from "#app/kit/use-send.ts";
import { campaignDialogTexts as texts } from "#texts/campaign-dialog.ts";
import { whyTexts } from "#texts/why.ts";
import { DialogFields } from "./dialog-fields.tsx";
import { type Mode, type ModeName, modes, type Subject } from "./modes.ts";
import { SeenActivity } from "./seen-activity.tsx";
import { problemsOf, startingAt } from "./values.ts";

const FORM = "campaign-dialog";
const CONFLICT = 409;

export interface CampaignDialogProps {
  mode: ModeName;
  subject: Subject;
  onClose: () => void;
  /** After the server has done it. */
  onDone: (reply: unknown) => unknown;
  /** Loads the version that somebody else has made meanwhile, when the reader asks for it. */
  onAnew?: () => unknown;
}

/** Asks, shows and sends what its mode says. A thing that was changed meanwhile is offered to be loaded anew. */
export function CampaignDialogWindow({ mode: name, subject, onClose, onDone, onAnew }: CampaignDialogProps) {
  const mode: Mode = modes[name];
  const { run, shows, fields, tone = "primary" } = mode;
  /** The revision that the reader sees; an activity is loaded with all that is decided about. */
  const [seen, setSeen] = useState<{ revision: number; isMine: boolean }>();
  const [isOld, setOld] = useState(false);
  const [round, setRound] = useState(0);
  const form = useFields(startingAt(subject.campaign), (values) => problemsOf(values, fields));
  const sending = useSend({
    form: { ...form, check: () => form.check(fields) },
    refused: ({ status, message, errors }) => {
      if (status !== CONFLICT || fields.some((field) => errors[field])) return false;
      sending.setFailure(message);
      setOld(true);
      return true;
    },
  });
  const { busy, failure } = sending;
  const command = useCommand();
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    event?.stopPropagation();
    if (!run) return;
    void sending.send(
      () => run({ ...subject, ...(seen && { revision: seen.revision }) }, form.values, command(form.values)),
      async (reply) => {
        await onDone(reply);
        onClose();
      },
    );
  };
  const anew = async () => {
    await onAnew?.();
    sending.setFailure("");
    setOld(false);
    // Nothing is decided before the new version is shown: the old revision would be refused again.
    setSeen(undefined);
    if (shows) setRound((now) => now + 1);
    else onClose();
  };
  const waits = shows === "preview" && seen === undefined;
  const own = shows === "preview" && seen?.isMine ? texts.isMine : undefined;
  return (
    <Dialog
      open
      role={mode.asks ? "alertdialog" : "dialog"}
      size={shows === "preview" ? "xl" : mode.asks ? "sm" : "md"}
      title={mode.title(subject)}
      description={mode.text(subject)}
      busy={busy}
      edited={form.edited}
      onClose={onClose}
      footer={
        <>
          <Button
            {...(mode.asks && { autoFocus: true, "data-autofocus": true })}
            onClick={() => !busy && onClose()}
          >
            {mode.close}
          </Button>
          {run && (
            <Button
              tone={tone}
              type={fields.length > 0 ? "submit" : "button"}
              form={FORM}
              busy={busy}
              disabledReason={own ?? (isOld ? failure : waits ? whyTexts.loading : undefined)}
              onClick={() => fields.length === 0 && send()}
            >
              {mode.submit(subject)}
            </Button>
          )}
        </>
      }
    >
      {isOld ? (
        <Banner
          kind="warning"
          live
          title={failure}
          className="mb-3"
          actions={
            <Button size="sm" onClick={() => void anew()}>
              {texts.loadAnew}
            </Button>
          }
        >
          {texts.changedSince}
        </Banner>
      ) : (
        <FormHead
          failure={failure}
          problems={listProblems([...fields], form.errors, texts.fields, (field) => `${FORM}-${field}`)}
          round={form.round}
        />
      )}
      {own && (
        <Banner kind="info" className="mb-3">
          {own}
        </Banner>
      )}
      {shows && <SeenActivity key={round} id={subject.id} shows={shows} onSeen={setSeen} />}
      {fields.length > 0 && (
        <form id={FORM} noValidate onSubmit={send} className="mt-1 grid gap-4">
          <DialogFields id={FORM} {...{ fields, form }} />
        </form>
      )}
    </Dialog>
  );
}
