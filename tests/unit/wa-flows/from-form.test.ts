import { expect, test } from "vitest";
import { fieldTypes, formContent, FORM_FORMAT } from "#workers/contract/forms/form.ts";
import { checkWaFlow } from "#workers/contract/wa-flows/check.ts";
import { formToFlow } from "#workers/contract/wa-flows/from-form.ts";
import { answer, begin, press, show } from "#workers/contract/wa-flows/run.ts";

const form = (fields: object[], more: object = {}) =>
  formContent.parse({
    format: FORM_FORMAT,
    title: "Order",
    fields: fields.map((each) => ({ label: "Label", ...each })),
    ...more,
  });

test("a form of every kind of field is a flow that WhatsApp takes; what it can't say is told", () => {
  const long = "How would you like to have your coffee this fine morning?";
  const all = form(
    [
      ...fieldTypes.map((type, at) => ({
        id: `f_${at}`,
        type,
        choices: ["Red", long],
        help: long.repeat(2),
        required: true,
        startsPage: at % 4 === 0,
        label: at % 2 ? long : "Short",
      })),
      {
        id: "open",
        type: "shortText",
        showIf: {
          match: "all",
          rows: [
            { field: "f_2", operator: ">", value: 3 },
            { field: "f_8", operator: "is", value: "it's" },
          ],
        },
      },
      {
        id: "odd",
        type: "shortText",
        showIf: { match: "all", rows: [{ field: "f_0", operator: "contains", value: "x" }] },
      },
    ],
    { languages: ["hi"], thanks: "Thanks" },
  );
  const { content, notes } = formToFlow(all);
  expect(checkWaFlow(content).problems).toEqual([]);
  expect(notes).toHaveLength(5);
  expect(checkWaFlow(formToFlow(form([])).content).problems).toEqual([]);
});

test("answers over two pages come out under the form's names, hidden ones are not asked", () => {
  const { content: flow } = formToFlow(
    form([
      { id: "size", type: "choice", choices: ["Small", "Large"], required: true },
      {
        id: "why",
        type: "shortText",
        required: true,
        showIf: { match: "all", rows: [{ field: "size", operator: "is", value: "Large" }] },
      },
      { id: "town", type: "shortText", startsPage: true },
    ]),
  );
  let state = begin(flow);
  const set = (name: string, value: unknown) => {
    const shown = show(flow, state).find(({ properties }) => properties["name"] === name);
    if (shown) state = answer(flow, state, shown, value);
    return shown !== undefined;
  };
  const next = () => {
    const footer = show(flow, state).find(({ type }) => type === "Footer");
    if (footer) state = press(flow, state, footer, footer.component["on-click-action"]);
  };
  set("size", "Small");
  expect(set("why", "x")).toBe(false);
  next();
  expect(set("town", "Pune")).toBe(true);
  next();
  expect(state.done).toEqual({ size: "Small", why: undefined, town: "Pune" });
});
