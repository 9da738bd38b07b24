import { useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { useRestored } from "#app/drafts/use-restored.ts";

/** The answers while a form is edited or not, one after the other. */
function answers(wasLeft: boolean, ...edited: boolean[]): boolean[] {
  const shown: boolean[] = [];
  function Form() {
    const [step, setStep] = useState(0);
    shown[step] = useRestored(wasLeft, edited[step] ?? false);
    if (step < edited.length - 1) setStep(step + 1);
    return null;
  }
  renderToStaticMarkup(<Form />);
  return shown;
}

test("a draft that was left behind is said to be restored until it is saved or discarded, and not of what is typed later", () => {
  expect(answers(true, true, true, false, true)).toEqual([true, true, false, false]);
  expect(answers(false, false, true)).toEqual([false, false]);
});
