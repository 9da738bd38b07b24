import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { flowPhoneTexts as texts } from "#texts/flow-phone.ts";
import { isTrue } from "#workers/contract/wa-flows/expression.ts";
import { type Json, jsonOf, listOf, textOf } from "#workers/contract/wa-flows/flow-json.ts";
import { type Props, wordsOf } from "./phone-props.ts";
import { Question } from "./phone-question.tsx";

const TEXTS: Record<string, string> = {
  TextHeading: "text-xl font-semibold",
  TextSubheading: "font-semibold",
  TextBody: "",
  TextCaption: "text-[0.8125rem] text-muted",
  RichText: "",
};

/** One component as it looks on the phone. */
export function PhoneComponent(props: Props) {
  const { shown, onPress } = props;
  const { type, properties, component } = shown;
  if (type in TEXTS)
    return (
      <p className={cx(TEXTS[type], "[overflow-wrap:anywhere] whitespace-pre-line")}>
        {wordsOf(properties["text"])}
      </p>
    );
  switch (type) {
    case "Image":
      return <Picture src={properties["src"]} alt={properties["alt-text"]} />;
    case "ImageCarousel":
      return (
        <div className="grid gap-2">
          {listOf(properties["images"])
            .map(jsonOf)
            .map((each, at) => (
              <Picture key={at} src={each["src"]} alt={each["alt-text"]} />
            ))}
        </div>
      );
    case "Footer":
      return (
        <FooterPart
          properties={properties}
          waits={props.waits}
          onPress={() => onPress(component["on-click-action"])}
        />
      );
    case "EmbeddedLink":
      return (
        <button
          type="button"
          onClick={() => onPress(component["on-click-action"])}
          className="min-h-6 justify-self-start rounded text-accent-ink underline underline-offset-2"
        >
          {wordsOf(properties["text"])}
        </button>
      );
    case "NavigationList":
      return <NavigationPart {...props} />;
    default:
      return <Question {...props} />;
  }
}

function Picture({ src, alt }: { src: unknown; alt: unknown }) {
  const bytes = textOf(src);
  const words = textOf(alt) || texts.picture;
  if (!/^[A-Za-z0-9+/=]{8,}$/.test(bytes))
    return <p className="rounded-md bg-sunken p-4 text-center text-muted">{words}</p>;
  const kind = bytes.startsWith("iVBOR") ? "png" : bytes.startsWith("UklGR") ? "webp" : "jpeg";
  return <img src={`data:image/${kind};base64,${bytes}`} alt={words} className="w-full rounded-md" />;
}

function FooterPart({
  properties,
  waits,
  onPress,
}: {
  properties: Json;
  waits: boolean;
  onPress: () => void;
}) {
  const captions = ["left-caption", "center-caption", "right-caption"].map((part) =>
    wordsOf(properties[part]),
  );
  return (
    <div className="grid gap-1">
      <Button
        tone="primary"
        disabled={properties["enabled"] !== undefined && !isTrue(properties["enabled"])}
        disabledReason={waits ? texts.filesOnTheirWay : undefined}
        onClick={onPress}
      >
        {wordsOf(properties["label"])}
      </Button>
      {captions.some((each) => each !== "") && (
        <p className="flex justify-between gap-2 text-xs text-muted">
          {captions.map((each, at) => (
            <span key={at}>{each}</span>
          ))}
        </p>
      )}
    </div>
  );
}

function NavigationPart({ shown: { properties, component }, onPress }: Props) {
  return (
    <ul aria-label={wordsOf(properties["label"]) || undefined} className="grid gap-2">
      {listOf(properties["list-items"])
        .map(jsonOf)
        .map((item, at) => {
          const main = jsonOf(item["main-content"]);
          const end = jsonOf(item["end"]);
          return (
            <li key={at}>
              <button
                type="button"
                onClick={() => onPress(item["on-click-action"] ?? component["on-click-action"])}
                className="flex min-h-11 w-full justify-between gap-2 rounded-md border border-line px-3 py-2 text-left hover:bg-hover"
              >
                <span className="min-w-0">
                  <span className="block font-medium">{wordsOf(main["title"])}</span>
                  <span className="block text-xs text-muted">
                    {[main["description"], main["metadata"]].map(wordsOf).filter(Boolean).join(" · ")}
                  </span>
                </span>
                <span className="text-xs text-muted">{wordsOf(end["title"])}</span>
              </button>
            </li>
          );
        })}
    </ul>
  );
}
