import { Info, Library, LifeBuoy, LogOut, UserRound } from "lucide-react";
import { useState } from "react";
import { PresenceDot } from "#app/components/presence.tsx";
import { Avatar } from "#app/components/ui/avatar.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import { aboutTexts } from "#texts/about.ts";
import { shellTexts } from "#texts/shell.ts";
import { agentStatusTexts } from "#texts/agent-status.ts";
import { pictureIdOf, usePicture } from "#app/components/use-picture.ts";
import type { Session } from "#app/session/session.ts";
import { startTour } from "#app/session/tour.ts";
import { useGuideEntries } from "./first-steps/use-guide-entries.tsx";
import { useOwnStatus } from "./use-own-status.tsx";
import { useSignOut } from "./use-sign-out.ts";

const AboutDialog = lazily(
  () => import("./about-dialog.tsx"),
  (module) => module.AboutDialog,
);

export function UserMenu({ session: { profile } }: { session: Session }) {
  const shell = shellTexts;
  const name = profile.userName || profile.name;
  const picture = usePicture(pictureIdOf(profile.profilePic));
  const signOut = useSignOut();
  const [about, setAbout] = useState(false);
  const { status, entries: statusEntries } = useOwnStatus(profile.uId);
  const guided = useGuideEntries();
  const entries: MenuEntry[] = [
    ...statusEntries,
    "separator",
    { label: shell.details, icon: <UserRound aria-hidden />, to: "/account/myprofile" },
    ...(profile.artifactsEnabled
      ? [{ label: shell.myLibrary, icon: <Library aria-hidden />, to: "/content-library" }]
      : []),
    ...guided,
    { label: shell.tour, icon: <LifeBuoy aria-hidden />, onSelect: startTour },
    { label: aboutTexts.open, icon: <Info aria-hidden />, onSelect: () => setAbout(true) },
    // Users who came in directly through single sign-on sign out where they came from.
    ...(profile.ssoDirect
      ? []
      : (["separator", { label: shell.signout, icon: <LogOut aria-hidden />, onSelect: signOut }] as const)),
  ];
  return (
    <>
      <Menu
        className="min-w-56"
        entries={entries}
        button={
          <button
            type="button"
            data-tour="me"
            className="flex min-h-9 pointer-coarse:min-h-11 items-center gap-2 rounded-md px-1.5 py-0.5 hover:bg-hover"
          >
            <span className="relative inline-flex">
              <Avatar name={profile.name || name} picture={picture ?? null} size="md" />
              {status && (
                <PresenceDot status={status} className="absolute right-0 bottom-0 ring-2 ring-surface" />
              )}
            </span>
            <span className="max-w-36 truncate font-medium max-lg:sr-only">{name}</span>
            <span className="sr-only">
              {shell.userMenu}
              {status && `, ${agentStatusTexts.statuses[status]}`}
            </span>
          </button>
        }
        header={
          <>
            <p className="truncate font-semibold">{profile.name || name}</p>
            <p className="truncate text-xs text-muted">{profile.emailId}</p>
            <p className="truncate text-xs text-muted">{profile.enterpriseName}</p>
            <p className="mt-2 text-xs font-semibold text-muted">{agentStatusTexts.yours}</p>
          </>
        }
      />
      {about && <AboutDialog onClose={() => setAbout(false)} />}
    </>
  );
}
