import { Button } from "#app/components/ui/button.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { enterpriseTexts as texts } from "#texts/enterprise.ts";
import {
  accentProblem,
  contrastsOf,
  isColour,
  PART_RATIO,
  ratioText,
  suggestionFor,
  TEXT_RATIO,
  type ThemeName,
} from "#workers/contract/accent.ts";
import { idOf, labels } from "./enterprise-draft.ts";
import { usualAccents } from "./look-preview.tsx";
import type { EnterpriseControl } from "./use-enterprise-draft.ts";

/** The accent colour of one theme, with its contrast ratios, and the nearest colour that would pass. */
export function AccentField({
  name,
  theme,
  control: { draft, problems, change, leave },
  readOnly,
}: {
  name: "accent" | "accentDark";
  theme: ThemeName;
  control: EnterpriseControl;
  readOnly: boolean;
}) {
  const typed = draft[name].trim().toLowerCase();
  const colour = isColour(typed) ? typed : undefined;
  const problem = typed === "" ? undefined : accentProblem(typed, theme);
  const better = colour && problem ? suggestionFor(colour, theme) : undefined;
  const set = (value: string) => {
    change({ [name]: value });
    leave(name);
  };
  return (
    <div className="grid gap-2">
      <Field
        id={idOf(name)}
        label={labels[name]}
        hint={texts.accentHint}
        // A complete colour is validated at once: the colour picker fires no blur.
        error={problems[name] ?? (colour ? problem : undefined)}
      >
        <div className="flex flex-wrap items-center gap-2">
          <TextInput
            className="max-w-36 font-mono"
            readOnly={readOnly}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            value={draft[name]}
            onChange={(event) => change({ [name]: event.target.value })}
            onBlur={() => leave(name)}
          />
          <input
            type="color"
            aria-label={texts.pick(labels[name])}
            disabled={readOnly}
            value={colour ?? usualAccents[theme]}
            onChange={(event) => set(event.target.value)}
            className="h-9 w-12 cursor-pointer rounded-md border border-edge bg-surface p-1 disabled:cursor-not-allowed"
          />
          {better && !readOnly && (
            <Button size="sm" onClick={() => set(better)}>
              {texts.takeSuggestion(better)}
            </Button>
          )}
        </div>
      </Field>
      {colour && <Ratios colour={colour} theme={theme} />}
    </div>
  );
}

function Ratios({ colour, theme }: { colour: string; theme: ThemeName }) {
  const { text, part } = contrastsOf(colour, theme);
  const rows = [
    { said: texts.contrastText(ratioText(text), String(TEXT_RATIO)), good: text >= TEXT_RATIO },
    { said: texts.contrastPart(ratioText(part), String(PART_RATIO)), good: part >= PART_RATIO },
  ];
  return (
    <ul className="grid gap-1 text-[0.8125rem] text-muted">
      {rows.map(({ said, good }) => (
        <li key={said} className="flex flex-wrap items-center gap-2">
          <Badge tone={good ? "success" : "danger"}>{good ? texts.good : texts.notGood}</Badge>
          {said}
        </li>
      ))}
    </ul>
  );
}
