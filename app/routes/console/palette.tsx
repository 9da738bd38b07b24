import { Command } from "cmdk";
import {
  Bot,
  Clock,
  FileUp,
  Keyboard,
  LogOut,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  Tag,
  UserPlus,
  Users,
  UsersRound,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { Kbd } from "#app/components/ui/kbd.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { tickedStore } from "#app/kit/ticked-actions.tsx";
import { useStore } from "#app/lib/store.ts";
import { useKeyTo } from "#app/lib/led-to.ts";
import { useKeyOf } from "#app/lib/single-keys.ts";
import { isForbidden, type MenuGroup } from "#app/lib/menu.ts";
import { chooseLooks } from "#app/session/looks.ts";
import type { Session } from "#app/session/session.ts";
import { paletteTexts as texts } from "#texts/palette.ts";
import { shellTexts as shell } from "#texts/shell.ts";
import { themes } from "#workers/contract/looks.ts";
import { fits } from "./fits.ts";
import { recentScreens } from "./recent.ts";
import { themeIcons } from "./theme-menu.tsx";
import { type FoundKind, usePaletteSearch } from "./use-palette-search.ts";
import { useSignOut } from "./use-sign-out.ts";

interface Choice {
  key: string;
  name: string;
  detail?: string;
  /** Searched besides the name. */
  words?: string;
  icon: LucideIcon;
  /** Of the command, named beside it. */
  shortcut?: string | undefined;
  run: () => unknown;
}

const FOUND_ICONS: Record<FoundKind, LucideIcon> = {
  customers: UsersRound,
  chats: MessagesSquare,
  templates: MessageSquareText,
  bots: Bot,
  intents: Tag,
  users: Users,
};

/** Any screen, command, customer, chat, template, bot, intent or user by a few letters. Loaded when it is first opened. */
export function Palette({
  groups,
  session: { profile, features },
  onShortcuts,
  onClose,
}: {
  groups: readonly MenuGroup[];
  session: Session;
  onShortcuts: () => void;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const screens = groups.flatMap((group) =>
    group.sections.flatMap((section) => section.entries.map((entry) => ({ ...entry, group, section }))),
  );
  const mayOpen = (screen: string) => !isForbidden(screen, profile, features);
  const commands = useCommands({ ssoDirect: profile.ssoDirect, onShortcuts, mayOpen });
  const navigate = useNavigate();
  const keyTo = useKeyTo();
  const { found, searching } = usePaletteSearch(text, mayOpen);
  const choiceOf = ({ to, label, group, section }: (typeof screens)[number]): Choice => {
    const name = label === section.label ? label : `${section.label} · ${label}`;
    return {
      key: to,
      name,
      words: `${group.label} ${to}`,
      icon: section.icon,
      shortcut: keyTo(to),
      run: () => navigate(to),
    };
  };
  const listed = (choices: readonly Choice[]) =>
    choices.filter(({ name, words = "" }) => fits(`${words} ${name}`, text.trim()));
  const ticked = useStore(tickedStore, tickedStore.get());
  const sections: [heading: string, choices: readonly Choice[]][] = [
    [
      ticked.count,
      listed(
        ticked.actions.flatMap(({ label, icon, onPress, busy, reason }) =>
          busy || reason !== undefined ? [] : { key: label, name: label, icon, run: onPress },
        ),
      ),
    ],
    [
      texts.recent,
      listed(
        recentScreens().map(({ path, title }) => ({
          key: path,
          name: title,
          words: path,
          icon: Clock,
          run: () => navigate(path),
        })),
      ),
    ],
    [texts.goTo, listed(screens.map(choiceOf))],
    [texts.commands, listed(commands)],
    ...(Object.keys(FOUND_ICONS) as FoundKind[]).map((kind): [string, Choice[]] => [
      texts.found[kind],
      (found[kind] ?? []).map(({ id, to, name, detail }) => ({
        key: id,
        name,
        detail,
        icon: FOUND_ICONS[kind],
        run: () => navigate(to),
      })),
    ]),
  ];
  return (
    <Dialog open onClose={onClose} title={texts.title} titleHidden size="md" className="sm:mb-[20dvh]">
      <Command label={texts.title} loop shouldFilter={false}>
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder={texts.placeholder}
          className="h-12 w-full border-b border-line bg-transparent px-4 text-[0.9375rem] outline-none focus-visible:outline-none"
        />
        <Command.List aria-label={texts.title} className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1.5">
          {!searching && (
            <Command.Empty className="px-3 py-6 text-center text-muted">{texts.empty}</Command.Empty>
          )}
          {sections.map(
            ([heading, choices]) =>
              choices.length > 0 && (
                <Group key={heading} heading={heading}>
                  {choices.map((choice) => (
                    <Item
                      key={choice.key}
                      value={`${heading} ${choice.key}`}
                      choice={choice}
                      onSelect={() => {
                        onClose();
                        choice.run();
                      }}
                    />
                  ))}
                </Group>
              ),
          )}
        </Command.List>
        <p role="status" className={searching ? "px-4 py-2 text-[0.8125rem] text-muted" : "sr-only"}>
          {searching && texts.searching}
        </p>
      </Command>
    </Dialog>
  );
}

function useCommands({
  ssoDirect,
  onShortcuts,
  mayOpen,
}: {
  ssoDirect: boolean;
  onShortcuts: () => void;
  mayOpen: (screen: string) => boolean;
}): Choice[] {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const sheet = useKeyOf("sheet");
  const { createCustomer, importCustomers, shortcuts } = texts.actions;
  const leading = (name: string, to: string, icon: LucideIcon): Choice => ({
    key: to,
    name,
    icon,
    run: () => navigate(to),
  });
  return [
    ...(mayOpen("/customer-master/customers/create")
      ? [leading(createCustomer, "/customer-master/customers/create", UserPlus)]
      : []),
    ...(mayOpen("/customer-master/uploadfile")
      ? [leading(importCustomers, "/customer-master/uploadfile", FileUp)]
      : []),
    { key: "shortcuts", name: shortcuts, icon: Keyboard, shortcut: sheet, run: onShortcuts },
    ...themes.map((theme) => ({
      key: theme,
      name: texts.theme(shell.themes[theme]),
      icon: themeIcons[theme],
      run: () => chooseLooks({ theme }),
    })),
    ...(ssoDirect ? [] : [{ key: "signout", name: shell.signout, icon: LogOut, run: signOut }]),
  ];
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

function Item({ value, choice, onSelect }: { value: string; choice: Choice; onSelect: () => void }) {
  const { icon: Icon, name, detail, shortcut } = choice;
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent-ink [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted"
    >
      <Icon aria-hidden />
      <span className="min-w-0 truncate">{name}</span>
      {detail && <span className="min-w-0 truncate text-[0.8125rem] text-muted">{detail}</span>}
      {shortcut && (
        <span aria-hidden className="ms-auto flex gap-1">
          {shortcut.split(" ").map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Command.Item>
  );
}
