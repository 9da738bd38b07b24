import { simulatedTemplate, type SimulatedTemplate } from "#workers/channels/simulator/templates.ts";
import type { SimulatedEvent } from "#workers/channels/simulator/wire.ts";
import { decisionOn, REVIEW_MS } from "#workers/contract/templates/simulated.ts";

type Kept = SimulatedTemplate & {
  decision: Pick<SimulatedTemplate, "status" | "category" | "reason">;
  decidedAt: number;
};

const keyOf = ({ name, language }: { name: string; language: string }): string =>
  `template:${language}/${name}`;

/**
 * The simulator's templates: POST takes one, which is decided on some seconds later, GET lists them, DELETE
 * removes one. `tell` leaves the decision's event for the channel's webhook.
 */
export async function simulatedTemplates(
  storage: DurableObjectStorage,
  request: Request,
  tell: (event: SimulatedEvent, due: number) => Promise<void>,
): Promise<Response> {
  const now = Date.now();
  if (request.method === "GET") {
    const kept = [...(await storage.list<Kept>({ prefix: "template:" })).values()];
    return Response.json(
      kept.map(({ decision, decidedAt, ...template }) =>
        decidedAt <= now ? { ...template, ...decision } : template,
      ),
    );
  }
  if (request.method === "DELETE") {
    const { searchParams } = new URL(request.url);
    await storage.delete(
      keyOf({ name: searchParams.get("name") ?? "", language: searchParams.get("language") ?? "" }),
    );
    return Response.json({});
  }
  const read = simulatedTemplate.safeParse(await request.json().catch(() => null));
  if (!read.success) return Response.json({ code: "bad", reason: "Not a template." }, { status: 400 });
  const template = read.data;
  const vendorId = (await storage.get<Kept>(keyOf(template)))?.vendorId ?? `tpl.${crypto.randomUUID()}`;
  const decision = decisionOn(template);
  const decidedAt = now + REVIEW_MS;
  const kept: Kept = {
    ...template,
    vendorId,
    status: "PENDING",
    reason: "",
    quality: "UNKNOWN",
    decision,
    decidedAt,
  };
  await storage.put(keyOf(template), kept);
  const { name, language } = template;
  const { status, category, reason } = decision;
  await tell(
    {
      key: `${vendorId}:${decidedAt}`,
      event: {
        type: "account",
        what: "message_template_status_update",
        at: decidedAt,
        text: [name, status, reason].filter(Boolean).join(": "),
        template: { vendorId, name, language, status, category, reason },
      },
    },
    decidedAt,
  );
  return Response.json({ vendorId });
}
