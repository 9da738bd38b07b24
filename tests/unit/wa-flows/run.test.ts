import { expect, test } from "vitest";
import { sampleFlows } from "#tests/support/sample-flows.ts";
import { answer, back, begin, press, type RunState, show } from "#workers/contract/wa-flows/run.ts";
import { evaluate, parseExpression } from "#workers/contract/wa-flows/expression.ts";

const flowOf = (name: string) => sampleFlows[name] ?? {};
const shownOf = (flow: unknown, state: RunState) =>
  show(flow, state).map(
    ({ type, properties }) =>
      `${type} ${String(properties["text"] ?? properties["name"] ?? properties["label"])}`,
  );
function answered(flow: unknown, state: RunState, name: string, value: unknown): RunState {
  const shown = show(flow, state).find(({ properties }) => properties["name"] === name);
  if (!shown) throw new Error(`${name} is not shown`);
  return answer(flow, state, shown, value);
}
function pressed(flow: unknown, state: RunState, more?: Parameters<typeof press>[4]): RunState {
  const footer = show(flow, state).find(({ type }) => type === "Footer");
  if (!footer) throw new Error("no Footer");
  return press(flow, state, footer, footer.component["on-click-action"], more);
}

test("a page leads to the next with what was answered, back keeps it, and the end says everything", () => {
  const flow = flowOf("pages");
  let state = pressed(flow, answered(flow, begin(flow), "town", "Agra"));
  expect(shownOf(flow, state)).toContain("TextBody You live in Agra");
  state = back(state);
  expect(state.form).toEqual({ town: "Agra" });
  state = pressed(flow, pressed(flow, state));
  expect(state.done).toEqual({ town: "Agra" });
});

test("conditions show and require by what is answered", () => {
  const flow = flowOf("conditions");
  let state = pressed(flow, begin(flow));
  expect(state.errors).toEqual({ age: "Answer this, please." });
  state = answered(flow, state, "age", "12");
  expect(shownOf(flow, state)).toEqual(["TextInput age", "TextBody Ask your parents", "Footer Continue"]);
  state = answered(flow, state, "age", "30");
  expect(shownOf(flow, state)).toEqual([
    "TextInput age",
    "TextBody Welcome in",
    "TextInput firm",
    "Footer Continue",
  ]);
  expect(pressed(flow, state).errors).toEqual({ firm: "Answer this, please." });
  const kinds = flowOf("branches");
  expect(shownOf(kinds, begin(kinds))).toContain("TextCaption Choose");
  expect(shownOf(kinds, answered(kinds, begin(kinds), "kind", "b"))).toContain("TextInput why");
});

test("lengths, patterns, counts and days are judged as a phone does", () => {
  const flow = flowOf("inputs");
  let state = answered(flow, begin(flow), "name", "Asha");
  state = answered(flow, state, "pin", "12");
  state = answered(flow, state, "code", "x");
  expect(pressed(flow, state, { matches: () => false }).errors).toEqual({
    pin: "At least 4 characters, please.",
    code: "This doesn't look right. Check how it's written.",
  });
  const chosen = flowOf("choices");
  let choice = answered(chosen, begin(chosen), "extras", ["o0", "o1", "o2"]);
  choice = answered(chosen, choice, "size", "o0");
  expect(pressed(chosen, choice).errors).toEqual({ extras: "Choose at most 2, please." });
  const days = flowOf("days");
  let day = answered(days, begin(days), "day", "2027-01-01");
  day = answered(days, day, "stay", { "start-date": "2026-01-01" });
  expect(pressed(days, day).errors).toEqual({ day: "Not after 2026-12-31, please." });
});

test("a choice changes the screen's data, and an endpoint leads on or ends", () => {
  const flow = flowOf("updates");
  let state = begin(flow);
  expect(shownOf(flow, state)).not.toContain("Dropdown town");
  state = answered(flow, state, "country", "in");
  expect(shownOf(flow, state)).toContain("Dropdown town");
  expect(state.data["towns"]).toEqual([{ id: "o0", title: "Pune" }]);
  const asking = flowOf("endpoint");
  const asked = begin(asking);
  expect(pressed(asking, asked).failure).toBeDefined();
  const found = pressed(asking, asked, { endpoint: { screen: "FOUND", data: { address: "2 High Street" } } });
  expect(shownOf(asking, found)).toContain("TextBody 2 High Street");
  expect(pressed(asking, asked, { endpoint: { screen: "", data: { ok: true } } }).done).toEqual({
    town: undefined,
    ok: true,
  });
});

test("expressions keep their order, join texts, and what can't be read is nothing", () => {
  const value = (source: string, at: Record<string, unknown> = {}) => {
    const node = parseExpression(source);
    return node && evaluate(node, (path) => at[path]);
  };
  expect(value("1 + 2 * 3 == 7 && !(2 > 3)")).toBe(true);
  expect(value("'a' ${form.x} (1 + 1)", { "form.x": "b" })).toBe("ab2");
  expect(value("${form.age} >= 18", { "form.age": "18" })).toBe(true);
  expect(value("${form.no} == ''")).toBe(true);
  for (const source of ["", "1 +", "(1", "a", "1)", "'x", `${"(".repeat(1_000)}1`, "!".repeat(400)])
    expect(value(source)).toBeUndefined();
});
