import {
  Camera,
  Globe,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquareText,
  MessagesSquare,
  PhoneCall,
  Send,
  Store,
  MessageCircleMore,
} from "lucide-react";
import {
  type ChannelType,
  channelTypeName,
  channelTypes,
  isChannelType,
} from "#workers/contract/channel-types.ts";

/** Signs of our own: the vendors' logos are theirs. */
const ICONS: Record<ChannelType, LucideIcon> = {
  [channelTypes.sms]: MessageSquareText,
  [channelTypes.email]: Mail,
  [channelTypes.facebook]: MessageCircleMore,
  [channelTypes.whatsApp]: MessageCircle,
  [channelTypes.telegram]: Send,
  [channelTypes.googleBusiness]: Store,
  [channelTypes.ivrs]: PhoneCall,
  [channelTypes.rcs]: MessagesSquare,
  [channelTypes.instagram]: Camera,
  [channelTypes.web]: Globe,
};

/** A channel's kind as a small picture; its name is read out and shown in the tooltip. */
export function ChannelIcon({ type }: { type: number }) {
  if (!isChannelType(type)) return null;
  const Icon = ICONS[type];
  const name = channelTypeName(type);
  return (
    <span role="img" aria-label={name} title={name} className="shrink-0">
      <Icon aria-hidden className="size-3.5" />
    </span>
  );
}
