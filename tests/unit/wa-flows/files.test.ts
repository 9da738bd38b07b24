import { expect, test } from "vitest";
import { checkWaFlow } from "#workers/contract/wa-flows/check.ts";
import type { Json } from "#workers/contract/wa-flows/flow-json.ts";
import { answer, begin, press, show } from "#workers/contract/wa-flows/run.ts";

/** Pickers of photos and documents: Meta's rules in Meta's words, and how a phone holds them back. */

const photos = (more: Json = {}): Json => ({
  type: "PhotoPicker",
  name: "photos",
  label: "Photos",
  "max-uploaded-photos": 2,
  ...more,
});
const papers = (more: Json = {}): Json => ({
  type: "DocumentPicker",
  name: "papers",
  label: "Papers",
  "max-uploaded-documents": 2,
  ...more,
});
const footer = (name: string, payload: unknown, more: Json = {}): Json => ({
  type: "Footer",
  label: "Send",
  "on-click-action": { name, payload, ...more },
});
const flowOf = (children: Json[], more: Json = {}): Json => ({
  version: "7.3",
  screens: [{ id: "ONE", terminal: true, layout: { type: "SingleColumnLayout", children } }],
  ...more,
});
const done = footer("complete", { photos: "${form.photos}" });
const problemsOf = (flow: Json) =>
  checkWaFlow(flow).problems.map(({ path, sentence, severity }) => [severity, path, sentence]);
const AT = "/screens/0/layout/children";

test("each picker is taken with all that Meta lists, and refused beyond it", () => {
  const whole = {
    description: "The front",
    "photo-source": "camera",
    "max-file-size-kb": 25_600,
    "min-uploaded-photos": 1,
    enabled: "${data.on}",
    visible: true,
    "error-message": "${data.wrong}",
  };
  const data = {
    on: { type: "boolean", __example__: true },
    wrong: { type: "object", __example__: {} },
  };
  const flow = flowOf([photos(whole), done]);
  (flow["screens"] as Json[])[0]!["data"] = data;
  expect(problemsOf(flow)).toEqual([]);
  const types = papers({ "allowed-mime-types": ["application/pdf", "image/jpeg"] });
  expect(problemsOf(flowOf([types, footer("complete", { a: "${form.papers}" })]))).toEqual([]);

  const wrong: [Json, string][] = [
    [{ "photo-source": "cloud" }, "photo-source"],
    [{ "max-file-size-kb": 25_601 }, "max-file-size-kb"],
    [{ "max-file-size-kb": 0 }, "max-file-size-kb"],
    [{ "max-uploaded-photos": 31 }, "max-uploaded-photos"],
    [{ "max-uploaded-photos": 0 }, "max-uploaded-photos"],
    [{ description: "x".repeat(301) }, "description"],
    [{ label: "x".repeat(81) }, "label"],
    [{ "error-message": { a: "b" } }, "error-message"],
    [{ required: true }, "required"],
  ];
  for (const [more, part] of wrong)
    expect(problemsOf(flowOf([photos(more), done]))).toContainEqual([
      "error",
      `${AT}/0/${part}`,
      expect.any(String),
    ]);
  const exe = flowOf([
    papers({ "allowed-mime-types": ["application/x-msdownload"] }),
    footer("complete", {}),
  ]);
  expect(problemsOf(exe)).toMatchObject([["error", `${AT}/0/allowed-mime-types/0`, expect.any(String)]]);
});

test("Meta's own sentences tell what a picker may not", () => {
  const says = (flow: Json) => problemsOf(flow).map(([, path, sentence]) => `${path}: ${sentence}`);
  expect(says(flowOf([photos({ "min-uploaded-photos": 3 }), done]))).toEqual([
    `${AT}/0/min-uploaded-photos: "min-uploaded-photos" cannot be greater than "max-uploaded-photos" for PhotoPicker component photos.`,
  ]);
  expect(says(flowOf([photos(), photos({ name: "others" }), done]))).toEqual([
    `${AT}/1: You can only have a maximum of 1 component of type PhotoPicker per screen.`,
  ]);
  expect(says(flowOf([photos(), papers(), done]))).toEqual([
    `${AT}/1: You can only have a maximum of 1 component of type PhotoPicker or DocumentPicker per screen.`,
  ]);
  const form = { type: "Form", name: "all", "init-values": { photos: [] }, children: [photos(), done] };
  expect(says(flowOf([form]))).toEqual([
    `${AT}/0/init-values/photos: Invalid value found for property at ${AT}/0/init-values/photos. "init-values" property should not contain a value for PhotoPicker component.`,
  ]);
  for (const payload of [
    { a: { b: "${form.photos}" } },
    { a: ["${form.photos}"] },
    { a: "`'x' ${form.photos}`" },
  ])
    expect(says(flowOf([photos(), footer("complete", payload)]))).toEqual([
      expect.stringContaining(
        "The PhotoPicker can only be used as the value of a top-level string property in the action payload.",
      ),
    ]);
});

test("files never go on to another screen, which asks for them where they are", () => {
  const second = (value: string): Json => ({
    id: "TWO",
    terminal: true,
    data: {},
    layout: { type: "SingleColumnLayout", children: [footer("complete", { photos: value })] },
  });
  const of = (payload: Json, value = "${screen.ONE.form.photos}") =>
    checkWaFlow({
      version: "7.3",
      screens: [
        {
          id: "ONE",
          layout: {
            type: "SingleColumnLayout",
            children: [photos(), footer("navigate", payload, { next: { type: "screen", name: "TWO" } })],
          },
        },
        second(value),
      ],
    }).problems.map(({ sentence }) => sentence);
  expect(of({})).toEqual([]);
  expect(of({ photos: "${form.photos}" })).toContain(
    "The PhotoPicker component's value is not allowed in the payload of the navigate action.",
  );
  expect(of({}, "`'x' ${screen.ONE.form.photos}`")).toHaveLength(1);
});

test("an answer that could have more than ten files is warned of, an endpoint takes thirty", () => {
  const many = photos({ "max-uploaded-photos": 11 });
  expect(problemsOf(flowOf([many, done]))).toMatchObject([
    ["warning", `${AT}/1/on-click-action/payload`, expect.any(String)],
  ]);
  expect(problemsOf(flowOf([photos({ "max-uploaded-photos": 10 }), done]))).toEqual([]);
  const asking = flowOf([many, footer("data_exchange", { photos: "${form.photos}" })], {
    data_api_version: "3.0",
    routing_model: { ONE: [] },
  });
  expect(problemsOf(asking)).toEqual([]);
});

test("a phone holds too few and too many files back, and shows why an endpoint refuses one", () => {
  const file = (id: string) => ({ id, file_name: `${id}.jpg`, mime_type: "image/jpeg" });
  const flow = flowOf(
    [photos({ "min-uploaded-photos": 1 }), footer("data_exchange", { photos: "${form.photos}" })],
    { data_api_version: "3.0", routing_model: { ONE: [] } },
  );
  const pressed = (files: unknown[], more?: Parameters<typeof press>[4]) => {
    const begun = begin(flow);
    const [picker, foot] = show(flow, begun);
    if (!picker || !foot) throw new Error("nothing is shown");
    return press(flow, answer(flow, begun, picker, files), foot, foot.component["on-click-action"], more);
  };
  expect(pressed([]).errors).toEqual({ photos: "Choose a file, please." });
  expect(pressed([file("a"), file("b"), file("c")]).errors).toEqual({
    photos: "Choose at most 2 files, please.",
  });
  const refused = pressed([file("a")], { endpoint: { screen: "ONE", data: { error_message: "Too dark." } } });
  expect(refused).toMatchObject({ failure: "Too dark.", screen: "ONE", form: { photos: [file("a")] } });
  expect(pressed([file("a")], { endpoint: { screen: "", data: {} } }).done).toEqual({ photos: [file("a")] });
});
