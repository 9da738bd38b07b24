import { constants, createCipheriv, publicEncrypt, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { askingFlow, askingRules, plainFlow } from "#tests/support/wa-flows.ts";
import { flowErrorsOf, pointerOf } from "#workers/channels/whatsapp/flow-errors.ts";
import { flowNewsOf } from "#workers/channels/whatsapp/flow-news.ts";
import { formatWhatsapp } from "#workers/channels/whatsapp/format.ts";
import {
  importPrivateKey,
  newKeyPair,
  openCall,
  sealReply,
  writeCall,
} from "#workers/domain/wa-flows/crypto.ts";
import { replyTo } from "#workers/domain/wa-flows/exchange.ts";
import { checkRules, filledIn, shapeOf } from "#workers/domain/wa-flows/shape.ts";

test("a call that another library has encrypted opens with the key that fits, and its answer has the nonce's every bit turned", async () => {
  const [pair, other] = await Promise.all([newKeyPair(), newKeyPair()]);
  const [aes, iv] = [randomBytes(16), randomBytes(16)];
  const cipher = createCipheriv("aes-128-gcm", aes, iv);
  const data = Buffer.concat([
    cipher.update('{"action":"ping"}', "utf8"),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const sealedKey = publicEncrypt(
    { key: pair.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
    aes,
  );
  const call = {
    encrypted_flow_data: data.toString("base64"),
    encrypted_aes_key: sealedKey.toString("base64"),
    initial_vector: iv.toString("base64"),
  };
  const keys = await Promise.all([other, pair].map(({ privateKey }) => importPrivateKey(privateKey)));
  const opened = await openCall(call, keys);
  expect(opened?.body).toEqual({ action: "ping" });
  expect(await openCall(call, keys.slice(0, 1))).toBeUndefined();
  const changed = Buffer.from(data);
  changed[0] = (changed[0] ?? 0) ^ 1;
  expect(await openCall({ ...call, encrypted_flow_data: changed.toString("base64") }, keys)).toBeUndefined();
  if (!opened) throw new Error("not opened");
  const reply = createCipheriv(
    "aes-128-gcm",
    aes,
    iv.map((byte) => byte ^ 0xff),
  );
  const wanted = Buffer.concat([reply.update('{"a":1}', "utf8"), reply.final(), reply.getAuthTag()]);
  expect(await sealReply(opened, { a: 1 })).toBe(wanted.toString("base64"));
  const written = await writeCall(pair.publicKey, { action: "INIT" });
  const again = await openCall(written.call, keys);
  if (!again) throw new Error("not opened");
  expect(await written.read(await sealReply(again, { screen: "DAY" }))).toEqual({ screen: "DAY" });
});

test("screens follow each other by rule, else by the routing model, and get what they declare", () => {
  const around = { content: askingFlow(), firstScreen: "DAY", data: { name: "Asha", other: 1 } };
  const call = { action: "data_exchange", screen: "DAY", data: { day: "Mon" }, token: "t" };
  expect(replyTo({ ...call, action: "INIT" }, { ...around, rules: {} })).toEqual({
    screen: "DAY",
    data: { name: "Asha" },
  });
  expect(replyTo(call, { ...around, rules: {} })).toEqual({ screen: "TIME", data: { day: "Mon" } });
  expect(replyTo(call, { ...around, rules: askingRules })).toEqual({
    screen: "TIME",
    data: { day: "Mon", hello: "Hi Asha, on Mon?" },
  });
  const end = replyTo({ ...call, screen: "TIME", data: { time: "9" } }, { ...around, rules: {} });
  expect(end).toEqual({
    screen: "SUCCESS",
    data: { extension_message_response: { params: { time: "9", flow_token: "t" } } },
  });
  const values = { form: { days: ["Mon"] }, data: {} };
  expect(filledIn("{form.days}", values)).toEqual(["Mon"]);
  expect(filledIn("{form.constructor} {data.x}", values)).toBe(" ");
});

test("a flow's first screen is one that no other leads to; rules name screens and values that are there", () => {
  const content = askingFlow();
  expect(shapeOf(content)).toEqual({ jsonVersion: "7.3", firstScreen: "DAY", asksEndpoint: true });
  expect(shapeOf(plainFlow())).toMatchObject({ firstScreen: "ONLY", asksEndpoint: false });
  expect(shapeOf({ screens: [null, 3], routing_model: 7 } as never)).toMatchObject({ firstScreen: "" });
  expect(checkRules(content, askingRules)).toEqual([]);
  const bad = {
    NOWHERE: { next: "TIME", data: {} },
    DAY: { next: "GONE", data: { a: "{secret.x}" } },
    TIME: { next: "DAY", data: {} },
  };
  expect(checkRules(content, bad)).toHaveLength(4);
});

test("Meta's news of a flow is a state or its health; what is over says nothing any more", () => {
  const of = (value: object) => flowNewsOf("flows", { flow_id: "1", message: "Words", ...value });
  expect(of({ event: "FLOW_STATUS_CHANGE", new_status: "BLOCKED" })).toEqual({
    vendorId: "1",
    state: "BLOCKED",
    health: "Words",
  });
  expect(of({ event: "FLOW_STATUS_CHANGE", new_status: "PUBLISHED" })).toMatchObject({ health: "" });
  expect(of({ event: "FLOW_STATUS_CHANGE", new_status: "ODD" })).toBeUndefined();
  for (const event of ["ENDPOINT_ERROR_RATE", "ENDPOINT_LATENCY", "ENDPOINT_AVAILABILITY"]) {
    expect(of({ event, alert_state: "ACTIVATED" })).toEqual({ vendorId: "1", health: "Words" });
    expect(of({ event, alert_state: "DEACTIVATED" })).toEqual({ vendorId: "1", health: "" });
  }
  const expiring = { flow_id: "1", event: "FLOW_VERSION_EXPIRY_WARNING", warning: "Version 5.0 ends" };
  expect(flowNewsOf("flows", expiring)).toEqual({ vendorId: "1", health: "Version 5.0 ends" });
  expect(flowNewsOf("messages", { flow_id: "1" })).toBeUndefined();
});

test("Meta's errors keep their places as pointers", () => {
  expect(pointerOf("screens[0].layout.children[1]['on-click-action']")).toBe(
    "/screens/0/layout/children/1/on-click-action",
  );
  expect(flowErrorsOf([{ message: "Wrong", line_start: 3, pointers: [{ path: "version" }] }, 7])).toEqual([
    { path: "/version", sentence: "Wrong", line: 3 },
    { path: "", sentence: "", line: null },
  ]);
});

test("a message that opens a flow names its first screen, unless our endpoint is asked", () => {
  const body = { kind: "flow" as const, text: "Book", button: "Go", token: "t", flowId: "f", vendorId: "9" };
  const parametersOf = (more: object) => {
    const made = formatWhatsapp({ ...body, action: "navigate", ...more }) as {
      interactive: { action: { parameters: object } };
    };
    return made.interactive.action.parameters;
  };
  expect(parametersOf({ screen: "DAY", data: { a: 1 } })).toEqual({
    flow_message_version: "3",
    flow_token: "t",
    flow_id: "9",
    flow_cta: "Go",
    flow_action: "navigate",
    flow_action_payload: { screen: "DAY", data: { a: 1 } },
  });
  expect(parametersOf({ screen: "DAY", data: {} })).toMatchObject({ flow_action_payload: { screen: "DAY" } });
  expect(parametersOf({ action: "data_exchange", draft: true })).toEqual({
    flow_message_version: "3",
    flow_token: "t",
    flow_id: "9",
    flow_cta: "Go",
    mode: "draft",
    flow_action: "data_exchange",
  });
});
