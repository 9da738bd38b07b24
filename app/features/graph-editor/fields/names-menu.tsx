import { Braces } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import { graphFieldsTexts as texts } from "#texts/graph-fields.ts";
import { useScope } from "./scope.ts";

/** Names that a text may use, to be put in at the caret. */
export function NamesMenu({ of, onPick }: { of: string; onPick: (name: string) => void }) {
  const { names } = useScope();
  const entries: MenuEntry[] = names.map(({ name, label }) => ({
    label,
    hint: `{${name}}`,
    onSelect: () => onPick(name),
  }));
  return (
    <div>
      <Menu
        anchor="bottom start"
        className="max-h-72 overflow-y-auto"
        button={
          <Button size="sm" tone="ghost" icon={<Braces aria-hidden />} aria-label={texts.insertInto(of)}>
            {texts.names}
          </Button>
        }
        entries={
          entries.length > 0
            ? entries
            : [{ label: texts.noNames, reason: texts.noNamesWhy, onSelect: () => {} }]
        }
      />
    </div>
  );
}
