import { useState } from "react";
import { simulatorTexts } from "#texts/simulator.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { FIRST_PERSON } from "#workers/contract/first-run.ts";
import type { PersonAddress } from "#workers/contract/endpoints/simulator.ts";

/** Somebody who is played: their name, and the one address by which the channel knows them. */
export interface Person {
  name: string;
  address: PersonAddress;
}

const KEY = "simulatedPersons";
type Kept = Record<string, Person[]>;

export const addressText = ({ phone, userId, mail }: PersonAddress): string => phone ?? userId ?? mail ?? "";

/** How a channel type usually knows people: messengers without numbers by ids of their own. */
export function usualAddress(type: number): keyof PersonAddress {
  const { telegram, facebook, instagram, web, email } = channelTypes;
  if (type === email) return "mail";
  return ([telegram, facebook, instagram, web] as number[]).includes(type) ? "userId" : "phone";
}

/** For a first hello nobody has to be made up. */
const FIRST_ADDRESS: Readonly<Record<keyof PersonAddress, string>> = {
  phone: FIRST_PERSON,
  userId: "customer-1",
  mail: "customer@example.com",
};
export const firstPerson = (type: number): Person => {
  const kind = usualAddress(type);
  return { name: simulatorTexts.firstName, address: { [kind]: FIRST_ADDRESS[kind] } };
};

/** The persons of a channel, kept on this device; `first` is there until somebody is added. */
export function usePersons(channelId: string, first?: Person) {
  const [kept, setKept] = useState(readKept);
  const known = kept[channelId] ?? [];
  const persons = known.length === 0 && first ? [first] : known;
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
    /** Keeps who is there, also if nobody has been added. */
    keep: () => known.length === 0 && first && save([first]),
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
