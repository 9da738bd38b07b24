import { createContext, useContext } from "react";
import type { References } from "#workers/contract/endpoints/automations.ts";
import type { ListboxChoice } from "#app/components/ui/listbox.tsx";

/** A name that texts, conditions and expressions may use. */
export interface KnownName {
  name: string;
  label: string;
}

/** The graph around one node, as the node's fields know it. */
export interface Scope {
  nodeId: string;
  data: Readonly<Record<string, unknown>>;
  readOnly: boolean;
  names: readonly KnownName[];
  variables: readonly string[];
  contactFields: readonly { name: string; label: string }[];
  nodes: readonly ListboxChoice<string>[];
  references: References | undefined;
  /** Of a field by its path; undefined for none. */
  problemAt: (path: string) => string | undefined;
  /** `typing` joins what is typed into one field into one undo. */
  set: (path: string, value: unknown, typing?: boolean) => void;
}

const ScopeContext = createContext<Scope | null>(null);
export const ScopeProvider = ScopeContext.Provider;

export function useScope(): Scope {
  const scope = useContext(ScopeContext);
  if (!scope) throw new Error("useScope needs a ScopeProvider around it");
  return scope;
}

/** The id of a field's control, to which a problem leads. */
export const fieldId = (nodeId: string, path: string): string => `node-${nodeId}-${path}`;
