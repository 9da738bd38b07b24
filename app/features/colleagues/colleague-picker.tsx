import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { Check, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Presence } from "#app/components/presence.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { DescribedInput } from "#app/components/ui/described-input.tsx";
import { controlClass, useFieldControl } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { popClass, popItemClass } from "#app/components/ui/pop.ts";
import { useSettled } from "#app/lib/use-settled.ts";
import { uiTexts } from "#texts/ui.ts";
import { type Colleague, listColleagues } from "#workers/contract/endpoints/users.ts";

const DELAY_MS = 300;
const SHOWN = 20;
/** Colleagues who are shown at most: among more of them nobody looks for one by going through them. */
const MOST = 200;

export type Chosen = (Pick<Colleague, "uId" | "name"> & Partial<Pick<Colleague, "agentStatus">>) | null;

/** Picks one active colleague by typing; the server searches, so thousands are no problem. */
export function ColleaguePicker({
  chosen,
  onChange,
  nobody,
  without,
  answersChats = false,
  perPage = SHOWN,
}: {
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  /** Said where nobody is chosen, and by the button that takes the choice back. */
  nobody: string;
  /** Somebody who cannot be chosen. */
  without?: string;
  /** Only those who may answer chats. */
  answersChats?: boolean;
  perPage?: number;
}) {
  const control = useFieldControl();
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState(false);
  const name = useSettled(typed.trim(), DELAY_MS);
  const [pages, setPages] = useState(1);
  const size = Math.min(perPage * pages, MOST);
  const { answer, failure } = useQueryOf(
    listColleagues,
    { query: { name, perPage: size, answersChats } },
    { enabled: wanted, keepsLast: true },
  );
  const more = answer?.more === true;
  const found = answer?.users.filter(({ uId }) => uId !== without);
  return (
    <Combobox immediate by="uId" value={chosen} onChange={onChange} onClose={() => setTyped("")}>
      {({ activeIndex }) => (
        <>
          {more && size < MOST && activeIndex !== null && found && activeIndex >= found.length - 1 && (
            <More key={found.length} onMore={() => setPages(Math.ceil(found.length / perPage) + 1)} />
          )}
          <div className="relative">
            <ComboboxInput
              as={DescribedInput}
              {...control}
              describedBy={control["aria-describedby"]}
              autoComplete="off"
              placeholder={nobody}
              displayValue={(one: Chosen) => one?.name ?? ""}
              onFocus={() => setWanted(true)}
              onChange={(event) => {
                setTyped(event.target.value);
                setPages(1);
              }}
              className={cx(controlClass, "min-h-9 pr-10")}
            />
            {chosen && (
              <span className="absolute inset-y-0 right-0.5 flex items-center">
                <IconButton
                  size="sm"
                  label={nobody}
                  icon={<X aria-hidden />}
                  onClick={() => onChange(null)}
                />
              </span>
            )}
          </div>
          <ComboboxOptions
            modal={false}
            anchor={{ to: "bottom start", gap: 4 }}
            className={cx(popClass, "max-h-56! w-(--input-width)")}
          >
            {failure && <div className="px-2.5 py-1.5 text-danger-ink">{failure.message}</div>}
            {!failure && found?.length === 0 && (
              <div className="px-2.5 py-1.5 text-muted">{uiTexts.nobodyFits}</div>
            )}
            {found?.map((one) => (
              <ComboboxOption key={one.uId} value={one} className={cx(popItemClass, "group")}>
                <span className="min-w-0 flex-1">
                  <span className="block truncate" dir="auto">
                    {one.name}
                  </span>
                  <span className="block truncate text-xs text-muted">{one.emailId}</span>
                </span>
                <Presence status={one.agentStatus} wordHidden />
                <Check aria-hidden className="invisible size-4 text-accent-ink group-data-selected:visible" />
              </ComboboxOption>
            ))}
            {more && <div className="px-2.5 py-1.5 text-muted">{uiTexts.typeToFind}</div>}
          </ComboboxOptions>
        </>
      )}
    </Combobox>
  );
}

/** Asks for more where somebody has come to the last one, by key or pointer. */
function More({ onMore }: { onMore: () => void }) {
  useEffect(onMore, [onMore]);
  return null;
}
