import { expect } from "vitest";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import type { PersonAddress } from "#workers/contract/endpoints/simulator.ts";
import type { TestChannel } from "./messaging.ts";
import type { Harness } from "./harness.ts";
import { type Person, sendForm } from "./people.ts";
import { eventually } from "./eventually.ts";

export const SIMULATOR = "/api/e/enterprise/simulator";
export const asha = { name: "Asha", phone: "+91 98765 61001" };
/** Her number in the one spelling of the house. */
export const ashas = { phone: "+919876561001" };
export const text = (said: string) => ({ kind: "text", text: said }) as const;

/** Sends a file to the simulator of a channel, as the form of a phone does. */
export function takeIn(
  harness: Pick<Harness, "fetch">,
  by: Pick<Person, "token">,
  { id }: Pick<TestChannel, "id">,
  { kind, bytes, name = "" }: { kind: string; bytes: Uint8Array<ArrayBuffer>; name?: string },
): Promise<Response> {
  const form = new FormData();
  form.set("kind", kind);
  form.set("file", new Blob([bytes]), name);
  return sendForm(harness, by, `${SIMULATOR}/${id}/media`, form);
}

/** Played customers of somebody's channels. */
export function playing(owner: () => Person) {
  const phoneOf = async ({ id }: TestChannel, person: PersonAddress) =>
    (await owner().call(simulatorApi.simulatedPhone, { params: { id }, query: { person } })).entries;
  return {
    phoneOf,
    say: ({ id }: TestChannel, said: object, person: object = asha) =>
      owner().send("POST", `${SIMULATOR}/${id}/say`, { person, body: text("hello"), ...said }),
    /** Everything on the phone once there are so many entries, and nothing is on its way any more. */
    onPhone: (channel: TestChannel, person: PersonAddress, most: number) =>
      eventually(async () => {
        const entries = await phoneOf(channel, person);
        expect(entries.length).toBeGreaterThanOrEqual(most);
        return entries;
      }),
  };
}
