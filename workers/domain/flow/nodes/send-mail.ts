import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { called, MESSAGE_MS, sentOf } from "../calls.ts";
import { behaves, leave, type Signal } from "../node.ts";

const sent = (signal: Signal) => leave("next", sentOf(signal, () => "failed").data ?? null);

export const sendMail = behaves(nodeTypes.sendMail, {
  enter(scene, { channelId, to, subject, text, retry }) {
    const answers = scene.has("failed") || retry.most > 0;
    const mail = { to: scene.text(to), subject: scene.text(subject), text: scene.text(text) };
    scene.input = mail;
    scene.emit({ kind: "mail", ...mail, ...(channelId !== undefined && { channelId }), answers });
    return answers ? called(scene, MESSAGE_MS) : leave("next");
  },
  resume: (_scene, _data, signal) => sent(signal),
});

export const sendSms = behaves(nodeTypes.sendSms, {
  enter(scene, { channelId, to, text, retry }) {
    const answers = scene.has("failed") || retry.most > 0;
    const sms = { to: scene.text(to), text: scene.text(text) };
    scene.input = sms;
    scene.emit({ kind: "sms", ...sms, ...(channelId !== undefined && { channelId }), answers });
    return answers ? called(scene, MESSAGE_MS) : leave("next");
  },
  resume: (_scene, _data, signal) => sent(signal),
});
