import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen, Search } from "lucide-react";
import { Link } from "react-router";
import { Logo } from "#app/components/logo.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Kbd } from "#app/components/ui/kbd.tsx";
import { shellTexts } from "#texts/shell.ts";
import { useKeyOf } from "#app/lib/single-keys.ts";
import { can, type Session } from "#app/session/session.ts";
import { ChatCorner } from "./chats/chat-corner.tsx";
import { FirstSteps } from "./first-steps/first-steps.tsx";
import { ConnectionState } from "./connection-state.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { UpdateNotice } from "./update-notice.tsx";
import { Notices } from "./notices.tsx";
import { SessionEnd } from "./session-end/session-end.tsx";
import { ShortcutsButton } from "./shortcuts-button.tsx";
import { ThemeMenu } from "./theme-menu.tsx";
import { UserMenu } from "./user-menu.tsx";
import { useWide } from "./use-wide.ts";

export function TopBar({
  session,
  menuOpen,
  onToggleMenu,
  onPalette,
  onShortcuts,
}: {
  session: Session;
  menuOpen: boolean;
  onToggleMenu: () => void;
  onPalette: () => void;
  onShortcuts: () => void;
}) {
  const shell = shellTexts;
  const wide = useWide();
  const toggleLabel = wide ? (menuOpen ? shell.collapseMenu : shell.expandMenu) : shell.openMenu;
  const ToggleIcon = wide ? (menuOpen ? PanelLeftClose : PanelLeftOpen) : MenuIcon;
  return (
    <header className="sticky top-0 z-20">
      <div className="flex h-13 items-center gap-1 border-b border-line bg-surface px-2 sm:px-3">
        <IconButton
          label={toggleLabel}
          shortcut={useKeyOf("menu")}
          icon={<ToggleIcon aria-hidden />}
          aria-expanded={menuOpen}
          data-tour="menu-button"
          onClick={onToggleMenu}
        />
        <Link
          to="/dashboard"
          aria-label={shell.homeOf(session.title)}
          className="finger mr-1 ml-1 rounded-md px-1 py-0.5"
        >
          <Logo className="max-sm:[&>span]:sr-only" />
        </Link>
        <button
          type="button"
          data-tour="search"
          onClick={onPalette}
          className="mx-auto hidden h-8 w-full max-w-80 items-center gap-2 rounded-md border border-line bg-canvas px-2.5 text-muted transition-colors hover:border-edge hover:text-ink md:flex"
        >
          <Search aria-hidden className="size-4" />
          <span className="flex-1 text-left">{shell.findAnything}</span>
          <Kbd>Ctrl K</Kbd>
        </button>
        <div className="ml-auto flex items-center gap-0.5 md:ml-0">
          <ConnectionState />
          <span data-tour="search" className="inline-flex md:hidden">
            <IconButton label={shell.findAnything} icon={<Search aria-hidden />} onClick={onPalette} />
          </span>
          <span data-tour="keys" className="inline-flex max-md:hidden">
            <ShortcutsButton onPress={onShortcuts} />
          </span>
          <FirstSteps />
          {can(session.profile, ["CHAT.HANDLE"]) && (
            <span data-tour="chats" className="inline-flex">
              <ChatCorner />
            </span>
          )}
          <Notices />
          <ThemeMenu />
          <UserMenu session={session} />
        </div>
      </div>
      <OfflineBanner />
      <UpdateNotice />
      <SessionEnd profile={session.profile} />
    </header>
  );
}
