import { Archive, Folder, FolderOpen, Layers } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "#app/components/ui/cx.ts";
import { automationWorkspaceTexts as texts } from "#texts/automation-workspace.ts";
import { type Place, toPlace } from "./place.ts";

/** All, each folder, and the archived: a column, or in a narrow window a row that scrolls. */
export function Folders({
  folders,
  place,
  addressWith,
}: {
  folders: readonly string[];
  place: Place;
  addressWith: (changes: Record<string, string>) => string;
}) {
  // One that somebody has just emptied is where its reader still is.
  const known = place.folder === "" || folders.includes(place.folder) ? folders : [...folders, place.folder];
  const entry = (label: string, to: Partial<Place>, icon: ReactNode) => {
    const isHere = place.folder === (to.folder ?? "") && place.archived === (to.archived ?? false);
    return (
      <li key={`${to.archived} ${to.folder}`} className="min-w-0 shrink-0">
        <Link
          to={addressWith(toPlace(to))}
          preventScrollReset
          state={{ keepFocus: true }}
          aria-current={isHere ? "page" : undefined}
          title={label}
          className={cx(
            "flex min-h-8 max-w-48 items-center gap-2 rounded-md px-2.5 [&>svg]:size-4 [&>svg]:shrink-0",
            isHere
              ? "bg-accent-soft font-medium text-accent-ink"
              : "text-muted hover:bg-hover hover:text-ink",
          )}
        >
          {icon}
          <span dir="auto" className="truncate">
            {label}
          </span>
        </Link>
      </li>
    );
  };
  return (
    <nav aria-label={texts.folders} className="min-w-0">
      <ul className="flex gap-1 overflow-x-auto p-0.5 lg:max-h-[70vh] lg:flex-col lg:overflow-y-auto">
        {entry(texts.all, {}, <Layers aria-hidden />)}
        {known.map((folder) =>
          entry(
            folder,
            { folder },
            folder === place.folder ? <FolderOpen aria-hidden /> : <Folder aria-hidden />,
          ),
        )}
        {entry(texts.archivedFolder, { archived: true }, <Archive aria-hidden />)}
      </ul>
    </nav>
  );
}
