import { Bell } from "lucide-react";
import { useEffect } from "react";
import { NoticeIcon } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Popover } from "#app/components/ui/popover.tsx";
import { clearNotices, markNoticesRead, noNotices, noticeStore } from "#app/components/ui/toast-store.ts";
import { pageLocale } from "#app/lib/language/language.ts";
import { shellTexts } from "#texts/shell.ts";
import { uiTexts } from "#texts/ui.ts";
import { useStore } from "#app/lib/store.ts";

const time = new Intl.DateTimeFormat(pageLocale(), { timeStyle: "short" });

/** News of this visit by others or by the background: a new toast replaces the old one, which can still be read here. */
export function Notices() {
  const { recent, unread } = useStore(noticeStore, noNotices);
  const shell = shellTexts;
  const ui = uiTexts;
  return (
    <Popover
      label={shell.notices}
      className="w-[min(22rem,calc(100vw-1rem))] max-sm:fixed max-sm:top-12 max-sm:right-2"
      renderOpener={(props) => (
        <IconButton
          {...props}
          label={unread > 0 ? shell.noticesUnread(unread) : shell.notices}
          count={unread}
          icon={<Bell aria-hidden />}
        />
      )}
    >
      {(close) => (
        <>
          <Seen />
          <div className="flex items-center justify-between px-2.5 pt-1.5 pb-1">
            <h2 className="font-semibold">{shell.notices}</h2>
            {recent.length > 0 && (
              <Button size="sm" tone="ghost" onClick={clearNotices}>
                {shell.clearNotices}
              </Button>
            )}
          </div>
          {recent.length === 0 ? (
            <p className="px-2.5 pb-3 text-muted">{shell.noNotices}</p>
          ) : (
            <ul>
              {recent.map(({ id, kind, text, at, action }) => (
                <li key={id} className="flex items-start gap-2.5 rounded-md px-2.5 py-2">
                  <NoticeIcon kind={kind} className="mt-0.5 size-4 shrink-0 text-muted" />
                  <span className="grid min-w-0 flex-1 justify-items-start break-words">
                    <span className="sr-only">{ui.notice[kind]}: </span>
                    {text}
                    {action && (
                      <Button
                        size="sm"
                        className="mt-1"
                        onClick={() => {
                          close();
                          action.run();
                        }}
                      >
                        {action.label}
                      </Button>
                    )}
                  </span>
                  <time dateTime={at.toISOString()} className="shrink-0 text-xs text-muted">
                    {time.format(at)}
                  </time>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Popover>
  );
}

/** Mounted when the list opens, which marks its notices as seen. */
function Seen() {
  useEffect(markNoticesRead, []);
  return null;
}
