import { createContext, useContext } from "react";
import { type BroadcastDraft, idOf } from "./broadcast-draft.ts";
import type { Variables } from "./broadcast-request.ts";

interface FormControl {
  draft: BroadcastDraft;
  variables: Variables;
  /** Changes the draft and takes back what the server has said of these places. */
  change: (part: Partial<BroadcastDraft>, ...places: string[]) => void;
  /** The problem that may be shown at a place. */
  problemAt: (place: string) => string | undefined;
  /** Shows from now on what is wrong at a place. */
  leave: (place: string) => void;
  /** Before its places, where it is a part of another form. */
  prefix?: string;
}

const FormContext = createContext<FormControl | null>(null);
export const FormProvider = FormContext.Provider;

export function useForm(): FormControl {
  const control = useContext(FormContext);
  if (!control) throw new Error("useForm needs a FormProvider around it");
  return control;
}

/** The ids of the form's controls, by their places in it. */
export function useIdOf(): (place: string) => string {
  const { prefix = "" } = useForm();
  return (place) => idOf(`${prefix}${place}`);
}
