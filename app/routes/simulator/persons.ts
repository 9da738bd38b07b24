import { useState } from "react";
import type { PersonAddress } from "#workers/contract/endpoints/simulator.ts";

/** Somebody who is played: their name, and the one address by which the channel knows them. */
export interface Person {
  name: string;
  address: PersonAddress;
}

const KEY = "simulatedPersons";
type Kept = Record<string, Person[]>;

export const addressText = ({ phone, userId, mail }: PersonAddress): string => phone ?? userId ?? mail ?? "";

/** The persons of a channel, kept on this device. */
export function usePersons(channelId: string) {
  const [kept, setKept] = useState(readKept);
  const persons = kept[channelId] ?? [];
  const save = (next: Person[]) => {
    // Read again: another tab may have added somebody.
    const all = { ...readKept(), [channelId]: next };
    setKept(all);
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // The storage is full or blocked: they last until the page is left.
    }
  };
  return {
    persons,
    add: (person: Person) => save([...persons, person]),
    remove: (person: Person) =>
      save(persons.filter(({ address }) => addressText(address) !== addressText(person.address))),
  };
}

function readKept(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? (kept as Kept) : {};
  } catch {
    return {};
  }
}
