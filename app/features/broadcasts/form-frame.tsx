import type { ComponentProps, ReactNode } from "react";
import { LongForm } from "#app/kit/long-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { uiTexts } from "#texts/ui.ts";
import { FormProvider } from "./form-context.ts";

/** A form that sends something to many, beside what it comes to; what is kept of it as a draft can be thrown away. */
export function FormFrame({
  form,
  kept,
  restored,
  onDiscard,
  onSend,
  buttons,
  beside,
  children,
}: {
  form: ComponentProps<typeof FormProvider>["value"];
  kept: { restored: boolean; edited: boolean };
  /** Says that a draft was restored. */
  restored: string;
  onDiscard: () => void;
  onSend: () => void;
  buttons: ReactNode;
  beside: ReactNode;
  children: ReactNode;
}) {
  return (
    <FormProvider value={form}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <LongForm
          onSend={onSend}
          restored={kept.restored ? { text: restored, onDiscard } : undefined}
          buttons={
            <>
              {kept.edited && (
                <Button tone="ghost" onClick={onDiscard}>
                  {uiTexts.discard}
                </Button>
              )}
              {buttons}
            </>
          }
        >
          {children}
        </LongForm>
        <div className="grid gap-4 lg:sticky lg:top-(--beside-top,4.25rem)">{beside}</div>
      </div>
    </FormProvider>
  );
}
