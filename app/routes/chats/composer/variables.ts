import { chatsTexts } from "#texts/chats.ts";
import { MASK } from "#workers/contract/mask.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";

const texts = chatsTexts.variables;

/** A name and what stands for it in this chat; empty where that is not known, or not to be seen. */
export interface Variable {
  name: string;
  value: string;
}

/** A gap that whoever answers must fill in, or take out. */
export const holeOf = (name: string): string => `{{${name}}}`;
const HOLE = /\{\{[^{}\n]{1,100}\}\}/g;

/** The gaps that a text still has, each once. */
export const holesIn = (text: string): string[] => [...new Set(text.match(HOLE))];

/** Words that take a variable's place. */
export const wordsOf = ({ name, value }: Variable): string => value || holeOf(name);

const shown = (value: string): string => (value.includes(MASK) ? "" : value);

/** Variables that the chat itself knows. */
export const variablesOf = (
  { person, channelName, departmentName }: ChatEntry,
  agent: string,
): Variable[] => [
  { name: texts.customer, value: shown(person.name) },
  { name: texts.agent, value: agent },
  { name: texts.channel, value: channelName },
  { name: texts.department, value: departmentName },
];

/** Every field of customers with this one's value. */
export function fieldVariables(
  fields: readonly { _id: string; fieldLabel: string }[],
  data: Customer["data"],
): Variable[] {
  const values = new Map(data.map(({ id, value }) => [id, value]));
  return fields.map(({ _id, fieldLabel }) => ({ name: fieldLabel, value: shown(values.get(_id) ?? "") }));
}

/** Those whose name has these letters, those that begin with them first. */
export function fitting(variables: readonly Variable[], query: string): Variable[] {
  const wanted = query.trim().toLowerCase();
  const placeOf = ({ name }: Variable) => name.toLowerCase().indexOf(wanted);
  return variables
    .filter((each) => placeOf(each) >= 0)
    .toSorted((a, b) => Math.min(placeOf(a), 1) - Math.min(placeOf(b), 1));
}
