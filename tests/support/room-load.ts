import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { tenantDatabase } from "#db/client.ts";
import type { Adapter } from "#workers/channels/adapter.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { ctxOf, type Ctx } from "#workers/domain/ctx.ts";
import { keepingChats } from "#workers/domain/live-events/keep-chats.ts";
import { acceptEvents } from "#workers/domain/messaging/accept.ts";
import { claimBlock } from "#workers/domain/messaging/claim.ts";
import type { LaneChannel } from "#workers/domain/messaging/lane-state.ts";
import { workPage } from "#workers/domain/messaging/lane.ts";
import { tellRuns } from "#workers/domain/entries/tell-runs.ts";
import { noteOutcomes } from "#workers/domain/messaging/outcomes.ts";
import { broadcastIdOf, recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { tenantInMemory } from "./file-database.ts";
import { randomOf } from "./import-load.ts";
import { PLAYED } from "./vendors/plays.ts";
import { statusDelivery } from "./vendors/statuses.ts";
import { metaDelivery } from "./vendors/meta-delivery.ts";

/** Events that arrive together. */
export const PAGE = 10;
const WORDS =
  "please tell me what is the balance of my account and when does my new card come to this address thank you".split(
    " ",
  );
const TURNS = `SELECT n, chat_id, message_id FROM message_turns WHERE state = 'waiting' ORDER BY n LIMIT ${PAGE}`;
const ANSWER = `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id,
    cause, status, facts, send_class, expires_at, at)
  SELECT ?1, c.enterprise_id, c.channel_id, c.identity_id, c.id, c.seq, 'out', 'text', ?3, 'bot', ?4, ?5, 'queued', '{}', 2, ?6, ?6
  FROM chats c WHERE c.id = ?2`;
const SESSION = `INSERT INTO conversations (id, enterprise_id, agent_id, channel, sender_id, started_at, last_at, turns)
  SELECT ?1, enterprise_id, ?3, '4', identity_id, ?4, ?4, 1 FROM chats WHERE id = ?2`;
const LOG = `INSERT INTO turns (id, enterprise_id, agent_id, conversation_id, at, text, intent_id, intent_name, confidence, nearest_phrase,
    answer, others, model_version_id, channel, kind, emotion)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'Balance', 0.9731, 'what is the balance of my account', ?8, ?9, ?10, '4', 'answer', 'neutral')`;
const KEPT = `UPDATE message_media SET state = 'kept', file_id = ?2, mime = 'image/jpeg', name = 'image.jpg', bytes = 183211 WHERE id = ?1`;
const SHOWN = `UPDATE messages SET body = json_set(body, '$.medium.fileId', ?2, '$.medium.mime', 'image/jpeg', '$.medium.name', 'image.jpg',
  '$.medium.bytes', 183211) WHERE id = ?1`;
const FILE = `INSERT INTO drive_files (id, enterprise_id, use, name, media_type, bytes, width, height, key, state, created_by, created_at)
  VALUES (?1, ?2, 'inbound', 'image.jpg', 'image/jpeg', 183211, 1200, 1600, ?3, 'ready', 'system', ?4)`;

export interface Tenant {
  file: DatabaseSync;
  ctx: Ctx;
  adapter: Adapter;
  lane: LaneChannel;
}

/** Fills a tenant's tables as WhatsApp's customers, a bot and a sender do, the same for the same seed. */
export function roomLoad(seed: number) {
  const random = randomOf(seed);
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join("");
  let clock = Date.UTC(2026, 10, 22);
  /** As UUIDv7: rising with the clock. */
  const newId = (): string => {
    const time = (clock += 1).toString(16).padStart(12, "0");
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(12)}`;
  };
  /** Eighty characters. */
  function sentence(): string {
    let text = "";
    while (text.length < 80) text += `${WORDS[Math.floor(random() * WORDS.length)]} `;
    return text.slice(0, 80);
  }
  const wamid = (): string => `wamid.${Buffer.from(hex(38)).toString("base64url")}`;
  const phone = (person: number): string => `9198${10_000_000 + person}`;

  async function tenant(): Promise<Tenant> {
    const { file, database } = await tenantInMemory();
    const adapter = adapterOf(vendorCodes.whatsAppCloud);
    if (!adapter) throw new Error("WhatsApp has no adapter.");
    const unused = database;
    const db = tenantDatabase({ DIRECTORY: unused, TENANT_1: database, TENANT_2: unused }, "TENANT_1");
    const ctx = ctxOf(
      db,
      asEnterpriseId.parse(newId()),
      { userId: "system", name: "", address: "", requestId: "room" },
      { now: () => clock, newId },
    );
    const lane = {
      id: newId(),
      type: channelTypes.whatsApp,
      contactId: PLAYED.graph.number,
      departmentId: null,
      agentId: newId(),
    };
    // The channel's bot lies in no table here.
    file.exec("PRAGMA foreign_keys = OFF");
    file
      .prepare(
        `INSERT INTO channels (id, enterprise_id, type, vendor, contact_id, name, name_key, agent_id, settings, rate, state,
         webhook_token, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'Phone', 'phone', ?, '{}', 80, 'active', 'token', 1, 1)`,
      )
      .run(lane.id, ctx.enterpriseId, lane.type, adapter.vendor, lane.contactId, lane.agentId);
    return { file, ctx, adapter, lane };
  }

  const written = (person: number, message: object) =>
    metaDelivery(PLAYED, {
      contacts: [{ profile: { name: `Asha Rao ${person}` }, wa_id: phone(person) }],
      messages: [
        { from: phone(person), id: wamid(), timestamp: String(Math.floor(clock / 1_000)), ...message },
      ],
    });
  const text = (body: string) => ({ type: "text", text: { body } });
  const image = () => ({
    type: "image",
    image: {
      mime_type: "image/jpeg",
      sha256: Buffer.from(hex(32)).toString("base64"),
      id: String(Math.floor(random() * 1e15)),
    },
  });

  const hashOf = async ({ value }: { value: string }): Promise<string> =>
    `1:${createHash("sha256").update(value).digest("base64url")}`;

  async function accept({ ctx, adapter, lane }: Tenant, bodies: readonly object[]): Promise<void> {
    for (const body of bodies) {
      await acceptEvents(ctx, lane.id, await adapter.split(Buffer.from(JSON.stringify(body))));
    }
  }
  async function arrive(here: Tenant, bodies: readonly object[]): Promise<void> {
    await accept(here, bodies);
    while (
      (
        await workPage(here.ctx, here.lane, here.adapter, {
          hash: hashOf,
          tellRuns,
          fileUrl: String,
          messageUrl: String,
        })
      ).again
    );
  }

  /** Writes a bot's answer, as its own transaction does. */
  async function answered({ file, ctx, lane }: Tenant): Promise<void> {
    const turns = file.prepare(TURNS).all() as { n: number; chat_id: string; message_id: string }[];
    for (const { n, chat_id: chat, message_id: cause } of turns) {
      const [id, session] = [newId(), newId()];
      const says = sentence();
      const others = Array.from({ length: 3 }, () => ({
        id: newId(),
        name: "Lost card",
        confidence: 0.0123,
        phrase: "I lost my card",
      }));
      const bot = lane.agentId ?? "";
      file
        .prepare(
          "UPDATE chats SET seq = seq + 1, revision = revision + 1, last_at = ?2, last_text = ?3, bot_session_id = ?4 WHERE id = ?1",
        )
        .run(chat, clock, says, session);
      file
        .prepare(ANSWER)
        .run(id, chat, JSON.stringify({ kind: "text", text: says }), bot, `turn:${cause}`, clock + 600_000);
      file.prepare(SESSION).run(session, chat, bot, clock);
      file
        .prepare(LOG)
        .run(
          cause,
          ctx.enterpriseId,
          bot,
          session,
          clock,
          sentence(),
          newId(),
          says,
          JSON.stringify(others),
          newId(),
        );
      file.prepare("UPDATE message_turns SET state = 'done' WHERE n = ?").run(n);
      await keepingChats(ctx, [id]).run();
    }
  }

  /** Calls what is queued, and lets the vendor state it: sent, delivered, read. */
  async function delivered(here: Tenant): Promise<void> {
    const { ctx, adapter, lane } = here;
    const { pair } = adapter.capabilities(lane.type);
    for (;;) {
      const { block } = await claimBlock(
        ctx,
        { id: lane.id, type: lane.type, hasWindow: true, pair },
        `${lane.id}:0`,
        50,
      );
      if (block.length === 0) return;
      const called = block.map(({ id, to }) => ({ id, vendorId: wamid(), to: to[0]?.value ?? "" }));
      const ended = called.map(({ id, vendorId }) => ({
        id,
        attempts: 1,
        at: clock,
        result: { outcome: "sent", vendorId } as const,
      }));
      await noteOutcomes(
        ctx,
        { id: lane.id, pairMs: pair?.refillMs ?? 0, idempotent: false },
        `${lane.id}:0`,
        ended,
      );
      for (const status of ["sent", "delivered", "read"]) {
        await arrive(
          here,
          called.map(({ id, vendorId, to }) =>
            statusDelivery(PLAYED, { id: vendorId, ownId: id, to }, status),
          ),
        );
      }
    }
  }

  function filesKept({ file, ctx }: Tenant): void {
    const waiting = file.prepare("SELECT id, message_id FROM message_media WHERE state = 'waiting'").all();
    for (const { id, message_id: message } of waiting as { id: string; message_id: string }[]) {
      const fileId = newId();
      file.prepare(FILE).run(fileId, ctx.enterpriseId, `${ctx.enterpriseId}/${hex(32)}`, clock);
      file.prepare(KEPT).run(id, fileId);
      file.prepare(SHOWN).run(message, fileId);
    }
  }

  /** Recipients of a broadcast, whose id it answers: made, sent, delivered and read, as their statements leave them. */
  function cast({ file, ctx }: Pick<Tenant, "file" | "ctx">, people: number): string {
    const broadcastId = broadcastIdOf(newId());
    const make = file.prepare(
      "INSERT INTO broadcast_recipients (id, enterprise_id, identity_id, address, data, status, facts) VALUES (?, ?, ?, ?, ?, 'queued', '{}')",
    );
    const read = file.prepare(
      "UPDATE broadcast_recipients SET status = 'read', facts = ?2, vendor_id = ?3, category = 'marketing', billable = 1, claimed_at = ?4, attempts = 1 WHERE id = ?1",
    );
    for (let n = 1; n <= people; n++)
      make.run(
        recipientIdOf(broadcastId, n),
        ctx.enterpriseId,
        newId(),
        `+${phone(n)}`,
        '{"body/1":"Asha Rao"}',
      );
    for (let n = 1; n <= people; n++) {
      const at = (clock += 1);
      const facts = { sent: [at, at], delivered: [at, at + 900], read: [at, at + 60_000] };
      read.run(recipientIdOf(broadcastId, n), JSON.stringify(facts), wamid(), at);
    }
    return broadcastId;
  }

  return { tenant, cast, accept, arrive, answered, delivered, filesKept, written, sentence, text, image };
}
