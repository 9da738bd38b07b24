import { MessageSquareText } from "lucide-react";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { templatesTexts as texts } from "#texts/templates.ts";

/** Templates need a channel first. */
export const noChannel = {
  icon: <MessageSquareText />,
  title: texts.noChannel,
  text: texts.noChannelText,
  action: <ButtonLink to="/admin/channels">{texts.toChannels}</ButtonLink>,
};

export const NoChannel = () => {
  const { text, ...rest } = noChannel;
  return <EmptyState {...rest}>{text}</EmptyState>;
};
