import { expect, test } from "vitest";
import { PAST_DAYS } from "#db/seed/past/plan.ts";
import { planSendings } from "#db/seed/past/sendings.ts";
import { demoTemplates } from "#db/seed/templates.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { components } from "#workers/contract/templates/template.ts";
import { problemsOf } from "#workers/contract/templates/rules.ts";

const UNTIL = Date.UTC(2026, 10, 24, 8);
const DAY_MS = 86_400_000;
const templates = Object.fromEntries(demoTemplates.map(({ name }) => [name, `id of ${name}`]));
const plan = planSendings({
  until: UNTIL,
  channels: { whatsApp: "whatsapp", sms: "sms", rcs: "rcs" },
  templates,
  owner: { uId: "owner", name: "Asha Rao" },
  maker: { uId: "maker", name: "Kiran Desai" },
});
const steps = plan.flatMap((each) => each.steps("path"));

test("sendings are played in the order of their days, each step on its day and before the first start", () => {
  const times = steps.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThan(UNTIL - 1.5 * 3_600_000);
  expect(times[0]).toBeGreaterThan(UNTIL - (PAST_DAYS + 1) * DAY_MS);
  expect(plan.map(({ day }) => day).every((day) => day >= 0 && day < PAST_DAYS)).toBe(true);
  expect(new Set(plan.map(({ key }) => key)).size).toBe(plan.length);
});

test("whatever is sent has a template that is there, by day in India, and by day alone", () => {
  const named = JSON.stringify(steps).match(/"templateUId":"[^"]*"/g) ?? [];
  expect(named.length).toBeGreaterThan(9);
  expect(named).not.toContain('"templateUId":""');
  for (const { at } of steps) {
    const hour = new Date(at + 5.5 * 3_600_000).getUTCHours();
    expect(hour).toBeGreaterThanOrEqual(9);
    expect(hour).toBeLessThan(18);
  }
});

test("nobody decides on their own activity, and the last one waits for the demo's owner", () => {
  for (const step of steps) {
    if ("activity" in step) expect(step.by.uId).toBe("maker");
    if ("approves" in step || "rejects" in step) expect(step.by.uId).toBe("owner");
  }
  expect(steps.at(-1)).toMatchObject({ activity: "The offer" });
});

test("the demo's templates break no rule of their channels", () => {
  for (const { on, ...template } of demoTemplates)
    expect([
      template.name,
      problemsOf({ ...template, components: components.parse(template.components) }, channelTypes[on]),
    ]).toEqual([template.name, []]);
});
