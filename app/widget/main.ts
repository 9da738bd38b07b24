import { widgetLanguages } from "#workers/contract/widget.ts";
import { Chat } from "./chat.ts";
import { mountWidget } from "./mount.tsx";
import type { View } from "./view.ts";

/** Begins the widget for the script tag that loaded this: `data-channel`, and `data-language` for another language. */
function begin(script: HTMLScriptElement, channelId: string): void {
  const host = document.createElement("chatbird-widget");
  host.dataset["channel"] = channelId;
  // A page that loads the script twice has one widget.
  if (document.querySelector(`chatbird-widget[data-channel="${CSS.escape(channelId)}"]`)) return;
  document.body.appendChild(host);
  const draw = mountWidget(host);
  let latest: View | undefined;
  const chat: Chat = new Chat(
    {
      host: new URL(script.src).origin,
      channelId,
      language: widgetLanguages.find((each) => each === script.dataset["language"]),
    },
    (view) => {
      // All changes of one turn are drawn once.
      if (latest === undefined) {
        queueMicrotask(() => {
          const now = latest;
          latest = undefined;
          // Nothing is shown before the channel's colour and place are known, nor where it is gone.
          if (now && (now.phase === "ready" || now.open)) draw(now, chat);
        });
      }
      latest = view;
    },
  );
  void chat.begin();
}

const script = document.currentScript;
if (script instanceof HTMLScriptElement && script.dataset["channel"]) {
  const channelId = script.dataset["channel"];
  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", () => begin(script, channelId), { once: true });
  } else begin(script, channelId);
}
