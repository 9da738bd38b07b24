/** Meta's rules of Flow JSON as data: what exists from which version, and how much of it. */

export const FLOW_VERSIONS = ["5.1", "6.0", "6.1", "6.2", "6.3", "7.0", "7.1", "7.2", "7.3"] as const;
export type FlowVersion = (typeof FLOW_VERSIONS)[number];
export const NEWEST_FLOW_VERSION: FlowVersion = "7.3";
export const DATA_API_VERSIONS = ["3.0", "4.0"] as const;

export const flowJsonLimits = {
  bytes: 10 * 1_024 * 1_024,
  components: 50,
  screens: 100,
  routes: 10,
  /** An If in an If in an If. */
  ifs: 3,
  /** Of JSON in JSON; deeper is nobody's flow. */
  depth: 60,
  nodes: 400_000,
  title: 80,
  id: 80,
} as const;

/** How many of a type one screen may hold, across the branches of If and Switch. */
export const MOST_A_SCREEN = {
  Footer: 1,
  OptIn: 5,
  EmbeddedLink: 2,
  Image: 3,
  ImageCarousel: 2,
  NavigationList: 2,
} as const;
export const MOST_A_FLOW = { ImageCarousel: 3 } as const;

/** Of the files that people send through a flow. */
export const flowFileLimits = {
  bytes: 25_600 * 1_024,
  /** To an endpoint with one call, and with the answer. */
  aCall: 30,
  anAnswer: 10,
} as const;

/** Types that a DocumentPicker may be limited to. */
const DOCUMENT_TYPES = [
  "application/gzip",
  "application/msword",
  "application/pdf",
  "application/vnd.ms-excel",
  "application/vnd.ms-powerpoint",
  "application/vnd.oasis.opendocument.presentation",
  "application/vnd.oasis.opendocument.spreadsheet",
  "application/vnd.oasis.opendocument.text",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/x-7z-compressed",
  "application/zip",
  "image/avif",
  "image/gif",
  "image/heic",
  "image/heif",
  "image/jpeg",
  "image/png",
  "image/tiff",
  "image/webp",
  "text/plain",
  "video/mp4",
  "video/mpeg",
] as const;

export const ACTIONS = {
  navigate: "5.1",
  complete: "5.1",
  data_exchange: "5.1",
  open_url: "6.0",
  update_data: "6.0",
} as const satisfies Record<string, FlowVersion>;
export type ActionName = keyof typeof ACTIONS;
export const actionNames = Object.keys(ACTIONS) as ActionName[];

export type PropertyKind =
  | "text"
  /** One text, or one a paragraph. */
  | "texts"
  | "number"
  | "boolean"
  | "choice"
  | "name"
  /** A date as yyyy-mm-dd. */
  | "date"
  | "strings"
  | "options"
  | "items"
  | "images"
  | "picture"
  | "action"
  | "condition"
  | "reference"
  | "value"
  | "record"
  | "components"
  | "cases";

export interface FlowProperty {
  kind: PropertyKind;
  required?: true;
  since?: FlowVersion;
  /** Characters of a text; entries of a list. */
  most?: number;
  least?: number;
  choices?: readonly string[];
  actions?: readonly ActionName[];
  /** One for each end of a range of days is as good. */
  ends?: true;
}

export type Group = "words" | "questions" | "pictures" | "presses" | "logic";

export interface FlowComponent {
  since: FlowVersion;
  group: Group;
  /** The type of the answer; absent: nothing is asked. */
  answer?: "text" | "list" | "boolean" | "files" | "days";
  properties: Record<string, FlowProperty>;
}

const text = (most: number, more: Partial<FlowProperty> = {}): FlowProperty => ({
  kind: "text",
  most,
  ...more,
});
const needed = { required: true } as const;
const visible: FlowProperty = { kind: "boolean" };
const flag = visible;
const number: FlowProperty = { kind: "number" };
const name: FlowProperty = { kind: "name", most: 80, ...needed };
const weight: FlowProperty = { kind: "choice", choices: ["bold", "italic", "bold_italic", "normal"] };
const mediaSize: FlowProperty = { kind: "choice", choices: ["regular", "large"] };
const labelVariant: FlowProperty = { kind: "choice", choices: ["large"], since: "7.0" };
const scaleType: FlowProperty = { kind: "choice", choices: ["cover", "contain"] };
const selects: FlowProperty = { kind: "action", actions: ["data_exchange", "update_data"] };
const unselects: FlowProperty = { kind: "action", actions: ["update_data"], since: "6.0" };
const words = (most: number): Record<string, FlowProperty> => ({
  text: { kind: "texts", most, ...needed },
  markdown: flag,
  "font-weight": weight,
  strikethrough: flag,
  visible,
});
const asked = { name, required: flag, enabled: flag, visible } satisfies Record<string, FlowProperty>;
const several = {
  ...asked,
  "min-selected-items": { kind: "number", least: 0, most: 20 },
  "max-selected-items": { kind: "number", least: 1, most: 20 },
  "init-value": { kind: "value" },
  "on-select-action": selects,
} satisfies Record<string, FlowProperty>;
const uploads = {
  name,
  label: text(80, needed),
  description: text(300),
  "max-file-size-kb": { kind: "number", least: 1, most: flowFileLimits.bytes / 1_024 },
  enabled: flag,
  visible,
  // Errors of single files are an object, which only an endpoint can know: it names their ids.
  "error-message": { kind: "text" },
} satisfies Record<string, FlowProperty>;
const options = (least: number, most: number): FlowProperty => ({ kind: "options", least, most, ...needed });
const days = {
  "min-date": { kind: "date" },
  "max-date": { kind: "date" },
  "unavailable-dates": { kind: "strings" },
  "helper-text": text(80, { ends: true }),
  "error-message": { kind: "value" },
  "init-value": { kind: "value" },
  "on-select-action": { kind: "action", actions: ["data_exchange"] },
} satisfies Record<string, FlowProperty>;

export const COMPONENTS = {
  TextHeading: { since: "5.1", group: "words", properties: { text: text(80, needed), visible } },
  TextSubheading: { since: "5.1", group: "words", properties: { text: text(80, needed), visible } },
  TextBody: { since: "5.1", group: "words", properties: words(4_096) },
  TextCaption: { since: "5.1", group: "words", properties: words(4_096) },
  RichText: { since: "5.1", group: "words", properties: { text: { kind: "texts", ...needed }, visible } },
  TextInput: {
    since: "5.1",
    group: "questions",
    answer: "text",
    properties: {
      label: text(20, needed),
      ...asked,
      "input-type": {
        kind: "choice",
        choices: ["text", "number", "email", "password", "passcode", "phone"],
      },
      "label-variant": labelVariant,
      pattern: text(500, { since: "6.2" }),
      "min-chars": { kind: "number", least: 0 },
      "max-chars": { kind: "number", least: 1 },
      "helper-text": text(80),
      "init-value": { kind: "value" },
      "error-message": text(80),
    },
  },
  TextArea: {
    since: "5.1",
    group: "questions",
    answer: "text",
    properties: {
      label: text(20, needed),
      ...asked,
      "label-variant": labelVariant,
      "max-length": { kind: "number", least: 1 },
      "helper-text": text(80),
      "init-value": { kind: "value" },
      "error-message": text(80),
    },
  },
  RadioButtonsGroup: {
    since: "5.1",
    group: "questions",
    answer: "text",
    properties: {
      label: text(30, needed),
      ...asked,
      description: text(300),
      "data-source": options(1, 20),
      "media-size": mediaSize,
      "init-value": { kind: "value" },
      "on-select-action": selects,
      "on-unselect-action": unselects,
    },
  },
  CheckboxGroup: {
    since: "5.1",
    group: "questions",
    answer: "list",
    properties: {
      label: text(30, needed),
      ...several,
      description: text(300),
      "data-source": options(1, 20),
      "media-size": mediaSize,
      "on-unselect-action": unselects,
    },
  },
  Dropdown: {
    since: "5.1",
    group: "questions",
    answer: "text",
    properties: {
      label: text(30, needed),
      ...asked,
      "data-source": options(1, 200),
      "init-value": { kind: "value" },
      "on-select-action": selects,
      "on-unselect-action": unselects,
    },
  },
  ChipsSelector: {
    since: "6.3",
    group: "questions",
    answer: "list",
    properties: {
      label: text(80, needed),
      ...several,
      description: text(300),
      "data-source": options(2, 20),
      "on-unselect-action": { ...unselects, since: "7.1" },
    },
  },
  OptIn: {
    since: "5.1",
    group: "questions",
    answer: "boolean",
    properties: {
      label: text(120, needed),
      name,
      required: flag,
      visible,
      "init-value": flag,
      "on-click-action": { kind: "action", actions: ["data_exchange", "navigate", "open_url"] },
      "on-select-action": { kind: "action", actions: ["update_data"], since: "6.0" },
      "on-unselect-action": unselects,
    },
  },
  DatePicker: {
    since: "5.1",
    group: "questions",
    answer: "text",
    properties: { label: text(40, needed), ...asked, ...days },
  },
  CalendarPicker: {
    since: "6.1",
    group: "questions",
    answer: "days",
    properties: {
      label: text(40, { required: true, ends: true }),
      ...asked,
      required: { kind: "boolean", ends: true },
      title: text(80),
      description: text(300),
      mode: { kind: "choice", choices: ["single", "range"] },
      "min-days": { kind: "number", least: 1 },
      "max-days": { kind: "number", least: 1 },
      "include-days": { kind: "strings", choices: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] },
      ...days,
    },
  },
  PhotoPicker: {
    since: "5.1",
    group: "questions",
    answer: "files",
    properties: {
      ...uploads,
      "photo-source": { kind: "choice", choices: ["camera_gallery", "camera", "gallery"] },
      "min-uploaded-photos": { kind: "number", least: 0, most: flowFileLimits.aCall },
      "max-uploaded-photos": { kind: "number", least: 1, most: flowFileLimits.aCall },
    },
  },
  DocumentPicker: {
    since: "5.1",
    group: "questions",
    answer: "files",
    properties: {
      ...uploads,
      "min-uploaded-documents": { kind: "number", least: 0, most: flowFileLimits.aCall },
      "max-uploaded-documents": { kind: "number", least: 1, most: flowFileLimits.aCall },
      "allowed-mime-types": { kind: "strings", choices: DOCUMENT_TYPES },
    },
  },
  Image: {
    since: "5.1",
    group: "pictures",
    properties: {
      src: { kind: "picture", ...needed },
      "alt-text": text(300),
      width: number,
      height: number,
      "scale-type": scaleType,
      "aspect-ratio": number,
      visible,
    },
  },
  ImageCarousel: {
    since: "7.1",
    group: "pictures",
    properties: {
      images: { kind: "images", least: 1, most: 3, ...needed },
      "aspect-ratio": { kind: "choice", choices: ["4:3", "16:9"] },
      "scale-type": scaleType,
      visible,
    },
  },
  EmbeddedLink: {
    since: "5.1",
    group: "presses",
    properties: {
      text: text(35, needed),
      "on-click-action": {
        kind: "action",
        actions: ["data_exchange", "navigate", "open_url"],
        ...needed,
      },
      visible,
    },
  },
  NavigationList: {
    since: "6.2",
    group: "presses",
    properties: {
      name,
      label: text(80),
      description: text(300),
      "list-items": { kind: "items", least: 1, most: 20, ...needed },
      "media-size": mediaSize,
      "on-click-action": { kind: "action", actions: ["data_exchange", "navigate"] },
    },
  },
  Footer: {
    since: "5.1",
    group: "presses",
    properties: {
      label: text(35, needed),
      "left-caption": text(15),
      "center-caption": text(15),
      "right-caption": text(15),
      enabled: flag,
      "on-click-action": {
        kind: "action",
        actions: ["complete", "data_exchange", "navigate"],
        ...needed,
      },
    },
  },
  If: {
    since: "5.1",
    group: "logic",
    properties: {
      condition: { kind: "condition", ...needed },
      // oxlint-disable-next-line unicorn/no-thenable -- Meta calls the branch so.
      then: { kind: "components", least: 1, ...needed },
      else: { kind: "components" },
    },
  },
  Switch: {
    since: "5.1",
    group: "logic",
    properties: { value: { kind: "reference", ...needed }, cases: { kind: "cases", ...needed } },
  },
  Form: {
    since: "5.1",
    group: "logic",
    properties: {
      name,
      children: { kind: "components", least: 1, ...needed },
      "init-values": { kind: "record" },
      "error-messages": { kind: "record" },
    },
  },
} as const satisfies Record<string, FlowComponent>;
export type ComponentType = keyof typeof COMPONENTS;
export const componentTypes = Object.keys(COMPONENTS) as ComponentType[];

export const componentOf = (type: unknown): FlowComponent | undefined =>
  typeof type === "string" && Object.hasOwn(COMPONENTS, type) ? COMPONENTS[type as ComponentType] : undefined;

const placeOf = (version: string): number => (FLOW_VERSIONS as readonly string[]).indexOf(version);

export const isFlowVersion = (version: unknown): version is FlowVersion =>
  typeof version === "string" && placeOf(version) >= 0;

/** Whether what came with one version is there in another. */
export const isThere = (since: FlowVersion | undefined, version: FlowVersion): boolean =>
  since === undefined || placeOf(since) <= placeOf(version);
