import { type ReactNode, useState } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";

export interface Choosable {
  key: string;
  label: string;
  hint?: string;
  group?: string;
  icon?: ReactNode;
}

/** One of many by a search and a press. */
export function ChooseDialog({
  title,
  search,
  none,
  choices,
  onClose,
  onChoose,
}: {
  title: string;
  search: string;
  none: string;
  choices: readonly Choosable[];
  onClose: () => void;
  onChoose: (key: string) => void;
}) {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLocaleLowerCase();
  const found = choices.filter(({ label, hint = "", group = "" }) =>
    `${label} ${hint} ${group}`.toLocaleLowerCase().includes(wanted),
  );
  const groups = [...Map.groupBy(found, ({ group = "" }) => group)];
  return (
    <Dialog open onClose={onClose} title={title} size="lg">
      {/* Enter in the search takes the first that was found. */}
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const first = groups[0]?.[1][0];
          if (first) onChoose(first.key);
        }}
      >
        <SearchInput autoFocus delay={0} label={search} value={typed} onSearch={setTyped} />
        {groups.length === 0 && (
          <p role="status" className="py-4 text-center text-muted">
            {none}
          </p>
        )}
        {groups.map(([group, each]) => (
          <section key={group} aria-label={group || undefined}>
            {group && <h3 className="mb-1 text-xs font-semibold text-muted">{group}</h3>}
            <ul className="grid gap-1 sm:grid-cols-2">
              {each.map(({ key, label, hint, icon }) => (
                <li key={key}>
                  <button
                    type="button"
                    onClick={() => onChoose(key)}
                    className="flex min-h-9 w-full items-center gap-2 rounded-md border border-line px-2.5 py-1.5 text-left hover:bg-hover"
                  >
                    {icon}
                    <span className="min-w-0 flex-1">
                      <span className="block truncate">{label}</span>
                      {hint && <span className="block truncate text-xs text-muted">{hint}</span>}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </form>
    </Dialog>
  );
}
