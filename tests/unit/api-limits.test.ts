import { expect, test } from "vitest";
import { clientErrorWait, MOST_FROM_ALL, MOST_FROM_ONE } from "#workers/api/client-error-limit.ts";
import { inTime } from "#workers/api/next-piece.ts";
import { readBytes } from "#workers/api/read-input.ts";
import { DomainError } from "#workers/domain/error.ts";

const bodyOf = (stream: ReadableStream<Uint8Array>) =>
  new Request("http://api/", { method: "POST", body: stream, duplex: "half" } as RequestInit);
const malformed = expect.objectContaining({ code: "malformed" });

test("errors that a console reports are limited a minute, from one address and from all", () => {
  const now = 60_000 * 1_000;
  const counted = (address: string, at: number) => clientErrorWait(address, at) === 0;
  const mine = Array.from({ length: MOST_FROM_ONE + 5 }, () => counted("198.51.100.1", now));
  expect(mine.filter(Boolean)).toHaveLength(MOST_FROM_ONE);
  expect(clientErrorWait("198.51.100.1", now + 15_000)).toBe(45);
  const others = Array.from({ length: MOST_FROM_ALL }, (_, index) => counted(`2001:db8::${index}`, now));
  expect(others.filter(Boolean)).toHaveLength(MOST_FROM_ALL - MOST_FROM_ONE);
  expect(clientErrorWait("198.51.100.1", now + 60_000)).toBe(0);
});

test("a body whose next piece does not come is given up, and so is one that breaks off", async () => {
  const stalled = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array([123])),
  });
  await expect(readBytes(bodyOf(stalled), 100, 20)).rejects.toEqual(malformed);
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error("The client disconnected")),
  });
  const refusal = await readBytes(bodyOf(broken), 100).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DomainError);
  expect(refusal).toEqual(malformed);
});

test("a streamed body that takes too long breaks off, and says that time was why", async () => {
  const stalled = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array([123])),
  });
  const { stream, signal } = inTime(stalled, new TransformStream(), 20);
  await expect(new Response(stream).bytes()).rejects.toThrow("timeout");
  expect(signal.aborted).toBe(true);
  const whole = inTime(new Blob(["12345"]).stream(), new TransformStream(), 1_000);
  expect(await new Response(whole.stream).text()).toBe("12345");
  expect(whole.signal.aborted).toBe(false);
});

test("a body is read whole up to its limit, and not beyond", async () => {
  const request = () => new Request("http://api/", { method: "POST", body: "12345" });
  expect(new TextDecoder().decode(await readBytes(request(), 5))).toBe("12345");
  await expect(readBytes(request(), 4)).rejects.toEqual(expect.objectContaining({ code: "tooLarge" }));
});
