import { Bot, FileUp, type LucideIcon, MailPlus, Users, UsersRound } from "lucide-react";
import { Link } from "react-router";
import { Banner } from "#app/components/ui/banner.tsx";
import { cx } from "#app/components/ui/cx.ts";
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

/** Counts of whatever there is, quietly below what matters: each links to the counted items. */
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
    <ul aria-label={texts.tilesLabel} className="mb-5 flex flex-wrap gap-2">
      {counts.map(({ tile, count, more }) => {
        const { to, icon: Icon } = PLACES[tile];
        return (
          <li key={tile}>
            <Link
              to={to}
              className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-surface px-3.5 text-[0.8125rem] text-muted hover:bg-hover hover:text-ink max-sm:min-h-11"
            >
              <Icon aria-hidden className="size-4" />
              {texts.tiles[tile]}
              <span className={cx("font-semibold tabular-nums", count > 0 && "text-ink")}>
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
