import { waFlows, waFlowKeys } from "#db/tenant/wa-flows.ts";
import { and, eq } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { waFlowsTexts as texts } from "#texts/wa-flows.ts";
import { signatureOf } from "#workers/channels/digest.ts";
import type { simulatedFlow as contract } from "#workers/contract/endpoints/simulator-flows.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { BodyOf, MessageBody } from "#workers/contract/message-body.ts";
import { WA_FLOW_PATH } from "#workers/contract/wa-flows/flow.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { writeCall } from "../wa-flows/crypto.ts";
import { thisFlow } from "../wa-flows/flow.ts";
import { requireSimulator } from "./channel.ts";
import { sealedFiles } from "./flow-files.ts";
import { forgetMedia, type MediaBucket } from "./media.ts";
import { addressOf } from "./person.ts";
import { readPhone, sayBody, type SimulatorDeps } from "./phone.ts";

type Input = InputOf<typeof contract>["body"];
type Data = Record<string, unknown>;

export interface PlayedPhone extends SimulatorDeps {
  /** Calls our own API, as WhatsApp does. */
  callApi: (path: string, init: RequestInit) => Promise<Response>;
  bucket: MediaBucket;
}

/** The screen after an act of whoever fills a flow in; completing sends the answer by the channel's webhook. */
export async function playFlow(
  ctx: Ctx,
  deps: PlayedPhone,
  id: string,
  { person, message, action, screen, data }: Input,
): Promise<ReplyOf<typeof contract>> {
  const { body, content } = await find(ctx, deps, id, { person, message });
  const phone = () => readPhone(ctx, deps, id, person);
  if (action === "complete") return complete(ctx, deps, id, { person, body, content, message, values: data });
  if (action === "open" && body.action === "navigate")
    return {
      content,
      screen: body.screen ?? "",
      data: body.data ?? {},
      ended: false,
      phone: await phone(),
    };
  const sent =
    action === "data_exchange" ? await sealedFiles(ctx, deps, id, data) : { data, copies: [] as string[] };
  const call = { open: "INIT", back: "BACK", data_exchange: "data_exchange" }[action];
  const next = await ask(ctx, deps, id, { action: call, screen, data: sent.data, flow_token: body.token });
  // Nobody asks for the encrypted ones again.
  await forgetMedia(deps.bucket, { enterpriseId: ctx.enterpriseId, channelId: id }, sent.copies);
  if (next.screen !== "SUCCESS") return { content, ...next, ended: false, phone: await phone() };
  const { extension_message_response: end } = next.data as { extension_message_response?: { params?: Data } };
  return complete(ctx, deps, id, { person, body, content, message, values: end?.params ?? {} });
}

async function find(
  ctx: Ctx,
  { simulatorOf }: SimulatorDeps,
  id: string,
  { person, message }: Pick<Input, "person" | "message">,
) {
  const address = addressOf(id, person);
  await requireSimulator(ctx, id);
  const entries = await simulatorOf(id).entries(address.value);
  const opening = openingIn(entries.find((each) => each.id === message)?.body);
  if (!opening) throw refused("message", texts.notSent);
  const [row] = await ctx.db
    .select({
      content: waFlows.content,
      firstScreen: waFlows.firstScreen,
      asksEndpoint: waFlows.asksEndpoint,
    })
    .from(waFlows)
    .where(thisFlow(ctx, opening.flowId))
    .limit(1);
  if (!row) throw refused("message", texts.notSent);
  const first = row.asksEndpoint
    ? ({ action: "data_exchange" } as const)
    : ({ action: "navigate", screen: row.firstScreen } as const);
  return { body: { ...first, ...opening }, content: row.content };
}

type Opening = Pick<BodyOf<"flow">, "flowId" | "token"> &
  Partial<Pick<BodyOf<"flow">, "action" | "screen" | "data">>;

/** The flow that a message opens: its own, or the one behind a button of its template. */
function openingIn(body: MessageBody | undefined): Opening | undefined {
  if (body?.kind === "flow") return body;
  if (body?.kind !== "template") return undefined;
  const button = body.buttons.find(({ kind }) => kind === "flow");
  return button?.flowId === undefined ? undefined : { flowId: button.flowId, token: button.value };
}

const refused = (field: string, words: string) =>
  new DomainError("invalid", { message: words, errors: { [field]: words } });

/** One call of the phone: encrypted for the number's key, and signed. */
async function ask(ctx: Ctx, { callApi }: PlayedPhone, id: string, body: Data) {
  const [[key], [channel]] = await ctx.db.batch([
    ctx.db
      .select({ publicKey: waFlowKeys.publicKey })
      .from(waFlowKeys)
      .where(and(eq(waFlowKeys.enterpriseId, ctx.enterpriseId), eq(waFlowKeys.channelId, id)))
      .limit(1),
    ctx.db
      .select({ token: channels.webhookToken })
      .from(channels)
      .where(and(eq(channels.enterpriseId, ctx.enterpriseId), eq(channels.id, id)))
      .limit(1),
  ]);
  if (!key || !channel) throw refused("action", texts.noEndpoint);
  const { call, read } = await writeCall(key.publicKey, { version: "3.0", ...body });
  const bytes = new TextEncoder().encode(JSON.stringify(call));
  const response = await callApi(`${WA_FLOW_PATH}${encodeURIComponent(id)}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-hub-signature-256": `sha256=${signatureOf(channel.token, bytes)}`,
    },
    body: bytes,
  });
  if (response.status === 427) throw refused("message", texts.gone);
  if (response.status !== 200) throw refused("action", texts.endpointSaid(response.status));
  return (await read(await response.text())) as { screen: string; data: Data };
}

async function complete(
  ctx: Ctx,
  deps: PlayedPhone,
  id: string,
  {
    person,
    body,
    content,
    message,
    values,
  }: Pick<Input, "person" | "message"> & { body: Pick<BodyOf<"flow">, "token">; content: Data; values: Data },
): Promise<ReplyOf<typeof contract>> {
  const answer = {
    kind: "formAnswer" as const,
    token: body.token,
    label: texts.sent,
    values: { ...values, flow_token: body.token },
  };
  const phone = await sayBody(ctx, deps, id, { person, body: answer, quoted: message, doubled: false });
  return { content, screen: "", data: {}, ended: true, phone };
}
