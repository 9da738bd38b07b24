/**
 * Finds Meta's refusals of a message. Written from its documents, not from our format.ts, so that one finds the other.
 */

type Part = Record<string, unknown>;
interface Problem {
  code: number;
  message: string;
}
const missing = (what: string): Problem => ({
  code: 131008,
  message: `Required parameter is missing: ${what}`,
});
const wrong = (what: string): Problem => ({ code: 131009, message: `Parameter value is not valid: ${what}` });

const part = (value: unknown): Part => (typeof value === "object" && value !== null ? (value as Part) : {});
const parts = (value: unknown): Part[] => (Array.isArray(value) ? value.map(part) : []);
const words = (value: unknown): string => (typeof value === "string" ? value : "");
const over = (value: unknown, most: number): boolean => words(value).length > most;

export function problemOfMessage(body: Part): Problem | undefined {
  if (body["messaging_product"] !== "whatsapp")
    return { code: 100, message: "messaging_product is required" };
  const [to, recipient] = [words(body["to"]), words(body["recipient"])];
  if (to === "" && recipient === "") return missing("to");
  if (to !== "" && !/^\+?\d{5,15}$/.test(to)) return { code: 131026, message: "to is not a phone number" };
  if (over(body["biz_opaque_callback_data"], 512)) return wrong("biz_opaque_callback_data");
  const type = words(body["type"]);
  const content = part(body[type]);
  if (type === "" || (type !== "contacts" && Object.keys(content).length === 0))
    return missing(type || "type");
  switch (type) {
    case "text":
      if (words(content["body"]) === "") return missing("text.body");
      return over(content["body"], 4096) ? wrong("text.body must be at most 4096 characters") : undefined;
    case "image":
    case "video":
    case "audio":
    case "document":
    case "sticker":
      return problemOfMedium(type, content);
    case "location":
      return Number.isFinite(content["latitude"]) && Number.isFinite(content["longitude"])
        ? undefined
        : missing("location.latitude");
    case "contacts":
      return problemOfContacts(parts(body["contacts"]));
    case "reaction":
      if (words(content["message_id"]) === "") return missing("reaction.message_id");
      return typeof content["emoji"] === "string" ? undefined : missing("reaction.emoji");
    case "interactive":
      return problemOfInteractive(content);
    case "template":
      return problemOfTemplate(content);
    default:
      return { code: 131051, message: `Unsupported message type: ${type}` };
  }
}

function problemOfMedium(type: string, medium: Part): Problem | undefined {
  const [link, id] = [words(medium["link"]), words(medium["id"])];
  if ((link === "") === (id === "")) return missing(`${type}: exactly one of link and id`);
  if (link !== "" && !/^https?:\/\//.test(link)) return { code: 131053, message: "link must be http(s)" };
  const captioned = type !== "audio" && type !== "sticker";
  if (medium["caption"] !== undefined && !captioned) return wrong(`${type}.caption`);
  if (medium["filename"] !== undefined && type !== "document") return wrong(`${type}.filename`);
  return over(medium["caption"], 1024) ? wrong("caption must be at most 1024 characters") : undefined;
}

function problemOfContacts(contacts: Part[]): Problem | undefined {
  if (contacts.length === 0) return missing("contacts");
  const named = contacts.every(({ name }) => {
    const { formatted_name: formatted, ...others } = part(name);
    return words(formatted) !== "" && Object.values(others).some((each) => words(each) !== "");
  });
  return named ? undefined : missing("contacts.name: formatted_name and one more");
}

function problemOfHeader(header: unknown, types: string[]): Problem | undefined {
  if (header === undefined) return undefined;
  const type = words(part(header)["type"]);
  if (!types.includes(type)) return wrong(`header.type ${type}`);
  if (type !== "text") return problemOfMedium(type, part(part(header)[type]));
  const text = part(header)["text"];
  return words(text) === "" || over(text, 60) ? wrong("header.text") : undefined;
}

function problemOfInteractive(interactive: Part): Problem | undefined {
  const type = words(interactive["type"]);
  const action = part(interactive["action"]);
  const body = words(part(interactive["body"])["text"]);
  if (body === "") return missing("interactive.body.text");
  if (body.length > (type === "list" ? 4096 : 1024)) return wrong("interactive.body.text is too long");
  if (over(part(interactive["footer"])["text"], 60)) return wrong("interactive.footer.text");
  switch (type) {
    case "button":
      return (
        problemOfHeader(interactive["header"], ["text", "image", "video", "document"]) ??
        problemOfReplies(parts(action["buttons"]), "reply", 3)
      );
    case "cta_url":
      return (
        problemOfHeader(interactive["header"], ["text", "image", "video", "document"]) ??
        problemOfLink(action)
      );
    case "list":
      return problemOfHeader(interactive["header"], ["text"]) ?? problemOfList(action);
    case "flow":
      return problemOfHeader(interactive["header"], ["text"]) ?? problemOfFlow(action);
    case "carousel":
      if (interactive["header"] !== undefined || interactive["footer"] !== undefined)
        return wrong("carousel");
      return problemOfCards(parts(action["cards"]));
    default:
      return wrong(`interactive.type ${type}`);
  }
}

function problemOfReplies(buttons: Part[], field: string, most: number): Problem | undefined {
  if (buttons.length === 0 || buttons.length > most) return wrong(`1 to ${most} buttons`);
  const replies = buttons.map((each) => (each["type"] === field ? part(each[field]) : {}));
  const bad = replies.some(({ id, title }) => {
    return words(id) === "" || over(id, 256) || words(title) === "" || over(title, 20);
  });
  if (bad) return wrong("button's id or title");
  const [ids, titles] = ["id", "title"].map((name) => new Set(replies.map((each) => each[name])));
  return ids?.size === replies.length && titles?.size === replies.length
    ? undefined
    : wrong("duplicate buttons");
}

/** With `navigate` the first screen is named; with `data_exchange` the endpoint says it. */
function problemOfFlow(action: Part): Problem | undefined {
  const given = part(action["parameters"]);
  const { flow_message_version: version, flow_token: token, flow_id: id, flow_cta: label } = given;
  if (action["name"] !== "flow" || version !== "3") return wrong("flow");
  if (words(token) === "" || words(id) === "") return missing("flow_token, flow_id");
  if (words(label) === "" || over(label, 20)) return wrong("flow_cta");
  const payload = part(given["flow_action_payload"]);
  if (given["flow_action"] === "data_exchange")
    return given["flow_action_payload"] === undefined ? undefined : wrong("flow_action_payload");
  if (given["flow_action"] !== "navigate") return wrong("flow_action");
  const isEmpty = payload["data"] !== undefined && Object.keys(part(payload["data"])).length === 0;
  return words(payload["screen"]) === "" || isEmpty ? wrong("flow_action_payload") : undefined;
}

function problemOfLink(action: Part): Problem | undefined {
  const { display_text: label, url } = part(action["parameters"]);
  if (action["name"] !== "cta_url" || words(label) === "" || over(label, 20)) return wrong("cta_url");
  return /^https?:\/\//.test(words(url)) ? undefined : wrong("cta_url.url");
}

function problemOfList(action: Part): Problem | undefined {
  if (words(action["button"]) === "" || over(action["button"], 20)) return wrong("action.button");
  const sections = parts(action["sections"]);
  const rows = sections.flatMap((section) => parts(section["rows"]));
  if (sections.length === 0 || rows.length === 0 || rows.length > 10) return wrong("1 to 10 rows");
  const untitled = sections.some(({ title }) => words(title) === "");
  if (sections.length > 1 && untitled) return wrong("several sections need titles");
  if (sections.some(({ title }) => over(title, 24))) return wrong("section.title");
  const bad = rows.some(({ id, title, description }) => {
    return (
      words(id) === "" || over(id, 200) || words(title) === "" || over(title, 24) || over(description, 72)
    );
  });
  return bad ? wrong("row's id, title or description") : undefined;
}

function problemOfCards(cards: Part[]): Problem | undefined {
  if (cards.length < 2 || cards.length > 10) return wrong("2 to 10 cards");
  for (const [index, card] of cards.entries()) {
    const action = part(card["action"]);
    if (card["card_index"] !== index || card["header"] === undefined) return wrong("card");
    if (over(part(card["body"])["text"], 160)) return wrong("card's body");
    const problem =
      problemOfHeader(card["header"], ["image", "video"]) ??
      (card["type"] === "cta_url"
        ? problemOfLink(action)
        : problemOfReplies(parts(action["buttons"]), "quick_reply", 3));
    if (problem) return problem;
  }
  const shapes = new Set(
    cards.map((card) => `${words(card["type"])} ${parts(part(card["action"])["buttons"]).length}`),
  );
  return shapes.size === 1 ? undefined : wrong("cards must be alike");
}

function problemOfTemplate(template: Part): Problem | undefined {
  if (words(template["name"]) === "") return missing("template.name");
  if (words(part(template["language"])["code"]) === "") return missing("template.language.code");
  for (const component of parts(template["components"])) {
    const type = words(component["type"]);
    if (!["header", "body", "button", "carousel", "limited_time_offer"].includes(type)) {
      return wrong(`components.type ${type}`);
    }
    if (type === "button" && !/^\d$/.test(words(component["index"]))) return wrong("button.index");
    const empty = type !== "carousel" && parts(component["parameters"]).length === 0;
    if (empty) return { code: 132000, message: `${type}: no parameters` };
    for (const parameter of parts(component["parameters"])) {
      const kind = words(parameter["type"]);
      if (words(parameter[kind]) === "" && Object.keys(part(parameter[kind])).length === 0) {
        return { code: 132012, message: `${type}: parameter ${kind} has no value` };
      }
    }
  }
  return undefined;
}
