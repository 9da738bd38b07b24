import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { BodyOf } from "#workers/contract/message-body.ts";

type Template = BodyOf<"template">;
type Made = Record<string, unknown> | { refused: string };

/** A template under its name: what Meta counts from 1, Karix counts from 0. Its call has no place for a language. */
export function templateOf({ name, header, body, buttons, cards = [], offerEndsAt }: Template): Made {
  const named = [header, ...body].some((each) => each?.kind === "text" && each.name !== undefined);
  if (named) return { refused: texts.namedVariables };
  const isMore = cards.length > 0 || offerEndsAt !== undefined || buttons.some(({ kind }) => kind === "code");
  if (isMore || header?.kind === "audio") return { refused: texts.notMade };
  const words = body.flatMap((each) => (each.kind === "text" ? [each.text] : []));
  if (words.length < body.length) return { refused: texts.notMade };
  const values = Object.fromEntries(words.map((each, at) => [String(at), each]));
  if (!header && buttons.length === 0)
    return { type: "TEMPLATE", template: { templateId: name, parameterValues: values } };
  const media = header && mediaOf(header);
  if (media && "refused" in media) return media;
  return {
    type: "MEDIA_TEMPLATE",
    mediaTemplate: {
      templateId: name,
      ...(media && { media }),
      bodyParameterValues: values,
      ...(buttons.length > 0 && { buttons: buttonsOf(buttons) }),
    },
  };
}

/** A header's words are its title. */
function mediaOf(header: NonNullable<Template["header"]>): Made {
  if (header.kind === "text") return { type: "text", title: header.text };
  const { url, name } = header.medium;
  if (url === undefined) return { refused: texts.mediumByAddress };
  return { type: header.kind, url, ...(name !== undefined && { fileName: name }) };
}

function buttonsOf(buttons: Template["buttons"]) {
  const of = (kind: Template["buttons"][number]["kind"]) =>
    buttons
      .filter((each) => each.kind === kind)
      .map(({ place, value }) => ({ index: String(place), payload: value }));
  const [quickReplies, links] = [of("reply"), of("url")];
  return {
    ...(quickReplies.length > 0 && { quickReplies }),
    ...(links.length > 0 && { actions: links.map((each) => ({ type: "url", ...each })) }),
  };
}
