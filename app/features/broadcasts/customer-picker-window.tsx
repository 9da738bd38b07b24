import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { ListPager } from "#app/kit/list-pager.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { listCustomers } from "#workers/contract/endpoints/customers.ts";
import { MOST_NUMBERS } from "#workers/contract/broadcast.ts";
import type { Person } from "./broadcast-draft.ts";

const texts = broadcastsTexts.picker;
/** The specification's (customer-master.md 9). */
const PAGE = 15;
const SEARCH_MS = 300;

interface Props {
  open?: boolean;
  chosen: readonly Person[];
  onClose: () => void;
  onChoose: (people: readonly Person[]) => void;
}

/** Picks customers of the customer master by name and number; at least one. */
export function CustomerPickerWindow({ open = true, chosen: before, onClose, onChoose }: Props) {
  const [chosen, setChosen] = useState(before);
  const [search, setSearch] = useState("");
  const [problem, setProblem] = useState("");
  const change = (next: readonly Person[]) => {
    setChosen(next);
    setProblem("");
  };
  const choose = () => {
    if (chosen.length === 0) return setProblem(broadcastsTexts.mandatory);
    if (chosen.length > MOST_NUMBERS) return setProblem(texts.most(MOST_NUMBERS));
    onChoose(chosen);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title}
      size="lg"
      footer={
        <>
          <p role="status" className="me-auto self-center text-[0.8125rem] text-muted">
            {texts.chosen(chosen.length)}
          </p>
          <Button onClick={onClose}>{texts.no}</Button>
          <Button tone="primary" onClick={choose}>
            {texts.yes}
          </Button>
        </>
      }
    >
      <div className="grid min-h-80 content-start gap-3">
        <SearchInput
          autoFocus
          label={texts.search}
          value={search}
          delay={SEARCH_MS}
          onSearch={setSearch}
          className="w-full"
        />
        {problem && (
          <p role="alert" className="text-[0.8125rem] font-medium text-danger-ink">
            {problem}
          </p>
        )}
        <Found key={search} {...{ search, chosen }} onChange={change} />
      </div>
    </Dialog>
  );
}

function Found({
  search,
  chosen,
  onChange,
}: {
  search: string;
  chosen: readonly Person[];
  onChange: (chosen: readonly Person[]) => void;
}) {
  const [from, setFrom] = useState(0);
  const { answer, asking, failure, reload } = useQueryOf(
    listCustomers,
    { query: { search, from, perPage: PAGE } },
    { keepsLast: true },
  );
  if (failure && !answer) return <ErrorState title={texts.failed} text={failure.message} onRetry={reload} />;
  if (!answer) return <SkeletonRows rows={6} />;
  const { customers, hasMore } = answer.customers;
  if (customers.length === 0) return <EmptyState title={texts.none} />;
  const ids = new Set(chosen.map(({ id }) => id));
  const here = customers.filter(({ id }) => ids.has(id)).length;
  const put = (people: readonly Person[], isIn: boolean) => {
    const theirs = new Set(people.map(({ id }) => id));
    const others = chosen.filter(({ id }) => !theirs.has(id));
    const added = people.map(({ id, name, phoneNumber }) => ({ id, name, phoneNumber }));
    onChange(isIn ? [...others, ...added] : others);
  };
  return (
    <>
      <Checkbox
        label={texts.page}
        checked={here === customers.length}
        mixed={here > 0 && here < customers.length}
        onChange={(checked) => put(customers, checked)}
        className="border-b border-line pb-2 font-medium"
      />
      <ul aria-label={texts.list} aria-busy={asking} className="grid gap-1">
        {customers.map((customer) => (
          <li key={customer.id}>
            <Checkbox
              label={<bdi className="[overflow-wrap:anywhere]">{customer.name}</bdi>}
              hint={customer.phoneNumber}
              checked={ids.has(customer.id)}
              onChange={(checked) => put([customer], checked)}
              className="flex w-full rounded-md py-1 hover:bg-hover"
            />
          </li>
        ))}
      </ul>
      <ListPager
        label={texts.pages}
        from={from}
        count={customers.length}
        more={hasMore}
        perPage={PAGE}
        busy={asking}
        onGo={setFrom}
      />
    </>
  );
}
