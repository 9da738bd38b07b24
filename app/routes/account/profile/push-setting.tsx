import { Send } from "lucide-react";
import { useEffect, useState } from "react";
import { ApiError, request } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { canPush, ownPush, turnPushOff, turnPushOn } from "#app/lib/push-subscription.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Switch } from "#app/components/ui/switch.tsx";
import { pushTexts as texts } from "#texts/push.ts";
import { listPush, testPush } from "#workers/contract/endpoints/push.ts";
import type { Permission } from "./notification-permission.tsx";

/**
 * Whether this browser is told of chats while no page of the console is open. Not offered where the deployment has no
 * key for push services. `notified` is whether the person has notifications on at all, as saved.
 */
export function PushSetting({ permission, notified }: { permission: Permission; notified: boolean }) {
  const { answer, failure: unknown, reload } = useQueryOf(listPush);
  const { busy, failure, send } = useSend();
  /** This browser's subscription; undefined until it is known. */
  const [own, setOwn] = useState<string | null>();
  const look = async () => setOwn((await ownPush()) ?? null);
  useEffect(() => void look(), []);
  if (unknown && !answer) {
    return (
      <Banner
        kind="error"
        live
        actions={
          <Button size="sm" onClick={reload}>
            {texts.retry}
          </Button>
        }
      >
        {texts.unknown}
      </Banner>
    );
  }
  if (!answer?.publicKey || own === undefined) return null;
  const { publicKey, subscriptions } = answer;
  const isOn = own !== null && subscriptions.some(({ id }) => id === own);
  const isPossible = permission !== "unsupported" && canPush();
  const isBlocked = isPossible && permission === "denied";

  const turn = async (on: boolean) => {
    if (!on) return turnPushOff();
    // Somebody who refuses sees how to mend it.
    if ((await Notification.requestPermission()) !== "granted") return undefined;
    return turnPushOn(publicKey).catch((error: unknown) => {
      throw error instanceof ApiError ? error : new ApiError(texts.unreachable);
    });
  };
  const settle = async () => {
    await look();
    await invalidate(listPush);
  };
  const toggle = (on: boolean) => void send(() => turn(on)).then(settle);
  const test = async () => {
    // A browser that its push service has lost is no longer in the list.
    if (!(await send(() => request(testPush, { params: { id: own ?? "" } })))) await settle();
  };

  return (
    <section className="grid grid-cols-1 gap-3">
      <Switch
        label={texts.label}
        hint={texts.hint}
        checked={isOn}
        disabled={busy || !isPossible || isBlocked}
        onChange={toggle}
      />
      {!isPossible && <Banner kind="info">{texts.unsupported}</Banner>}
      {isBlocked && <Banner kind="warning">{texts.blocked}</Banner>}
      {isOn && !notified && <Banner kind="warning">{texts.notNotified}</Banner>}
      <Failure text={failure} />
      {isOn && !isBlocked && (
        <Button
          size="sm"
          className="justify-self-start"
          icon={<Send aria-hidden />}
          busy={busy}
          onClick={() => void test()}
        >
          {texts.test}
        </Button>
      )}
    </section>
  );
}
