import { randomUUID } from "node:crypto";
import type { Harness } from "./harness.ts";
import type { Person } from "./people.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import type { WidgetSaid } from "#workers/contract/endpoints/widget.ts";
import type { WidgetConfig, WidgetMessage } from "#workers/contract/widget.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";

/** A web channel, as a person of the console makes it. */
export const makeWidget = async (owner: Person, { agentId = "", ...data }: Record<string, string> = {}) =>
  owner.call(channelsApi.createChannel, {
    body: { name: "Shop", type: channelTypes.web, vendor: vendorCodes.web, agentId, data },
  });

interface Begun {
  token: string;
  config: WidgetConfig;
  messages: WidgetMessage[];
  cursor: string;
}

let visitors = 0;

/** Does what a widget's client does, without one. */
export class TestVisitor {
  readonly #harness: Pick<Harness, "fetch">;
  readonly #channelId: string;
  readonly #headers: Record<string, string>;
  token = "";

  constructor(harness: Pick<Harness, "fetch">, channelId: string, headers: Record<string, string> = {}) {
    this.#harness = harness;
    this.#channelId = channelId;
    // An address of their own: calls are counted by it, over all that a minute's other tests call from theirs.
    this.#headers = {
      "cf-connecting-ip": `2001:db8::${process.pid.toString(16)}:${(++visitors).toString(16)}`,
      ...headers,
    };
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    // The Worker's fetch has a FormData of its own, so the form is written here.
    const form = body instanceof FormData ? new Response(body) : undefined;
    return this.#harness.fetch(`/api/widget/${this.#channelId}/${path}`, {
      method,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && {
          "content-type": form?.headers.get("content-type") ?? "application/json",
        }),
        ...this.#headers,
        ...headers,
      },
      ...(body !== undefined && { body: form ? await form.arrayBuffer() : JSON.stringify(body) }),
    });
  }

  async call<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    const response = await this.send(method, path, body);
    const said = (await response.json()) as { response: Reply; message: string };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${said.message}`);
    return said.response;
  }

  async begin(): Promise<Begun> {
    const begun = await this.call<Begun>("POST", "session", this.token ? { token: this.token } : {});
    this.token = begun.token;
    return begun;
  }

  say(
    body: string | WidgetSaid,
    { key = randomUUID() as string, details = undefined as object | undefined } = {},
  ) {
    const said = typeof body === "string" ? { kind: "text", text: body } : body;
    return this.call<WidgetMessage>("POST", "messages", { key, body: said, ...(details && { details }) });
  }

  after(cursor = "") {
    return this.call<{ messages: WidgetMessage[]; cursor: string; more: boolean }>(
      "GET",
      `messages?after=${encodeURIComponent(cursor)}`,
    );
  }
}
