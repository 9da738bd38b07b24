import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { reportsTexts as texts } from "#texts/reports.ts";
import { uiTexts } from "#texts/ui.ts";
import { type AgentName, useAgentSearch } from "./use-agent-search.ts";

/** Selects the bot of the report; beyond the loaded bots, the server searches by name. */
export function AgentSelect({
  value,
  agents,
  more,
  onChange,
}: {
  value: string;
  /** Loaded bots, including the selected one; `more` says whether others exist. */
  agents: readonly AgentName[];
  more: boolean;
  onChange: (agentId: string) => void;
}) {
  const [query, setQuery] = useState("");
  // Keeps a bot chosen from a search in the list after the search ends.
  const [found, setFound] = useState<AgentName>();
  const known = found && !agents.some(({ id }) => id === found.id) ? [found, ...agents] : agents;
  const search = useAgentSearch(known, more, query);
  const note = search.busy ? texts.agentsSearching : more && query === "" ? uiTexts.typeToFind : undefined;
  return (
    <div className="grid w-full gap-1 sm:w-60 lg:w-auto lg:min-w-32 lg:max-w-60 lg:flex-1">
      <Field label={texts.agentName} error={search.failure}>
        <Combobox
          value={value}
          choices={search.agents.map(({ id, name }) => ({ value: id, label: name }))}
          chosenLabel={known.find(({ id }) => id === value)?.name ?? ""}
          onQuery={setQuery}
          note={note}
          onChange={(id) => {
            setFound(search.agents.find((agent) => agent.id === id));
            onChange(id);
          }}
        />
      </Field>
      {search.failure && (
        <Button size="sm" className="justify-self-start" onClick={search.retry}>
          {uiTexts.retry}
        </Button>
      )}
    </div>
  );
}
