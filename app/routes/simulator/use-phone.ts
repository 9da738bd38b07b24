import { useEffect, useRef } from "react";
import { call } from "#app/data/api.ts";
import { put, useQueryOf } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import {
  type Phone,
  type SaidBody,
  simulatedPhone,
  simulatedRead,
  simulatedSay,
} from "#workers/contract/endpoints/simulator.ts";
import type { Person } from "./persons.ts";

const EVERY_MS = 1_000;

export interface SayOptions {
  /** The entry that is answered by it. */
  quoted?: string;
  doubled?: boolean;
}

/** The phone of a person, asked for again and again while the page is visible, and what they do on it. */
export function usePhone(channelId: string, { name, address }: Person) {
  const params = { id: channelId };
  const input = { params, query: { person: address } };
  const { answer, asking, failure, reload } = useQueryOf(simulatedPhone, input);
  const sending = useSend();
  // Of its own: what is read while something is being said must not be lost.
  const reading = useSend();

  const tick = useRef(() => {});
  useEffect(() => {
    // A call that takes longer than a second is waited for.
    tick.current = () => !asking && document.visibilityState === "visible" && reload();
  });
  useEffect(() => {
    const timer = setInterval(() => tick.current(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  const show = (phone: Phone) => put(simulatedPhone, input, phone);
  return {
    entries: answer?.entries,
    failure,
    reload,
    sending,
    reading,
    show,
    say: (body: SaidBody, options: SayOptions = {}) =>
      sending.send(
        () => call(simulatedSay, { params, body: { person: { name, ...address }, body, ...options } }),
        show,
      ),
    read: () => reading.send(() => call(simulatedRead, { params, body: { person: address } }), show),
  };
}
