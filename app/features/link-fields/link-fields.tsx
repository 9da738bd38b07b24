import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { useSettled } from "#app/lib/use-settled.ts";
import { can, useSession } from "#app/session/session.ts";
import { channelsTexts as texts } from "#texts/channels.ts";
import { listAgents } from "#workers/contract/endpoints/bots.ts";
import { listDepartments } from "#workers/contract/endpoints/departments.ts";
import { allOf } from "#workers/contract/permissions.ts";

const DELAY_MS = 300;
const SHOWN = 20;

interface Named {
  id: string;
  name: string;
}
interface Props {
  id: string;
  chosen: Named | null;
  error: string | undefined;
  onChange: (chosen: Named | null) => void;
}

/** The department whose people are offered the chats; its name alone for people who may not list departments. */
export function DepartmentField(props: Props) {
  const mayList = can(useSession().profile, allOf("DEPARTMENTS"));
  const [name, search] = useSearch();
  const { answer } = useQueryOf(
    listDepartments,
    { query: { name, perPage: SHOWN } },
    { enabled: mayList, keepsLast: true },
  );
  return (
    <LinkField
      {...props}
      {...{ search, mayList }}
      label={texts.department}
      hint={texts.departmentHint}
      none={texts.noDepartment}
      found={answer?.departments}
    />
  );
}

/** The bot that answers first. */
export function BotField(props: Props) {
  const mayList = can(useSession().profile, ["NLP.VIEW"]);
  const [name, search] = useSearch();
  const { answer } = useQueryOf(
    listAgents,
    { query: { name, perPage: SHOWN } },
    { enabled: mayList, keepsLast: true },
  );
  return (
    <LinkField
      {...props}
      {...{ search, mayList }}
      label={texts.bot}
      hint={texts.botHint}
      none={texts.noBot}
      found={answer?.agents}
    />
  );
}

function useSearch() {
  const [typed, setTyped] = useState("");
  return [useSettled(typed, DELAY_MS), setTyped] as const;
}

function LinkField({
  id,
  label,
  hint,
  none,
  chosen,
  found = [],
  error,
  mayList,
  search,
  onChange,
}: Props & {
  label: string;
  hint: string;
  none: string;
  found: readonly Named[] | undefined;
  mayList: boolean;
  search: (text: string) => void;
}) {
  if (!mayList) {
    return (
      <div className="grid content-start gap-1">
        <p className="font-medium">{label}</p>
        <p className="[overflow-wrap:anywhere]">{chosen?.name ?? none}</p>
        {error && <p className="text-[0.8125rem] font-medium text-danger-ink">{error}</p>}
      </div>
    );
  }
  const choices = [
    { value: "", label: none },
    ...found.map((each) => ({ value: each.id, label: each.name })),
  ];
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <Combobox
        value={chosen?.id ?? ""}
        choices={choices}
        chosenLabel={chosen?.name ?? none}
        onQuery={search}
        onChange={(next) => onChange(found.find((each) => each.id === next) ?? null)}
      />
    </Field>
  );
}
