import { useCallback, useState } from "react";
import { ApiError, call, request } from "#app/api.ts";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { formatCount } from "#app/format.ts";
import { messages } from "#app/messages.ts";
import { type CustomerRow, deleteCustomer, restoreCustomer } from "#workers/contract/endpoints/customers.ts";
import type { Mapping } from "./mark-choice-dialog.tsx";
import { type Filter, isFiltered } from "./place.ts";
import type { BulkControl } from "./use-bulk.ts";
import type { Selection } from "./use-selection.ts";

const texts = messages.customers;

/** What came of the last command, to stay in sight until the next or until it is closed. */
export interface Outcome {
  kind: "success" | "error";
  text: string;
  undo?: () => Promise<void>;
}

export interface Actions {
  /** Brings back whom the last work on many deleted. */
  undoBulk: () => Promise<void>;
  outcome: Outcome | undefined;
  say: (outcome: Outcome | undefined) => void;
  remove: (row: CustomerRow) => Promise<boolean>;
  removeSelected: () => Promise<boolean>;
  map: (mapping: Mapping) => Promise<void>;
}

/** Everything that changes customers from the list. `onChanged` reads the list anew. */
export function useActions(
  { selection, filter, bulk }: { selection: Selection; filter: Filter; bulk: BulkControl },
  onChanged: () => Promise<void>,
): Actions {
  const confirm = useConfirm();
  const toast = useToast();
  const [outcome, setOutcome] = useState<Outcome>();
  const say = useCallback(
    (next: Outcome | undefined) => {
      setOutcome(next);
      if (next) toast[next.kind](next.text);
    },
    [toast],
  );

  const restore = async (customers: [id: string, name: string][]) => {
    const failed = await eachOf(customers, (id) => call(restoreCustomer, { params: { id } }));
    const back = customers.length - failed.length;
    const [first] = failed;
    if (first) say({ kind: "error", text: first });
    else say({ kind: "success", text: texts.undone(formatCount(back)) });
    await onChanged();
  };

  const remove = async ({ id, name }: CustomerRow) => {
    const yes = await confirm({
      title: texts.removeQuestion,
      text: <Named name={name} />,
      confirmLabel: messages.ui.delete,
      run: () => request(deleteCustomer, { params: { id } }),
    });
    if (!yes) return false;
    say({ kind: "success", text: texts.deletedName(name), undo: () => restore([[id, name]]) });
    selection.tick({ id, name, phoneNumber: "", details: [] }, false);
    await onChanged();
    return true;
  };

  const removeNamed = async (customers: [id: string, name: string][]) => {
    const failed = new Set<string>();
    let why = "";
    await eachOf(customers, async (id) => {
      try {
        await call(deleteCustomer, { params: { id } });
      } catch (error) {
        // Somebody was faster: gone is gone.
        if (error instanceof ApiError && error.status === 404) return;
        failed.add(id);
        why = error instanceof ApiError ? error.message : messages.errors.internal;
      }
    });
    const gone = customers.filter(([id]) => !failed.has(id));
    const undo = () => restore(gone);
    const [done, all] = [formatCount(gone.length), formatCount(customers.length)];
    if (why) say({ kind: "error", text: `${texts.deletedSome(done, all)} ${why}`, undo });
    else say({ kind: "success", text: texts.deletedMany(done), undo });
  };

  const removeSelected = async () => {
    const { matching, ticked, count } = selection;
    const customers = [...ticked];
    const yes = await confirm({
      title: count === 1 ? texts.removeQuestion : texts.removeMany(formatCount(count)),
      text:
        matching === undefined ? (
          <Named name={namesOf(customers)} />
        ) : isFiltered(filter) ? (
          texts.removeMatching
        ) : (
          texts.removeEverybody
        ),
      confirmLabel: messages.ui.delete,
      run: async () => {
        setOutcome(undefined);
        if (matching === undefined) return removeNamed(customers);
        await bulk.start({ action: "delete", filter });
      },
    });
    if (!yes) return false;
    selection.clear();
    await onChanged();
    return true;
  };

  const map = async ({ kind, markIds, remove: take, outOf }: Mapping) => {
    setOutcome(undefined);
    if (selection.matching !== undefined) {
      await bulk.start({ action: take ? "unmark" : "mark", markIds, filter });
    } else {
      const customerIds = [...selection.ticked.keys()];
      const { payload } = await kind.map({ markIds, customerIds, remove: take });
      if (outOf.length > 0) await kind.map({ markIds: outOf, customerIds, remove: true });
      say({ kind: "success", text: texts.mapped(payload.changed) });
    }
    selection.clear();
    // The popup need not wait until the list is read anew.
    void onChanged();
  };

  const undoBulk = async () => {
    const of = bulk.work?.jobId;
    if (of === undefined) return;
    try {
      await bulk.start({ action: "restore", of });
    } catch (error) {
      say({ kind: "error", text: error instanceof ApiError ? error.message : messages.errors.internal });
    }
  };

  return { undoBulk, outcome, say, remove, removeSelected, map };
}

const AT_ONCE = 4;

/** Does something with each of these, a few at a time; answers why it failed, where it did. */
async function eachOf(
  customers: readonly [id: string, name: string][],
  work: (id: string) => Promise<unknown>,
): Promise<string[]> {
  const waiting = [...customers];
  const failed: string[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await work(next[0]);
      } catch (error) {
        failed.push(error instanceof ApiError ? error.message : messages.errors.internal);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failed;
}

const NAMED = 5;

const namesOf = (customers: readonly [id: string, name: string][]): string => {
  const names = customers.slice(0, NAMED).map(([, name]) => name);
  const rest = customers.length - names.length;
  return rest > 0 ? texts.andMore(names.join(", "), formatCount(rest)) : names.join(", ");
};

function Named({ name }: { name: string }) {
  return <bdi className="font-medium text-ink [overflow-wrap:anywhere]">{name}</bdi>;
}
