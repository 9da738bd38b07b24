import { useState } from "react";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { speechTexts as texts } from "#texts/speech.ts";
import { recognitionHere, speechConsent } from "./browser-speech.ts";
import { canStayLocal } from "./stays-local.ts";

/** Asks once on this device before anything may go to the browser's maker; the answer can be taken back. */
export function useConsent() {
  const confirm = useConfirm();
  const toast = useToast();
  const [isGiven, setGiven] = useState(() => speechConsent.given());
  return {
    isGiven,
    async ask(): Promise<boolean> {
      if (speechConsent.given()) return true;
      const recognition = recognitionHere();
      const local = recognition && canStayLocal(recognition) ? ` ${texts.consentLocal}` : "";
      const given = await confirm({
        title: texts.consentTitle,
        text: `${texts.consentText}${local}`,
        confirmLabel: texts.consentYes,
        tone: "primary",
      });
      if (given) speechConsent.give();
      setGiven(given);
      return given;
    },
    takeBack() {
      speechConsent.takeBack();
      setGiven(false);
      toast.success(texts.consentTaken);
    },
  };
}
