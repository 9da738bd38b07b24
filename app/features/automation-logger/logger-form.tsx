import { request } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { automationLoggerTexts as texts } from "#texts/automation-logger.ts";
import { uiTexts } from "#texts/ui.ts";
import { LOG_DAYS, LOG_LEVELS } from "#workers/contract/automation/log-levels.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { type Logger, loggerDoors } from "#workers/contract/endpoints/automation-logger.ts";

const { least, most } = LOG_DAYS;

interface Props {
  kind: AutomationKind;
  id: string;
  mayEdit: boolean;
}

/** Sets how much is kept of the steps of a journey's or an encap's runs, and for how many days. */
export function LoggerForm({ kind, id, mayEdit }: Props) {
  const { answer, failure } = useQueryOf(loggerDoors[kind].get, { params: { id } });
  if (!answer)
    return failure ? <LoadFailure error={failure} title={texts.failed} /> : <SkeletonRows rows={4} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="max-w-prose text-muted">{texts.lead}</p>
      <Form key={id} {...{ kind, id, mayEdit }} logger={answer} />
    </div>
  );
}

function Form({ kind, id, logger, mayEdit }: Props & { logger: Logger }) {
  const { get, set } = loggerDoors[kind];
  const form = useFields({ level: logger.level, days: String(logger.days) }, ({ days }) => {
    const number = Number(days);
    return Number.isInteger(number) && number >= least && number <= most
      ? {}
      : { days: texts.daysWrong(least, most) };
  });
  const sending = useSend({ form });
  const save = () => {
    const sent = form.values;
    return sending.send(
      () => request(set, { params: { id }, body: { level: sent.level, days: Number(sent.days) } }),
      async () => {
        form.saved(sent);
        await invalidate(get);
      },
    );
  };
  return (
    <Card className="max-w-2xl p-4">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Failure text={sending.failure} />
        <RadioGroup
          legend={texts.level}
          disabled={!mayEdit}
          value={form.values.level}
          choices={LOG_LEVELS.map((level) => ({
            value: level,
            label: texts.levels[level],
            hint: texts.hints[level],
          }))}
          onChange={(level) => form.set("level", level)}
        />
        <Field
          id="logger-days"
          label={texts.days}
          hint={texts.daysHint(least, most)}
          error={form.errors.days}
          className="max-w-40"
        >
          <TextInput inputMode="numeric" readOnly={!mayEdit} {...form.text("days")} />
        </Field>
        {mayEdit && (
          <Button type="submit" tone="primary" className="justify-self-start" busy={sending.busy}>
            {uiTexts.save}
          </Button>
        )}
      </form>
    </Card>
  );
}
