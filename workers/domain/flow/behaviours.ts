import type { NodeTypeName } from "#workers/contract/automation/node-types.ts";
import type { Behaviour } from "./node.ts";
import { ask } from "./nodes/ask.ts";
import { bot } from "./nodes/bot.ts";
import { buttons } from "./nodes/buttons.ts";
import { condition } from "./nodes/condition.ts";
import { end } from "./nodes/end.ts";
import { form, whatsappFlow } from "./nodes/form.ts";
import { goTo } from "./nodes/go-to.ts";
import { handOver } from "./nodes/hand-over.ts";
import { http } from "./nodes/http.ts";
import { knowledge } from "./nodes/knowledge.ts";
import { milestone } from "./nodes/milestone.ts";
import { payment } from "./nodes/payment.ts";
import { runJourney } from "./nodes/run-journey.ts";
import { sendMail, sendSms } from "./nodes/send-mail.ts";
import { sendMessage } from "./nodes/send-message.ts";
import { sendTemplate } from "./nodes/send-template.ts";
import { setVariables } from "./nodes/set-variables.ts";
import { split } from "./nodes/split.ts";
import { start } from "./nodes/start.ts";
import { updateCustomer } from "./nodes/update-customer.ts";
import { waitFor } from "./nodes/wait-for.ts";
import { wait } from "./nodes/wait.ts";

/** Everything that the types of node do. */
export const behaviours: Readonly<Record<NodeTypeName, Behaviour>> = {
  start,
  sendMessage,
  sendTemplate,
  ask,
  buttons,
  form,
  whatsappFlow,
  condition,
  split,
  setVariables,
  updateCustomer,
  wait,
  waitFor,
  bot,
  knowledge,
  http,
  handOver,
  sendMail,
  sendSms,
  payment,
  milestone,
  runJourney,
  goTo,
  end,
};
