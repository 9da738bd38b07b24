import { Plus } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { graphFieldsTexts as texts } from "#texts/graph-fields.ts";
import { type OperandKind, OPERATORS, type Operator } from "#workers/contract/expression.ts";
import { Fieldset } from "./fieldset.tsx";
import { getIn, join } from "./paths.ts";
import { ChoiceField, NumberField, OneOf, TextField } from "./plain-fields.tsx";
import { useScope } from "./scope.ts";
import { choicesOf } from "./shared-fields.ts";

interface Props {
  path: string;
  label: string;
}

const operators = Object.keys(OPERATORS).map((value) => ({ value, label: value }));
const itemsAt = (data: unknown, path: string): unknown[] => {
  const found = getIn(data, path);
  return Array.isArray(found) ? found : [];
};

/** Comparisons that must all hold, or one of them. */
export function ConditionField({ path, label, optional = false }: Props & { optional?: boolean }) {
  const { data, set, names, readOnly } = useScope();
  const rows = join(path, "rows");
  const items = itemsAt(data, rows);
  if (optional && getIn(data, path) === undefined) {
    return readOnly ? null : (
      <div>
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          onClick={() => set(path, { match: "all", rows: [EMPTY_ROW] })}
        >
          {label}
        </Button>
      </div>
    );
  }
  const choices = names.map(({ name, label: hint }) => ({ value: name, label: name, hint }));
  return (
    <Fieldset legend={label} {...(optional && !readOnly && { onRemove: () => set(path, undefined) })}>
      {items.length > 1 && (
        <ChoiceField path={join(path, "match")} label={texts.match} choices={choicesOf(texts.matchChoices)} />
      )}
      {items.map((item, at) => {
        const row = join(rows, String(at));
        return (
          <Fieldset
            // Comparisons have no identity of their own, and the fields keep nothing.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            legend={texts.comparison(at + 1)}
            {...(!readOnly && { onRemove: () => set(rows, items.toSpliced(at, 1)) })}
          >
            <OneOf path={join(row, "field")} label={texts.compared} choices={choices} />
            <ChoiceField
              path={join(row, "operator")}
              label={texts.operator}
              choices={operators}
              onChange={(operator) => set(row, rowWith(item, operator as Operator))}
            />
            <Operand
              path={join(row, "value")}
              field={getIn(item, "field")}
              operator={getIn(item, "operator")}
            />
          </Fieldset>
        );
      })}
      {!readOnly && (
        <div>
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => set(rows, [...items, EMPTY_ROW])}>
            {texts.addComparison}
          </Button>
        </div>
      )}
    </Fieldset>
  );
}

const kindOf = (operator: unknown): OperandKind =>
  typeof operator === "string" && Object.hasOwn(OPERATORS, operator)
    ? OPERATORS[operator as Operator]
    : "text";
const FRESH: Partial<Record<OperandKind, unknown>> = { number: 0, count: 7, range: [0, 0], truth: true };

/** Changes the comparison; the compared value stays where the new one takes the same kind. */
function rowWith(item: unknown, operator: Operator): Record<string, unknown> {
  const [before, now] = [kindOf(getIn(item, "operator")), kindOf(operator)];
  const value = before === now ? getIn(item, "value") : (FRESH[now] ?? "");
  return { field: getIn(item, "field"), operator, ...(now !== "none" && { value }) };
}

const EMPTY_ROW = { field: "", operator: "is", value: "" } as const;

/** Lists of a customer whose things are chosen: a comparison by an id holds on when they are renamed. */
const CHOSEN: Readonly<Record<string, "groups" | "labels">> = {
  "contact.groups": "groups",
  "contact.labels": "labels",
};

function Operand({ path, field, operator }: { path: string; field: unknown; operator: unknown }) {
  const { data, set, references } = useScope();
  const of = typeof field === "string" && Object.hasOwn(CHOSEN, field) ? CHOSEN[field] : undefined;
  if (of && kindOf(operator) === "item") {
    const things = references?.[of];
    const typed = getIn(data, path);
    // A name that was typed in an older one stays as it is until another is chosen.
    const isName = things?.some(({ name }) => name === typed) === true;
    return (
      <OneOf
        path={path}
        label={of === "groups" ? texts.group : texts.label}
        choices={
          things && [
            ...(isName ? [{ value: String(typed), label: String(typed) }] : []),
            ...things.map(({ id, name }) => ({ value: id, label: name })),
          ]
        }
      />
    );
  }
  switch (kindOf(operator)) {
    case "none":
      return null;
    case "number":
    case "count":
      return <NumberField path={path} label={texts.operand} />;
    case "range":
      return (
        <>
          <NumberField path={join(path, "0")} label={texts.operand} />
          <NumberField path={join(path, "1")} label={texts.operandSecond} />
        </>
      );
    case "truth":
      return (
        <ChoiceField
          path={path}
          label={texts.operand}
          choices={choicesOf(texts.truths)}
          onChange={(truth) => set(path, truth === "true")}
        />
      );
    default:
      return <TextField path={path} label={texts.operand} />;
  }
}

/** Comparisons, or an expression. */
export function WhenField({ path, label }: Props) {
  const { data, set, readOnly } = useScope();
  const isExpression = getIn(data, join(path, "expression")) !== undefined;
  return (
    <>
      {!readOnly && (
        <div>
          <Button
            size="sm"
            tone="ghost"
            onClick={() =>
              set(
                path,
                isExpression ? { condition: { match: "all", rows: [EMPTY_ROW] } } : { expression: "" },
              )
            }
          >
            {isExpression ? texts.toRows : texts.toExpression}
          </Button>
        </div>
      )}
      {isExpression ? (
        <TextField
          lines
          path={join(path, "expression")}
          label={texts.expression}
          hint={texts.expressionHint}
        />
      ) : (
        <ConditionField path={join(path, "condition")} label={label} />
      )}
    </>
  );
}
