import { Bell } from "lucide-react";
import { useEffect, useState } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { profileTexts } from "#texts/profile.ts";

const texts = profileTexts;
export type Permission = NotificationPermission | "unsupported";
const CLOSES_AFTER_MS = 5_000;

/** Whether this browser may show notifications, and what reads it anew. */
export function usePermission(): [permission: Permission, read: () => void] {
  const [state, setState] = useState<Permission>("unsupported");
  const read = () => setState(typeof Notification === "undefined" ? "unsupported" : Notification.permission);
  useEffect(() => {
    read();
    // The permission can be changed next to the address bar at any time.
    let watched: PermissionStatus | undefined;
    void navigator.permissions
      ?.query({ name: "notifications" })
      .then((status) => {
        watched = status;
        status.addEventListener("change", read);
      })
      .catch(() => {});
    return () => watched?.removeEventListener("change", read);
  }, []);
  return [state, read];
}

/** Tells whether this browser may show notifications, and how to change that: asking needs a user gesture. */
export function NotificationPermission({ state, onAsked }: { state: Permission; onAsked: () => void }) {
  const ask = async () => {
    await Notification.requestPermission();
    onAsked();
  };
  const show = () => {
    const sample = new Notification(profileTexts.soundTypes.new_chat, { body: texts.permissionSample });
    setTimeout(() => sample.close(), CLOSES_AFTER_MS);
  };
  return (
    <Banner kind={state === "granted" ? "success" : state === "denied" ? "warning" : "info"}>
      <p>{texts.permission[state]}</p>
      {state === "default" && (
        <Button size="sm" className="mt-2" icon={<Bell aria-hidden />} onClick={() => void ask()}>
          {texts.permissionAsk}
        </Button>
      )}
      {state === "granted" && (
        <Button size="sm" className="mt-2" icon={<Bell aria-hidden />} onClick={show}>
          {texts.permissionTry}
        </Button>
      )}
    </Banner>
  );
}
