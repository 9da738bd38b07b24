import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { bodyOf } from "../../nlp-report/load.ts";
import { type ListState, listStateOf, searchOf, wide } from "../../nlp-report/list-state.ts";
import { isEmbedded, tellConsole } from "./embedded.ts";

/** Query parameters of a frame's address. */
export interface Asked {
  agentId: string;
  listState: ListState;
}

export function askedIn(url: string): Asked {
  const { searchParams } = new URL(url);
  const get = (name: string): string => searchParams.get(name) ?? "";
  const range = new URLSearchParams({ start: get("startDate"), end: get("endDate") });
  return { agentId: get("agentId"), listState: listStateOf(range, new Date()) };
}

export const bodyFor = ({ agentId, listState }: Asked) => bodyOf(agentId, listState);

type Narrowed = Partial<Omit<ListState, "tab" | "preset">>;

/** Shows the messages behind a figure: in the embedding console, or on this page when there is none. */
export function useBehind({ agentId, listState }: Asked) {
  const navigate = useNavigate();
  const searchFor = (narrowed: Narrowed) => searchOf({ ...listState, ...wide, ...narrowed }).toString();
  const addressOf = (narrowed: Narrowed): string =>
    `/bots/${encodeURIComponent(agentId)}/nlp-report/overview?${searchFor(narrowed)}`;
  const open = (narrowed: Narrowed): void => {
    if (isEmbedded()) tellConsole({ type: "messages", search: searchFor(narrowed) });
    else void navigate(addressOf(narrowed));
  };
  return { addressOf, open };
}

/** A link to the messages behind a figure. */
export function Behind({
  asked,
  narrowed,
  name,
  className,
  quiet = false,
  children,
}: {
  asked: Asked;
  narrowed: Narrowed;
  /** Accessible name, for links whose own text is not enough. */
  name?: string;
  className?: string;
  /** Keeps the link out of the tab order: in a chart that is aria-hidden, as tables hold the same links. */
  quiet?: boolean;
  children: ReactNode;
}) {
  const { addressOf, open } = useBehind(asked);
  return (
    <a
      href={addressOf(narrowed)}
      aria-label={name}
      className={className}
      tabIndex={quiet ? -1 : undefined}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open(narrowed);
      }}
    >
      {children}
    </a>
  );
}
