import { useState } from "react";
import { request } from "#app/data/api.ts";
import { problemsOf } from "#app/data/problems.ts";
import { put, useQueryOf } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { TimezoneField } from "#app/components/timezone-field.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { numberOf, type PauseDraft, pauseDraftsOf, PauseFields, pausesOf } from "./pause-fields.tsx";
import { readerZone } from "#app/lib/reader-zone.ts";
import { sendingTexts } from "#texts/sending.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { listChannels } from "#workers/contract/endpoints/channels.ts";
import { timezones } from "#workers/contract/endpoints/enterprise.ts";
import {
  getOfferRules,
  type OfferRules,
  offerRules,
  saveOfferRules,
} from "#workers/contract/endpoints/sending.ts";

const texts = sendingTexts.offers;
const FORM = "offer-rules";
const FIELDS = ["from", "until", "timezone", "most", "days", "text", "pauses"] as const;
type Kept = ReplyOf<typeof getOfferRules>;

type Draft = {
  isQuiet: boolean;
  from: string;
  until: string;
  timezone: string;
  isCapped: boolean;
  most: string;
  days: string;
  isConfirmed: boolean;
  text: string;
  pauses: PauseDraft[];
};

/** When and how often offers may reach one person. */
export function OfferRulesDialog({ onClose }: { onClose: () => void }) {
  const rules = useQueryOf(getOfferRules);
  const zones = useQueryOf(timezones);
  const channels = useQueryOf(listChannels, { query: { perPage: -1 } });
  const failed = [rules, zones, channels].find(({ answer, failure }) => !answer && failure);
  if (rules.answer && zones.answer && channels.answer) {
    const { channelConfig } = channels.answer;
    return <RulesForm kept={rules.answer} zones={zones.answer} channels={channelConfig} onClose={onClose} />;
  }
  return (
    <Dialog open title={texts.title} description={texts.lead} onClose={onClose}>
      {failed?.failure ? (
        <ErrorState
          text={failed.failure.message}
          requestId={failed.failure.requestId}
          busy={failed.asking}
          onRetry={failed.reload}
        />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Dialog>
  );
}

function RulesForm({
  kept: stored,
  zones,
  channels,
  onClose,
}: {
  kept: Kept;
  zones: readonly string[];
  channels: readonly { id: string; name: string }[];
  onClose: () => void;
}) {
  // Saved with the revision that the form began from.
  const [kept] = useState(stored);
  const form = useFields(draftOf(kept), problemsIn);
  const { values, errors } = form;
  const sending = useSend({
    refused: ({ errors: given }) => {
      const own = byField(Object.entries(given));
      if (Object.keys(own).length > 0) form.refuse(own);
      return Object.keys(own).length > 0;
    },
  });
  const save = () => {
    if (!form.check()) return;
    void sending.send(
      () => request(saveOfferRules, { body: { ...rulesOf(values), revision: kept.revision } }),
      ({ payload }) => {
        put(getOfferRules, {}, payload);
        onClose();
      },
    );
  };
  const input = (name: "from" | "until" | "most" | "days", type: "time" | "number") => (
    <Field id={`${FORM}-${name}`} label={texts[name]} error={errors[name]}>
      <TextInput type={type} min={type === "number" ? 1 : undefined} {...form.text(name)} />
    </Field>
  );
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id={FORM}
      title={texts.title}
      description={texts.lead}
      labels={
        Object.fromEntries(
          FIELDS.map((name) => [
            name,
            name === "text" ? texts.confirmText : name === "pauses" ? texts.pause : texts[name],
          ]),
        ) as Record<keyof Draft, string>
      }
      onSubmit={save}
    >
      <Checkbox
        label={texts.quiet}
        hint={texts.quietHint}
        checked={values.isQuiet}
        onChange={(isQuiet) => form.set("isQuiet", isQuiet)}
      />
      {values.isQuiet && (
        <div className="grid gap-4 sm:grid-cols-2">
          {input("from", "time")}
          {input("until", "time")}
          <div className="sm:col-span-2">
            <TimezoneField
              id={`${FORM}-timezone`}
              label={texts.timezone}
              none={texts.noTimezone}
              zones={zones}
              value={values.timezone}
              error={errors.timezone}
              onChange={(timezone) => form.set("timezone", timezone)}
            />
          </div>
        </div>
      )}
      <Checkbox
        label={texts.cap}
        hint={texts.capHint}
        checked={values.isCapped}
        onChange={(isCapped) => form.set("isCapped", isCapped)}
      />
      {values.isCapped && (
        <div className="grid gap-4 sm:grid-cols-2">
          {input("most", "number")}
          {input("days", "number")}
        </div>
      )}
      <Checkbox
        label={texts.confirm}
        hint={texts.confirmHint}
        checked={values.isConfirmed}
        onChange={(isConfirmed) => form.set("isConfirmed", isConfirmed)}
      />
      {values.isConfirmed && (
        <Field id={`${FORM}-text`} label={texts.confirmText} hint={texts.confirmTextHint} error={errors.text}>
          <TextInput {...form.text("text")} />
        </Field>
      )}
      <PauseFields
        id={`${FORM}-pauses`}
        pauses={values.pauses}
        channels={channels}
        error={errors.pauses}
        onChange={(pauses) => form.set("pauses", pauses)}
      />
    </FormDialog>
  );
}

const draftOf = ({ quiet, cap, confirm, pauses }: Kept): Draft => ({
  isQuiet: quiet !== null,
  from: quiet?.from ?? "21:00",
  until: quiet?.until ?? "09:00",
  timezone: quiet?.timezone ?? readerZone(),
  isCapped: cap !== null,
  most: String(cap?.most ?? 2),
  days: String(cap?.days ?? 7),
  isConfirmed: confirm !== null,
  text: confirm?.text ?? "",
  pauses: pauseDraftsOf(pauses),
});

const rulesOf = ({
  isQuiet,
  from,
  until,
  timezone,
  isCapped,
  most,
  days,
  isConfirmed,
  text,
  pauses,
}: Draft): OfferRules => ({
  quiet: isQuiet ? { from, until, timezone } : null,
  cap: isCapped ? { most: numberOf(most), days: numberOf(days) } : null,
  confirm: isConfirmed ? { text } : null,
  pauses: pausesOf(pauses),
});

const problemsIn = (draft: Draft): Problems =>
  byField(Object.entries(problemsOf(offerRules, rulesOf(draft))));

/** The first problem of each field; the server names a field within its part. */
type Problems = { [Name in (typeof FIELDS)[number]]?: string };

/** Whichever of the shares it is of. */
const PAUSES = /^pauses\b/;
const byField = (problems: readonly (readonly [string, string])[]): Problems =>
  Object.fromEntries(
    problems
      .map(
        ([path, message]) =>
          [PAUSES.test(path) ? "pauses" : (path.split(".").at(-1) ?? ""), message] as const,
      )
      .filter(([name]) => FIELDS.some((field) => field === name))
      .toReversed(),
  );
