import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allPackages } from "../../../scripts/packages/all.ts";
import { ROOT } from "../../../scripts/lib/topology.ts";
import { heldOut } from "#tests/support/package-questions.ts";
import { fields } from "#tests/support/flow.ts";
import type { AgentFile } from "#workers/contract/agent-file.ts";
import { checkForm } from "#workers/contract/forms/check.ts";
import { packageKinds } from "#workers/contract/marketplace/kinds.ts";
import { type ShippedPackage, shippedPackage } from "#workers/contract/marketplace/package.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { problemsOf } from "#workers/contract/templates/rules.ts";
import { checkWaFlow } from "#workers/contract/wa-flows/check.ts";
import { patternProblem } from "#workers/domain/expression/like.ts";
import { validate } from "#workers/domain/flow/validate.ts";
import { canonical } from "#workers/domain/marketplace/canonical.ts";
import { PUBLIC_KEY } from "#workers/domain/marketplace/key.ts";
import { checkPackages } from "#workers/domain/marketplace/signed.ts";
import { meaningOfWords } from "#workers/nlu/meaning.ts";
import { loadModel, predict } from "#workers/nlu/predict.ts";
import { train } from "#workers/nlu/train.ts";
import { loadWords } from "#workers/nlu/words/words.ts";

const lines = readFileSync(join(ROOT, "workers/domain/marketplace/packages.bin"), "utf8");
const words = loadWords(new Uint8Array(readFileSync(join(ROOT, "workers/nlu/words/words.bin"))));

describe("the packages of this build", () => {
  test("are those that are written down, all signed, and of every kind", async () => {
    const checked = await checkPackages(lines, PUBLIC_KEY);
    expect(checked.map(({ refusal }) => refusal).filter(Boolean)).toEqual([]);
    expect(checked.map((each) => canonical(each.package))).toEqual(
      allPackages.map((each) => canonical(shippedPackage.parse(each))),
    );
    expect(new Set(allPackages.map(({ content }) => content.kind))).toEqual(new Set(packageKinds));
    expect(allPackages.length).toBeGreaterThanOrEqual(12);
    expect(allPackages.filter(({ language }) => language === "hi").length).toBeGreaterThanOrEqual(2);
  });

  test.each(allPackages)("$id: nothing is wrong with what it holds", (packed) => {
    expect(problemsIn(packed)).toEqual([]);
  });

  const bots = allPackages.flatMap(({ id, content }) =>
    content.kind === "bot" ? [{ id, file: content.file }] : [],
  );
  test.each(bots)("$id: understands nine of ten questions that it never learnt", ({ id, file }) => {
    const asked = Object.entries(heldOut[id] ?? {}).flatMap(([meant, texts]) =>
      texts.map((text) => ({ text, meant })),
    );
    const intents = intentsOf(file);
    expect(new Set(asked.map(({ meant }) => meant))).toEqual(new Set(intents.map((each) => each.id)));
    expect(asked.filter(({ text }) => intents.some(({ phrases }) => phrases.includes(text)))).toEqual([]);
    const model = loadModel(train({ intents, meaning: meaningOfWords(words) }).model, () => words);
    const wrong = asked.filter(({ text, meant }) => {
      const [best] = predict(model, text).candidates;
      return best?.intentId !== meant || best.confidence < file.agent.config.confidenceThreshold;
    });
    expect(wrong.length / asked.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.1);
  });
});

const intentsOf = ({ stories }: AgentFile) =>
  stories.flatMap(({ intents }) =>
    intents.map(({ name, phrases }) => ({ id: name, phrases: phrases.map(({ text }) => text) })),
  );

function problemsIn({ content }: ShippedPackage): unknown[] {
  switch (content.kind) {
    case "journey":
    case "encap":
      return content.file.automations.flatMap(({ graph }) =>
        validate(graph, { fields, journeys: new Map() }),
      );
    case "form":
      return checkForm(content.form.content, { fields: new Set(), patternProblem, now: 0 });
    case "flow":
      return checkWaFlow(content.flow.content).problems;
    case "templates":
      return content.templates.flatMap((each) => problemsOf(each, channelTypes.whatsApp));
    case "bot":
      return intentsOf(content.file).filter(({ phrases }) => phrases.length < 8);
    default:
      return content satisfies never;
  }
}
