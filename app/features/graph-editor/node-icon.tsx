import {
  Bot,
  BookOpenText,
  Braces,
  CircleQuestionMark,
  Clock,
  CornerDownRight,
  CreditCard,
  FileText,
  Flag,
  Globe,
  Timer,
  ListChecks,
  type LucideIcon,
  MailOpen,
  MessageSquareMore,
  MessageSquareText,
  Play,
  Shuffle,
  Split,
  Square,
  Trophy,
  UserCog,
  Headset,
  Workflow,
} from "lucide-react";
import type { NodeTypeName } from "#workers/contract/automation/node-types.ts";

const ICONS: Record<NodeTypeName, LucideIcon> = {
  start: Play,
  sendMessage: MessageSquareMore,
  sendTemplate: MessageSquareText,
  ask: CircleQuestionMark,
  buttons: ListChecks,
  form: FileText,
  whatsappFlow: FileText,
  condition: Split,
  split: Shuffle,
  setVariables: Braces,
  updateCustomer: UserCog,
  wait: Clock,
  waitFor: Timer,
  bot: Bot,
  knowledge: BookOpenText,
  http: Globe,
  handOver: Headset,
  sendMail: MailOpen,
  sendSms: MessageSquareText,
  payment: CreditCard,
  milestone: Trophy,
  runJourney: Workflow,
  goTo: CornerDownRight,
  end: Flag,
};

export function NodeIcon({ type }: { type: string }) {
  const Icon = Object.hasOwn(ICONS, type) ? ICONS[type as NodeTypeName] : Square;
  return <Icon aria-hidden className="size-4 shrink-0 text-accent-ink" />;
}
