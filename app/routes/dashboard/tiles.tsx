import { Bot, FileUp, type LucideIcon, MailPlus, Users, UsersRound } from "lucide-react";
import { Link } from "react-router";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatCount } from "#app/lib/format.ts";
import { dashboardTexts as texts } from "#texts/dashboard.ts";
import { uiTexts } from "#texts/ui.ts";
import type { Tile } from "#workers/contract/endpoints/dashboard.ts";

const PLACES: Record<Tile, { to: string; icon: LucideIcon }> = {
  customers: { to: "/customer-master/customers", icon: UsersRound },
  bots: { to: "/bots", icon: Bot },
  imports: { to: "/customer-master/uploads", icon: FileUp },
  users: { to: "/admin/users", icon: Users },
  invitations: { to: "/admin/users/invited", icon: MailPlus },
};

export interface TileCount {
  tile: Tile;
  count: number;
  more: boolean;
}

/** Tiles, each with a count that links to the counted items. */
export function Tiles({
  counts,
  busy,
  onRetry,
}: {
  counts: readonly TileCount[] | undefined;
  busy: boolean;
  onRetry: () => void;
}) {
  if (!counts) {
    return (
      <Banner
        kind="warning"
        className="mb-5"
        actions={
          <Button size="sm" busy={busy} onClick={onRetry}>
            {uiTexts.retry}
          </Button>
        }
      >
        {texts.tilesFailed}
      </Banner>
    );
  }
  if (counts.length === 0) return null;
  return (
    <ul
      aria-label={texts.tilesLabel}
      className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
    >
      {counts.map(({ tile, count, more }) => {
        const { to, icon: Icon } = PLACES[tile];
        return (
          <li key={tile}>
            <Link
              to={to}
              className="flex h-full flex-col gap-1 rounded-xl border border-line bg-surface p-4 shadow-card hover:bg-hover"
            >
              <span className="flex items-center gap-2 text-[0.8125rem] text-muted">
                <Icon aria-hidden className="size-4" />
                {texts.tiles[tile]}
              </span>
              <span className="text-2xl font-semibold tabular-nums">
                {formatCount(count)}
                {more && "+"}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
