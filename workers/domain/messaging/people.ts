import { nameKey } from "#workers/contract/fields.ts";
import { type Address, addressesIn } from "#workers/contract/inbound.ts";
import type { Effects } from "./effects.ts";
import { addressKey, type KnownIdentity, type KnownState, type PageEvent } from "./lane-state.ts";

/** Numbers are given to others: after as long a silence, another name is taken for another person. */
const SILENCE_MS = 90 * 86_400_000;

type From = {
  addresses: readonly Address[];
  typed?: readonly Address[] | undefined;
  name?: string | undefined;
};
type Known = KnownIdentity & { hasCustomer: boolean };

/**
 * The people that a page's events come from; pure. Addresses that one event names together belong to one person: two
 * identities that turn out to be one are joined, so that either address finds their chat, window and refusals.
 */
export class People {
  readonly #known: KnownState;
  readonly #effects: Effects;
  readonly #newId: () => string;
  /** Another address of the same person, by `addressKey`; one that has none stands for them all. */
  readonly #same = new Map<string, string>();
  /** By the address that stands for them all. */
  readonly #people = new Map<string, Known>();
  /** Numbers that came with a user id which nobody with that number has: they are somebody else's now. */
  readonly #passedOn = new Set<string>();

  constructor(
    page: readonly PageEvent[],
    known: KnownState,
    effects: Effects,
    { newId }: { newId: () => string },
  ) {
    this.#known = known;
    this.#effects = effects;
    this.#newId = newId;
    const named = page.flatMap(({ events }) => events.map(addressesIn));
    for (const addresses of named) this.#notePassedOn(addresses);
    for (const addresses of named) this.#link(addresses.filter((each) => !this.#isPassedOn(each)));
    for (const addresses of named) for (const each of addresses) this.#meet(addressKey(each));
  }

  /** The identity of a sender who was heard at that time; null for an event without a time of its own. */
  identityOf({ addresses, typed = [], name = "" }: From, heardAt: number | null): string {
    const lead = addresses.find((each) => !this.#isPassedOn(each)) ?? (addresses[0] as Address);
    const key = this.#headOf(addressKey(lead));
    let identity = this.#people.get(key);
    const passed = lead.kind === "number" ? [] : addresses.filter((each) => this.#isPassedOn(each));
    if (identity && heardAt !== null && this.#changedHands(identity, addresses, name, heardAt)) {
      const before = identity;
      identity = this.#add(addresses, name, { perhapsOther: true, customer: before.customer });
      for (const address of addresses) {
        this.#effects.moves.push({ from: before.id, into: identity.id, address });
      }
    }
    const former = passed.map((each) => this.#known.identities.get(addressKey(each)));
    identity ??= this.#add(addresses, name, {
      perhapsOther: passed.length > 0,
      customer: former[0]?.customer ?? null,
    });
    this.#people.set(key, identity);
    for (const [at, address] of passed.entries()) this.#passOn(address, former[at], identity);
    // A typed address is noted where nobody has it yet; nobody is ever found by it.
    for (const address of [...addresses, ...typed]) {
      if (this.#known.identities.has(addressKey(address))) continue;
      this.#known.identities.set(addressKey(address), identity);
      this.#effects.addresses.push({ identityId: identity.id, address });
    }
    this.#makeCustomer(identity, [...addresses, ...typed], name);
    return identity.id;
  }

  /** A number that no customer has becomes one, with the name that the vendor gives. */
  #makeCustomer(identity: Known, addresses: readonly Address[], name: string): void {
    const phone = addresses.find(({ kind }) => kind === "number")?.value;
    if (identity.hasCustomer || phone === undefined) return;
    identity.hasCustomer = true;
    const customer = this.#known.customers.get(phone) ?? null;
    const newCustomer = customer === null ? { id: this.#newId(), name: name || phone, phone } : null;
    const made = this.#effects.identities.get(identity.id);
    if (made) Object.assign(made, { customer, newCustomer });
    else this.#effects.links.push({ identityId: identity.id, customer, newCustomer });
  }

  #add(
    addresses: readonly Address[],
    name: string,
    { perhapsOther, customer }: { perhapsOther: boolean; customer: number | null },
  ): Known {
    const id = this.#newId();
    this.#effects.identities.set(id, { id, name, customer, newCustomer: null, perhapsOther });
    return { id, name, customer, lastInAt: null, users: new Map(), hasCustomer: customer !== null };
  }

  /** A number that came with another user id of the same scope has passed to somebody else: an id is one account's. */
  #notePassedOn(addresses: readonly Address[]): void {
    const users = addresses.filter(({ kind }) => kind === "user");
    for (const number of addresses.filter(({ kind }) => kind === "number")) {
      const known = this.#known.identities.get(addressKey(number))?.users ?? new Map<string, string>();
      const heads = new Set([...known.keys()].map((key) => this.#headOf(key)));
      const isOther = users.some(
        (user) => [...known.values()].includes(user.scope) && !heads.has(this.#headOf(addressKey(user))),
      );
      if (isOther) this.#passedOn.add(addressKey(number));
    }
  }

  #isPassedOn(address: Address): boolean {
    return this.#passedOn.has(addressKey(address));
  }

  #passOn(address: Address, former: KnownIdentity | undefined, identity: Known): void {
    if (!former || former.id === identity.id) return;
    this.#effects.moves.push({ from: former.id, into: identity.id, address });
    this.#known.identities.set(addressKey(address), identity);
    this.#people.set(this.#headOf(addressKey(address)), identity);
  }

  /** A person is known by more than a number where an id of theirs comes with it. */
  #changedHands(
    { name: before, lastInAt }: Known,
    addresses: readonly Address[],
    name: string,
    heardAt: number,
  ): boolean {
    return (
      addresses.every(({ kind }) => kind === "number") &&
      lastInAt !== null &&
      heardAt - lastInAt > SILENCE_MS &&
      nameKey(name) !== "" &&
      nameKey(before) !== "" &&
      nameKey(name) !== nameKey(before)
    );
  }

  #link([first, ...others]: readonly Address[]): void {
    if (!first) return;
    for (const other of others) {
      const [one, another] = [this.#headOf(addressKey(first)), this.#headOf(addressKey(other))];
      if (one !== another) this.#same.set(another, one);
    }
  }

  #headOf(key: string): string {
    let head = key;
    for (let next = this.#same.get(head); next !== undefined; next = this.#same.get(head)) head = next;
    return head;
  }

  /** Enters the identity that has this address; a second one of the same person is joined to the first. */
  #meet(key: string): void {
    const identity = this.#known.identities.get(key);
    if (!identity) return;
    const head = this.#headOf(key);
    const met = this.#people.get(head);
    if (!met) this.#people.set(head, { ...identity, hasCustomer: identity.customer !== null });
    else if (met.id !== identity.id) this.#people.set(head, this.#join(met, identity));
  }

  /** Keeps the one who is a customer; of two that are alike, the older one. */
  #join(met: Known, other: KnownIdentity): Known {
    const theirs = { ...other, hasCustomer: other.customer !== null };
    const [into, from] =
      met.hasCustomer === theirs.hasCustomer
        ? met.id < theirs.id
          ? [met, theirs]
          : [theirs, met]
        : met.hasCustomer
          ? [met, theirs]
          : [theirs, met];
    for (const earlier of this.#effects.joins) if (earlier.into === from.id) earlier.into = into.id;
    this.#effects.joins.push({ from: from.id, into: into.id });
    const chat = this.#known.chats.get(from.id);
    if (chat && !this.#known.chats.has(into.id)) {
      this.#known.chats.delete(from.id);
      this.#known.chats.set(into.id, { ...chat, identityId: into.id });
    }
    for (const [key, identity] of this.#known.identities) {
      if (identity.id === from.id) this.#known.identities.set(key, into);
    }
    return into;
  }
}
