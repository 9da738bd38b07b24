import { Command } from "cmdk";
import { Clock, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { MenuGroup } from "#app/lib/menu.ts";
import { shellTexts as shell } from "#texts/shell.ts";
import { setTheme, themes } from "#app/lib/theme.ts";
import { recentScreens } from "./recent.ts";
import { themeIcons } from "./theme-menu.tsx";
import { useSignOut } from "./use-sign-out.ts";

/** The command palette: any screen or command by a few letters. Loaded when it is first opened. */
export function Palette({
  groups,
  ssoDirect,
  onClose,
}: {
  groups: readonly MenuGroup[];
  ssoDirect: boolean;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const run = (command: () => unknown) => () => {
    onClose();
    command();
  };
  return (
    <Dialog open onClose={onClose} title={shell.palette} titleHidden size="md" className="sm:mb-[20dvh]">
      <Command label={shell.palette} loop>
        <Command.Input
          autoFocus
          placeholder={shell.palettePlaceholder}
          className="h-12 w-full border-b border-line bg-transparent px-4 text-[0.9375rem] outline-none focus-visible:outline-none"
        />
        <Command.List aria-label={shell.palette} className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1.5">
          <Command.Empty className="px-3 py-6 text-center text-muted">{shell.paletteEmpty}</Command.Empty>
          <Group heading={shell.paletteRecent}>
            {recentScreens().map(({ path, title }) => (
              <Item
                key={path}
                value={`${title} ${path}`}
                icon={<Clock aria-hidden />}
                onSelect={run(() => navigate(path))}
              >
                {title}
              </Item>
            ))}
          </Group>
          <Group heading={shell.paletteGoTo}>
            {groups.flatMap((group) =>
              group.sections.flatMap((section) =>
                section.entries.map(({ to, label }) => {
                  const Icon = section.icon;
                  const name = label === section.label ? label : `${section.label} · ${label}`;
                  return (
                    <Item
                      key={to}
                      value={`${group.label} ${name} ${to}`}
                      icon={<Icon aria-hidden />}
                      onSelect={run(() => navigate(to))}
                    >
                      {name}
                    </Item>
                  );
                }),
              ),
            )}
          </Group>
          <Group heading={shell.paletteCommands}>
            {themes.map((theme) => {
              const Icon = themeIcons[theme];
              const name = shell.paletteTheme(shell.themes[theme]);
              return (
                <Item
                  key={theme}
                  value={name}
                  icon={<Icon aria-hidden />}
                  onSelect={run(() => setTheme(theme))}
                >
                  {name}
                </Item>
              );
            })}
            {!ssoDirect && (
              <Item value={shell.signout} icon={<LogOut aria-hidden />} onSelect={run(signOut)}>
                {shell.signout}
              </Item>
            )}
          </Group>
        </Command.List>
      </Command>
    </Dialog>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

function Item({
  value,
  icon,
  onSelect,
  children,
}: {
  value: string;
  icon: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent-ink [&>svg]:size-4 [&>svg]:text-muted"
    >
      {icon}
      {children}
    </Command.Item>
  );
}
