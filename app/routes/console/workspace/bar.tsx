import { ChevronDown, ExternalLink, LogOut } from "lucide-react";
import { useLocation } from "react-router";
import { Presence } from "#app/components/presence.tsx";
import { IconButton, IconLink } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { can, type Session } from "#app/session/session.ts";
import { agentStatusTexts } from "#texts/agent-status.ts";
import { chatAgentTexts as texts } from "#texts/chat-agent.ts";
import { shellTexts } from "#texts/shell.ts";
import { ChatCorner } from "../chats/chat-corner.tsx";
import { ConnectionState } from "../connection-state.tsx";
import { OfflineBanner } from "../offline-banner.tsx";
import { UpdateNotice } from "../update-notice.tsx";
import { SessionEnd } from "../session-end/session-end.tsx";
import { ShortcutsButton } from "../shortcuts-button.tsx";
import { useOwnStatus } from "../use-own-status.tsx";
import { useSignOut } from "../use-sign-out.ts";
import { SoundSwitch } from "./sound-switch.tsx";
import { TellCounts } from "./tell-counts.tsx";

/** The parts of the top bar that somebody who answers chats needs, in one slim row. */
export function WorkspaceBar({
  session: { profile },
  onShortcuts,
}: {
  session: Session;
  onShortcuts: () => void;
}) {
  const { search } = useLocation();
  const signOut = useSignOut();
  const mayHandle = can(profile, ["CHAT.HANDLE"]);
  return (
    <header className="relative z-20 shrink-0">
      <div className="flex h-11 items-center gap-0.5 border-b border-line bg-surface px-2">
        {mayHandle && <Status uId={profile.uId} />}
        <p className="min-w-0 flex-1 truncate px-1 font-medium">
          <bdi>{profile.name || profile.userName}</bdi>
        </p>
        <ConnectionState />
        {mayHandle && (
          <>
            <SoundSwitch profile={profile} />
            <ChatCorner />
            <TellCounts />
            <span className="max-sm:hidden">
              <ShortcutsButton onPress={onShortcuts} />
            </span>
          </>
        )}
        <IconLink
          to={{ pathname: mayHandle ? "/chat/conversation" : "/dashboard", search: mayHandle ? search : "" }}
          target="_blank"
          rel="noopener"
          label={texts.openConsole}
          icon={<ExternalLink aria-hidden />}
        />
        {/* Users who came in directly through single sign-on sign out where they came from. */}
        {!profile.ssoDirect && (
          <IconButton
            label={shellTexts.signout}
            icon={<LogOut aria-hidden />}
            onClick={() => void signOut()}
          />
        )}
      </div>
      <OfflineBanner />
      <UpdateNotice />
      <SessionEnd profile={profile} />
    </header>
  );
}

/** One's own availability: its word is always there, since it decides whether chats come. */
function Status({ uId }: { uId: string }) {
  const { status, entries } = useOwnStatus(uId);
  return (
    <Menu
      anchor="bottom start"
      entries={entries}
      button={
        <button
          type="button"
          className="flex min-h-9 shrink-0 items-center gap-1.5 rounded-md px-1.5 font-medium hover:bg-hover"
        >
          <span className="sr-only">{agentStatusTexts.yours}:</span>
          {status ? <Presence status={status} /> : texts.statusUnknown}
          <ChevronDown aria-hidden className="size-3.5 text-muted" />
        </button>
      }
    />
  );
}
