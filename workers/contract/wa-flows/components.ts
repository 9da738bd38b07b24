import {
  text,
  needed,
  visible,
  flag,
  number,
  name,
  mediaSize,
  labelVariant,
  scaleType,
  selects,
  unselects,
  words,
  asked,
  several,
  uploads,
  options,
  days,
  type FlowProperty,
} from "./properties.ts";
import { flowFileLimits, type FlowVersion } from "./versions.ts";

export type Group = "words" | "questions" | "pictures" | "presses" | "logic";

export interface FlowComponent {
  since: FlowVersion;
  group: Group;
  /** The type of the answer; absent: nothing is asked. */
  answer?: "text" | "list" | "boolean" | "files" | "days";
  properties: Record<string, FlowProperty>;
}

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
