import { Monitor, Moon, Sun } from "lucide-react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { shellTexts } from "#texts/shell.ts";
import { densityStore } from "#app/lib/density.ts";
import { useStore } from "#app/lib/store.ts";
import { themeStore } from "#app/lib/theme.ts";
import { chooseLooks } from "#app/session/looks.ts";
import { themes } from "#workers/contract/looks.ts";

export const themeIcons = { light: Sun, dark: Moon, system: Monitor };

/** How the console looks to this person: its theme, and how low its rows are. */
export function ThemeMenu() {
  const theme = useStore(themeStore, "system");
  const density = useStore(densityStore, "comfortable");
  const Icon = themeIcons[theme];
  return (
    <Menu
      button={<IconButton label={shellTexts.theme} icon={<Icon aria-hidden />} />}
      entries={[
        ...themes.map((one) => {
          const EntryIcon = themeIcons[one];
          return {
            label: shellTexts.themes[one],
            icon: <EntryIcon aria-hidden />,
            chosen: one === theme,
            onSelect: () => chooseLooks({ theme: one }),
          };
        }),
        "separator",
        {
          label: shellTexts.compact,
          icon: <span className="size-4" />,
          chosen: density === "compact",
          onSelect: () => chooseLooks({ density: density === "compact" ? "comfortable" : "compact" }),
        },
      ]}
    />
  );
}
