import { useState } from "react";
import { call, messageOf } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { formatCount } from "#app/lib/format.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { uiTexts } from "#texts/ui.ts";
import { deleteCustomers, undoBulkJob } from "#workers/contract/endpoints/customer-bulk.ts";
import type { CustomerRow } from "#workers/contract/endpoints/customers.ts";
import { customersChanged } from "#app/features/customers/changed.ts";
import type { Mapping } from "./tagging-choice-dialog.tsx";
import { type Filter, isFiltered } from "./list-state.ts";
import type { BulkControl } from "./use-bulk.ts";
import type { Selection } from "./use-selection.ts";

/** The result of the last command, shown until the next one or until it is closed. */
export interface Outcome {
  kind: "success" | "error";
  text: string;
  undo?: () => unknown;
}

export interface Actions {
  /** Undoes the last bulk action. */
  undoBulk: () => void;
  undoing: boolean;
  outcome: Outcome | undefined;
  say: (outcome: Outcome | undefined) => void;
  remove: (row: CustomerRow) => Promise<boolean>;
  removeSelected: () => Promise<boolean>;
  map: (mapping: Mapping) => Promise<void>;
}

/** All actions that change customers from the list. */
export function useActions({
  selection,
  filter,
  bulk,
}: {
  selection: Selection;
  filter: Filter;
  bulk: BulkControl;
}): Actions {
  const confirm = useConfirm();
  const [outcome, say] = useState<Outcome>();
  const undoing = useSend();

  /** Undoes actions on individually selected customers, the last one first. */
  const takeBack = (works: readonly string[], saying: (changed: number) => string) =>
    undoing.send(async () => {
      let changed = 0;
      let why = "";
      for (const work of works.toReversed()) {
        try {
          changed += (await call(undoBulkJob, { body: { work } })).changed;
        } catch (error) {
          why = messageOf(error);
        }
      }
      say(why ? { kind: "error", text: why } : { kind: "success", text: saying(changed) });
      await customersChanged();
    });

  const remove = async ({ id, name }: CustomerRow) => {
    let work = "";
    const yes = await confirm({
      title: texts.removeQuestion,
      text: <Named name={name} />,
      confirmLabel: uiTexts.delete,
      run: async () => {
        ({ work } = await call(deleteCustomers, { body: { customerIds: [id] } }));
      },
    });
    if (!yes) return false;
    say({ kind: "success", text: texts.deletedName(name), undo: () => takeBack([work], restoredOf(1)) });
    selection.tick({ id, name }, false);
    await customersChanged();
    return true;
  };

  const removeNamed = async (customerIds: string[]) => {
    const { changed, work } = await call(deleteCustomers, { body: { customerIds } });
    const undo = () => takeBack([work], restoredOf(changed));
    say({ kind: "success", text: texts.deletedMany(formatCount(changed)), undo });
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
      confirmLabel: uiTexts.delete,
      run: async () => {
        say(undefined);
        if (matching === undefined) return removeNamed(customers.map(([id]) => id));
        await bulk.start({ action: "delete", filter });
      },
    });
    if (!yes) return false;
    selection.clear();
    await customersChanged();
    return true;
  };

  const map = async ({ kind, markIds, remove: take, outOf }: Mapping) => {
    say(undefined);
    if (selection.matching !== undefined) {
      await bulk.start({ action: take ? "unmark" : "mark", markIds, filter });
    } else {
      const customerIds = [...selection.ticked.keys()];
      const { payload } = await kind.map({ markIds, customerIds, remove: take });
      const works = payload.changed > 0 ? [payload.work] : [];
      const undo = () => takeBack(works, texts.takenBack);
      const done = () =>
        say({
          kind: "success",
          text: texts.mapped(payload.changed),
          ...(works.length > 0 && { undo }),
        });
      if (outOf.length > 0) {
        // The first half can be undone even if the second is rejected.
        done();
        const out = await kind.map({ markIds: outOf, customerIds, remove: true });
        if (out.payload.changed > 0) works.push(out.payload.work);
      }
      done();
    }
    selection.clear();
    // The popup need not wait until the list is reloaded.
    void customersChanged();
  };

  const undoBulk = () => {
    const { work } = bulk;
    if (!work) return;
    void undoing.send(async () => {
      try {
        await bulk.start({ action: work.action === "delete" ? "restore" : "undo", of: work.jobId });
      } catch (error) {
        say({ kind: "error", text: messageOf(error) });
      }
    });
  };

  return { undoBulk, undoing: undoing.busy, outcome, say, remove, removeSelected, map };
}

/** Says how many were restored; customers whose number has a new owner by now were not. */
const restoredOf =
  (deleted: number) =>
  (back: number): string =>
    back === deleted
      ? texts.undone(formatCount(back))
      : texts.undoneSome(formatCount(back), formatCount(deleted));

const NAMED = 5;

const namesOf = (customers: readonly [id: string, name: string][]): string => {
  const names = customers.slice(0, NAMED).map(([, name]) => name);
  const rest = customers.length - names.length;
  return rest > 0 ? texts.andMore(names.join(", "), formatCount(rest)) : names.join(", ");
};

function Named({ name }: { name: string }) {
  return <bdi className="font-medium text-ink [overflow-wrap:anywhere]">{name}</bdi>;
}
