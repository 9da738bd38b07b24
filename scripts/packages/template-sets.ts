import { channelTypes } from "#workers/contract/channel-types.ts";
import type { PackagedTemplate, ShippedPackage } from "#workers/contract/marketplace/package.ts";
import { codeTemplate, packageOf, template } from "./parts.ts";

const order = (name: string, body: string, samples: string[], replies: string[] = []) =>
  template(name, "en", "UTILITY", { body, samples, replies });
const orderInHindi = (name: string, body: string, samples: string[]) =>
  template(name, "hi", "UTILITY", { body, samples });

const codes = [
  codeTemplate(
    "login_code",
    "{{1}} is your code for signing in. For your safety, do not share it with anybody.",
    "This code ends in 10 minutes.",
  ),
  codeTemplate(
    "payment_code",
    "{{1}} is your code for confirming this payment. We never ask for it by phone.",
    "This code ends in 5 minutes.",
  ),
];

const orders = [
  order(
    "order_confirmed",
    "Hello {{1}}, thank you. We have your order {{2}} and tell you as soon as it ships.",
    ["Asha", "B-1042"],
  ),
  order(
    "order_shipped",
    "Hello {{1}}, your order {{2}} is on its way and should arrive on {{3}}, by our courier.",
    ["Asha", "B-1042", "24 December"],
    ["Where is it?"],
  ),
  order(
    "order_delivered",
    "Hello {{1}}, your order {{2}} was delivered. Is everything as it should be?",
    ["Asha", "B-1042"],
    ["All is well", "A problem"],
  ),
  order(
    "order_delayed",
    "Hello {{1}}, we are sorry: your order {{2}} is late and now arrives on {{3}} instead. You may cancel it free of charge.",
    ["Asha", "B-1042", "27 December"],
    ["Keep it", "Cancel it", "Call me"],
  ),
  order(
    "order_returned",
    "Hello {{1}}, the things from order {{2}} that you sent back have arrived. We check them and tell you about the money.",
    ["Asha", "B-1042"],
  ),
  order(
    "refund_made",
    "Hello {{1}}, we have sent {{2}} rupees back for order {{3}}. Your bank may need five days.",
    ["Asha", "1,250", "B-1042"],
  ),
];

const payments = [
  order(
    "payment_due",
    "Hello {{1}}, your payment of {{2}} rupees is due on {{3}}. Please pay in time.",
    ["Asha", "2,500", "5 January"],
    ["Pay now", "A question"],
  ),
  order(
    "payment_overdue",
    "Hello {{1}}, your payment of {{2}} rupees was due on {{3}} and has not arrived yet.",
    ["Asha", "2,500", "5 January"],
    ["Pay now", "I have paid"],
  ),
  order(
    "payment_received",
    "Hello {{1}}, thank you. We have received your payment of {{2}} rupees for {{3}} today.",
    ["Asha", "2,500", "January"],
  ),
];

const ordersInHindi = [
  orderInHindi("order_confirmed", "नमस्ते {{1}}, धन्यवाद। हमें आपका ऑर्डर {{2}} मिल गया है, भेजते ही हम आपको बताएँगे।", [
    "आशा",
    "B-1042",
  ]),
  orderInHindi("order_shipped", "नमस्ते {{1}}, आपका ऑर्डर {{2}} भेज दिया गया है और {{3}} तक आपके पास पहुँच जाएगा।", [
    "आशा",
    "B-1042",
    "24 दिसंबर",
  ]),
  orderInHindi("order_delivered", "नमस्ते {{1}}, आपका ऑर्डर {{2}} पहुँचा दिया गया है। क्या सब ठीक है?", [
    "आशा",
    "B-1042",
  ]),
];

const paymentsInHindi = [
  orderInHindi("payment_due", "नमस्ते {{1}}, आपका {{2}} रुपये का भुगतान {{3}} को देय है। कृपया समय पर भुगतान करें।", [
    "आशा",
    "2,500",
    "5 जनवरी",
  ]),
  orderInHindi(
    "payment_overdue",
    "नमस्ते {{1}}, आपका {{2}} रुपये का भुगतान {{3}} को देय था और अभी तक नहीं मिला है।",
    ["आशा", "2,500", "5 जनवरी"],
  ),
  orderInHindi("payment_received", "नमस्ते {{1}}, धन्यवाद। हमें {{3}} के लिए आपका {{2}} रुपये का भुगतान मिल गया है।", [
    "आशा",
    "2,500",
    "जनवरी",
  ]),
];

type About = Pick<ShippedPackage, "id" | "category" | "name" | "summary"> &
  Partial<Pick<ShippedPackage, "version" | "changes">> & { language?: "hi" };
const set = (about: About, templates: PackagedTemplate[]) =>
  packageOf({ ...about, channels: [channelTypes.whatsApp] }, { kind: "templates", templates });

export const templateSets: ShippedPackage[] = [
  set(
    {
      id: "one-time-codes",
      category: "bank",
      name: "One-time codes",
      summary:
        "Two templates for signing in and confirming a payment, each with a button that copies the code.",
    },
    codes,
  ),
  set(
    {
      id: "order-updates",
      category: "shop",
      name: "Order updates",
      version: 2,
      summary: "Six templates from the confirmed order to the refund, with buttons for what people answer.",
      changes:
        "A late order may be cancelled free of charge or talked about by phone, and a new template says that what was sent back has arrived.",
    },
    orders,
  ),
  set(
    {
      id: "payment-reminders",
      category: "bank",
      name: "Payment reminders",
      summary: "Three templates: due, overdue and received.",
    },
    payments,
  ),
  set(
    {
      id: "order-updates-hindi",
      category: "shop",
      language: "hi",
      name: "Order updates in Hindi",
      summary: "Three templates in Hindi: confirmed, shipped and delivered.",
    },
    ordersInHindi,
  ),
  set(
    {
      id: "payment-reminders-hindi",
      category: "bank",
      language: "hi",
      name: "Payment reminders in Hindi",
      summary: "Three templates in Hindi: due, overdue and received.",
    },
    paymentsInHindi,
  ),
];
