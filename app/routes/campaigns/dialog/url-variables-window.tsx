import { type FormEvent, useEffect, useState } from "react";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { campaignDialogTexts } from "#texts/campaign-dialog.ts";
import type { BroadcastDraft } from "#app/features/broadcasts/broadcast-draft.ts";
import { FormProvider, useForm } from "#app/features/broadcasts/form-context.ts";
import { LOADER_MS } from "#app/features/broadcasts/use-variables.ts";
import { VariableFields } from "#app/features/broadcasts/variable-fields.tsx";
import { modes } from "./modes.ts";

const texts = campaignDialogTexts.urlVariableMap;
const FORM = "url-variables";
const mode = modes.urlVariableMap;
const subject = { id: "", name: "" };

/** Maps the variables of the links alone; the form below has them once it is submitted. */
export function UrlVariablesWindow({ onClose }: { onClose: () => void }) {
  const form = useForm();
  const toast = useToast();
  const { variables } = form;
  const groups = variables.groups.filter(({ type }) => type === "url");
  const names = groups.flatMap(({ parameters }) => parameters.filter(({ isRequired }) => isRequired));
  const [mappings, setMappings] = useState(form.draft.mappings);
  const [tried, setTried] = useState(false);
  const isLoading = useLoader();
  const isMissing = (name: string) => !mappings[name]?.value.trim();
  const found = groups.some(({ parameters }) => parameters.length > 0);
  const own = {
    ...form,
    draft: { ...form.draft, mappings },
    variables: { ...variables, groups },
    change: (part: Partial<BroadcastDraft>) => part.mappings && setMappings(part.mappings),
    problemAt: (place: string) => {
      const name = place.replace(/^mapping\./, "");
      const isAsked = names.some((each) => each.name === name);
      return tried && isAsked && isMissing(name) ? broadcastsTexts.mandatory : undefined;
    },
    leave: () => {},
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (names.some(({ name }) => isMissing(name))) return;
    const places = groups.flatMap(({ parameters }) => parameters.map(({ name }) => `mapping.${name}`));
    form.change({ mappings }, ...places);
    toast.success(texts.done);
    onClose();
  };
  return (
    <Dialog
      open
      title={mode.title(subject)}
      description={mode.text(subject)}
      edited={mappings !== form.draft.mappings}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{mode.close}</Button>
          {found && !isLoading && (
            <Button tone="primary" type="submit" form={FORM}>
              {mode.submit(subject)}
            </Button>
          )}
        </>
      }
    >
      {isLoading ? (
        <Progress label={texts.loading} />
      ) : found ? (
        <form id={FORM} noValidate onSubmit={submit} className="grid gap-4">
          <FormProvider value={own}>
            <VariableFields prefix="url" />
          </FormProvider>
        </form>
      ) : (
        <Failure text={broadcastsTexts.urlVariableMissing} />
      )}
    </Dialog>
  );
}

/** The specification's loader (customer-master.md 9). */
function useLoader(): boolean {
  const [isLoading, setLoading] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setLoading(false), LOADER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLoading;
}
