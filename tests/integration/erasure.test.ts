import { randomUUID } from "node:crypto";
import { broadcastIdOf, recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { expect, test } from "vitest";
import { ringOf } from "#tests/support/channels.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { tenantTables } from "#tests/support/tables.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";

import { eraseCustomer } from "#workers/domain/customers/erase.ts";
import { held as places } from "#workers/domain/customers/held.ts";

const harness = await startHarness();
const db = harness.env.TENANT_1;

/** Tables in which a customer leaves something that is theirs; the condition finds it by number (?1) or word (?2). */
const HOLD: Record<string, string> = {
  customers: "number = ?1",
  customer_marks: "customer = ?1",
  customer_distinct: "customer = ?1 OR other = ?1",
  import_changes: "customer = ?1",
  import_numbers: "phone = ?2",
  import_errors: "instr(row, ?2) > 0",
  identities: "customer = ?1",
  addresses: "address = ?2",
  ...Object.fromEntries(
    [
      "reach",
      "chats",
      "message_media",
      "speech_jobs",
      "message_turns",
      "consents",
      "floors",
      "entry_news",
      "entry_evaluations",
    ].map((name) => [name, "identity_id = 'identity of ' || CAST(?1 AS INTEGER)"]),
  ),
  // Rows stay, for what is counted: without the person and their words (erased-canaries.test.ts).
  messages:
    "identity_id = 'identity of ' || CAST(?1 AS INTEGER) OR instr(body || by_id || coalesce(vendor_id, ''), ?2) > 0",
  conversations: "sender_id = 'identity of ' || CAST(?1 AS INTEGER) AND pending IS NOT NULL",
  blacklist: "address = ?2",
  blacklist_removed: "address = ?2",
  blacklist_rejects:
    "file_id = 'list of ' || (SELECT id FROM customers WHERE number = CAST(?1 AS INTEGER)) OR row = '+91 98765 61234,Pigeon'",
  channels: "instr(last_error, substr(?2, 2)) > 0",
  jobs: "instr(payload, ?2) > 0 OR instr(payload, '@pigeon.example') > 0",
  customer_views: "instr(lower(query), 'pigeon.example') > 0",
  broadcast_recipients:
    "identity_id = 'identity of ' || CAST(?1 AS INTEGER) OR instr(address || coalesce(data, ''), ?2) > 0",
  broadcasts: "instr(request, ?2) > 0",
  activities: "instr(request, ?2) > 0",
  message_words: `number IN (SELECT rowid FROM messages_fts WHERE messages_fts MATCH 'words : "' || substr(?2, 2) || '"')`,
  // Of a chat that is gone: they are known by a word of their own.
  chat_words: "bots = ?2",
  chat_pins: "user_id = ?2",
  video_rooms: "started_by = ?2",
  // Nobody can open one that is leaving; video-recordings.test.ts sees its bytes go.
  video_recordings: "created_by = ?2 AND state <> 'leaving'",
  chat_actions:
    "chat_id IN (SELECT id FROM chats WHERE identity_id = 'identity of ' || CAST(?1 AS INTEGER)) OR text = ?2",
  hook_deliveries:
    "chat_id IN (SELECT id FROM chats WHERE identity_id = 'identity of ' || CAST(?1 AS INTEGER)) OR chat_id = 'identity of ' || CAST(?1 AS INTEGER) OR body = ?2",
  live_events: `instr(body, '"identity of ' || CAST(?1 AS INTEGER) || '"') > 0`,
  channel_events: "instr(text, substr(?2, 2)) > 0",
  // Nobody can open one that is leaving; media.test.ts sees its bytes go.
  drive_files: "id = 'file of ' || CAST(?1 AS INTEGER) AND state = 'ready'",
  inbound_events: "instr(raw, substr(?2, 2)) > 0",
  turns: "text = ?2",
  runs: "identity_id = 'identity of ' || CAST(?1 AS INTEGER) OR instr(data, ?2) > 0",
  form_submissions: "customer = CAST(?1 AS INTEGER) OR instr(answers, ?2) > 0",
  run_links: "identity_id = 'identity of ' || CAST(?1 AS INTEGER) OR instr(url, ?2) > 0",
  form_links: "customer = CAST(?1 AS INTEGER)",
  wa_flow_answers: "customer = CAST(?1 AS INTEGER) OR instr(answers, ?2) > 0",
  wa_flow_sessions: "customer = CAST(?1 AS INTEGER) OR instr(data, ?2) > 0",
  payment_links: "customer = CAST(?1 AS INTEGER) OR instr(description || url || problem, ?2) > 0",
  run_steps: "instr(input || output, ?2) > 0",
  run_inbox: "instr(data, ?2) > 0",
  run_calls: "instr(effect, ?2) > 0",
  run_waits: "key = ?2",
  audit_trail: "instr(coalesce(before, '') || coalesce(after, '') || object_name, ?2) > 0",
};

const ENTERPRISE = "is the enterprise's own, written by its staff about no customer";
const COUNTS = "counts, and names nobody";
/** The others, each with why no customer is in it. */
const HOLD_NOBODY: Record<string, string> = {
  mark_changes: "says which row was in which group; the row is gone, and undoing skips it",
  suppressions: "says that somebody refused by a hash that nobody can read, and must hold after the erasure",
  run_moves: "says how people of a journey were moved, and names nobody",
  run_moved: "says in which version runs were, by their ids, for as long as a move may be undone",
  erasure_receipts: "proves an erasure to whoever knows the number, and does not say it",
  import_files: "names a file; its bytes go as imports.md says",
  customer_imports: "says what became of a file",
  import_pages: "says what a check made of a file's rows, by a letter each",
  broadcast_archives:
    "names files by their broadcast; broadcast-archive.test.ts sees what they have of somebody go",
  payment_accounts: ENTERPRISE,
  dashboards: ENTERPRISE,
  marketplace_installs: ENTERPRISE,
  marketplace_shelf: ENTERPRISE,
  speech_settings: ENTERPRISE,
  first_runs: ENTERPRISE,
  retentions: "says how far chats were deleted for their age",
  fences: "says which enterprise is on its way into another database",
  kept_calls: "names calls that were made by their place in a queue",
  deletion_stops: "says which enterprise is to be deleted",
  timers: "names what waits by its id, and does nothing once that is gone",
  ...Object.fromEntries(
    [
      "chat_hours",
      "chat_counts",
      "chat_figures",
      "former_places",
      "data_checks",
      "push_subscriptions",
      "hook_cursor",
      "message_hours",
      "message_quarters",
      "broadcast_counts",
      "broadcast_bills",
      "broadcast_quarters",
      "report_sums",
      "report_days",
      "report_quarters",
      "report_counts",
      "report_returns",
      "node_daily",
      "milestone_hits",
      "milestone_daily",
      "node_stays",
      "entry_hours",
      "entry_weeks",
      "run_minutes",
      "usage_days",
    ].map((name) => [name, COUNTS]),
  ),
  ...Object.fromEntries(
    [
      "agents",
      "stories",
      "intents",
      "utterances",
      "entities",
      "model_versions",
      "test_questions",
      "knowledge_configs",
      "knowledge_sources",
      "knowledge_pages",
      "passages",
      "integrations",
      "auth_configs",
      "hooks",
      "campaigns",
      "activity_decisions",
      "external_campaigns",
      "links",
      "channel_health",
      "channel_prices",
      "sending_stops",
      "offer_rules",
      "chat_rules",
      "chat_labels",
      "chat_agents",
      "templates",
      "template_history",
      "artifacts",
      "buckets",
      "rich_cards",
      "onboardings",
      "secrets",
      "departments",
      "department_users",
      "marks",
      "customer_fields",
      "automations",
      "automation_drafts",
      "automation_versions",
      "automation_cases",
      "automation_instances",
      "automation_triggers",
      "forms",
      "form_versions",
      "wa_flows",
      "wa_flow_keys",
      "places",
      "usage_stops",
    ].map((name) => [name, ENTERPRISE]),
  ),
};

test("of every table it is said whether a customer leaves something in it", () => {
  const said = [...Object.keys(HOLD), ...Object.keys(HOLD_NOBODY)];
  expect(said.toSorted()).toEqual(tenantTables.map(({ name }) => name).toSorted());
});

/** Tables of the directory: what they have of a customer is said in retention.md. */
const IN_DIRECTORY = ["mails", "directory_audit"];

test("what erasing reaches and what a copy of somebody's data has are one list", () => {
  expect(Object.keys(places).toSorted()).toEqual([...Object.keys(HOLD), ...IN_DIRECTORY].toSorted());
});

test("erasing takes a customer out of every table that held them, and a copy of their data had it (O-20)", async () => {
  const owner = await makePerson(harness);
  const typed = "+91 98765 61234";
  const phone = "+919876561234";
  const group = await owner.call(customerTaggingsApi.saveGroup, { body: { name: "VIP" } });
  const { customer } = await owner.call(customersApi.saveCustomer, {
    body: { name: phone, phoneNumber: typed, groups: [group.id] },
  });
  const { id } = customer;
  const number = await db
    .prepare("SELECT number FROM customers WHERE id = ?")
    .bind(id)
    .first<number>("number");
  const identity = `identity of ${number}`;
  const into = (table: string, values: Record<string, unknown>) =>
    db
      .prepare(
        `INSERT INTO ${table} (${Object.keys(values)
          .map((name) => `"${name}"`)
          .join()})
         VALUES (${Object.keys(values)
           .map(() => "?")
           .join()})`,
      )
      .bind(...Object.values(values));
  const mine = { enterprise_id: owner.enterpriseId };
  const broadcastId = broadcastIdOf(randomUUID());
  await db.batch([
    db
      .prepare(`UPDATE customers SET data = '{"mail":"asha@pigeon.example","city":"Pune"}' WHERE id = ?`)
      .bind(id),
    into("customer_imports", {
      ...mine,
      id: `import of ${id}`,
      file_name: "f.csv",
      file: `file of ${id}`,
      bytes: 1,
      encoding: "utf-8",
      delimiter: ",",
      headers: "[]",
      mapping: "[]",
      state: "STOPPED",
      reason: "",
      cursor: 0,
      line: 0,
      counts: "{}",
      created_marks: "[]",
      started_by: "",
      created_at: 0,
      updated_at: 0,
    }),
    into("customers", {
      ...mine,
      id: `other than ${id}`,
      name: "Other",
      name_key: "other",
      phone: "+919876561235",
      phone_typed: "+919876561235",
      data: "{}",
      search: "other",
      revision: 1,
      updated_by: "x",
      created_at: 0,
      updated_at: 0,
    }),
    db
      .prepare(
        "INSERT INTO customer_distinct (enterprise_id, customer, other, at) SELECT ?1, ?2, number, 0 FROM customers WHERE id = ?3",
      )
      .bind(owner.enterpriseId, number, `other than ${id}`),
    into("import_changes", {
      ...mine,
      import_id: `import of ${id}`,
      customer: number,
      before: "{}",
      revision: 1,
      marks: "[]",
    }),
    into("identities", {
      ...mine,
      id: identity,
      channel_type: 4,
      name: "Asha",
      customer: number,
      created_at: 0,
      updated_at: 0,
    }),
    into("addresses", {
      ...mine,
      id: `address of ${id}`,
      identity_id: identity,
      channel_type: 4,
      scope: "",
      kind: "number",
      address: phone,
      created_at: 0,
    }),
    into("reach", { ...mine, channel_id: "c", identity_id: identity }),
    into("chats", {
      ...mine,
      id: `chat of ${id}`,
      channel_id: "c",
      identity_id: identity,
      state: 1,
      seq: 1,
      unread: 1,
      last_at: 0,
      last_text: "",
      created_at: 0,
      updated_at: 0,
    }),
    into("chat_words", {
      number,
      ...mine,
      chat_id: `chat of ${id}`,
      revision: 1,
      changed_at: 0,
      messages: 1,
      bots: phone,
      journeys: "[]",
      agents: "[]",
    }),
    into("blacklist", {
      ...mine,
      id: `entry of ${id}`,
      address: phone,
      channel_type: 4,
      hash: `hash of ${id}`,
      reason: phone,
      source: "screen",
      by: "x",
      created_at: 0,
      updated_at: 0,
    }),
    into("blacklist_removed", {
      ...mine,
      id: `former entry of ${id}`,
      address: phone,
      channel_type: 4,
      hash: `hash of ${id}`,
      reason: phone,
      source: "screen",
      by: "x",
      work: "w",
      removed_at: 0,
      created_at: 0,
      updated_at: 0,
    }),
    into("import_files", {
      ...mine,
      id: `list of ${id}`,
      name: "l.csv",
      bytes: 1,
      created_at: 0,
      updated_at: 0,
    }),
    into("blacklist_rejects", {
      ...mine,
      file_id: `list of ${id}`,
      line: 2,
      row: `${typed},Pigeon`,
      error: "There is no such channel.",
    }),
    into("chat_pins", { ...mine, chat_id: `chat of ${id}`, user_id: phone }),
    into("hook_deliveries", {
      ...mine,
      id: `msg_${id}`,
      hook_id: "h",
      cause: id,
      type: "message.received",
      chat_id: `chat of ${id}`,
      body: phone,
      state: "delivered",
      next_at: 0,
      at: 0,
    }),
    into("hook_deliveries", {
      ...mine,
      id: `msg_${id}_alone`,
      hook_id: "h",
      cause: `${id} alone`,
      type: "consent.changed",
      chat_id: identity,
      body: phone,
      state: "delivered",
      next_at: 0,
      at: 0,
    }),
    into("chat_actions", {
      ...mine,
      id: `action of ${id}`,
      chat_id: `chat of ${id}`,
      seq: 2,
      type: 20,
      by_id: "asha",
      by_name: "Asha",
      text: phone,
      at: 0,
    }),
    into("messages", {
      ...mine,
      id: `message of ${id}`,
      channel_id: "c",
      identity_id: identity,
      chat_id: `chat of ${id}`,
      seq: 1,
      direction: "in",
      kind: "image",
      body: JSON.stringify({ kind: "image", caption: phone, medium: { fileId: `file of ${number}` } }),
      by_kind: "customer",
      by_id: identity,
      vendor_id: `vendor's of ${phone}`,
      status: "received",
      facts: "{}",
      at: 0,
    }),
    into("broadcasts", {
      ...mine,
      id: broadcastId,
      name: "Scheduled",
      channel_id: "c",
      channel_type: 4,
      template_id: "t",
      template: '{"name":"t"}',
      request: JSON.stringify({
        phoneNumber: [typed, phone, "+919876561235"],
        audience: { filter: null, customerIds: [id] },
      }),
      state: "scheduled",
      send_class: 3,
      by_id: "",
      by_name: "",
      timezone: "UTC",
      created_at: 0,
      updated_at: 0,
    }),
    into("activities", {
      ...mine,
      id: `activity of ${id}`,
      campaign_id: "c",
      name: "Planned",
      channel_id: "c",
      channel_type: 4,
      template_id: "t",
      request: JSON.stringify({
        phoneNumber: [typed, phone, "+919876561235"],
        audience: { filter: null, customerIds: [id] },
      }),
      plan: "{}",
      state: 0,
      approval: "draft",
      makers: "[]",
      by_id: "",
      by_name: "",
      created_at: 0,
      updated_at: 0,
    }),
    into("broadcast_recipients", {
      ...mine,
      id: recipientIdOf(broadcastId, 1),
      identity_id: identity,
      address: phone,
      data: JSON.stringify({ "body/1": phone }),
      status: "queued",
      facts: "{}",
    }),
    into("message_media", {
      ...mine,
      id: `medium of ${id}`,
      channel_id: "c",
      identity_id: identity,
      message_id: `message of ${id}`,
      kind: "image",
      medium: "{}",
      state: "kept",
      file_id: `file of ${number}`,
      not_before: 0,
      until: 0,
      at: 0,
    }),
    into("video_rooms", {
      ...mine,
      id: `room of ${id}`,
      chat_id: `chat of ${id}`,
      state: "ended",
      started_by: phone,
      started_name: "Asha",
      enterprise_name: "",
      invitation: 1,
      ends_at: 0,
      created_at: 0,
      updated_at: 0,
    }),
    into("video_recordings", {
      ...mine,
      id: `recording of ${id}`,
      room_id: `room of ${id}`,
      chat_id: `chat of ${id}`,
      state: "ready",
      key: `${owner.enterpriseId}/video/of ${number}`,
      media_type: "video/webm",
      parts: 1,
      created_by: phone,
      created_name: "Asha",
      created_at: 0,
      updated_at: 0,
    }),
    into("speech_jobs", {
      ...mine,
      id: `transcript of ${id}`,
      kind: "transcribe",
      state: "done",
      name: "voice.ogg",
      language: "",
      message_id: `message of ${id}`,
      identity_id: identity,
      created_at: 0,
      updated_at: 0,
    }),
    into("drive_files", {
      ...mine,
      id: `file of ${number}`,
      use: "inbound",
      name: "image.jpg",
      media_type: "image/jpeg",
      bytes: 1,
      key: `${owner.enterpriseId}/drive/of ${number}`,
      state: "ready",
      created_by: "system",
      created_at: 0,
    }),
    into("message_turns", {
      ...mine,
      channel_id: "c",
      identity_id: identity,
      chat_id: `chat of ${id}`,
      message_id: `message of ${id}`,
      bot_id: "b",
      state: "done",
      at: 0,
    }),
    into("consents", {
      ...mine,
      id: `consent of ${id}`,
      identity_id: identity,
      channel_type: 4,
      purpose: "marketing",
      given: 1,
      wording: "",
      source: "",
      at: 0,
    }),
    into("floors", {
      ...mine,
      id: `floor of ${id}`,
      channel_id: "c",
      identity_id: identity,
      bot_id: "b",
      until: 0,
      seq: 1,
    }),
    into("entry_news", {
      ...mine,
      event_id: `event of ${id}`,
      kind: "event",
      key: "",
      identity_id: identity,
      data: JSON.stringify({ text: phone }),
      at: 0,
      due_at: Date.now() + 86_400_000,
    }),
    into("entry_evaluations", {
      ...mine,
      instance_id: `instance of ${id}`,
      event_id: `event of ${id}`,
      kind: "event",
      identity_id: identity,
      result: "entered",
      at: 0,
    }),
    into("runs", {
      ...mine,
      id: `run of ${id}`,
      instance_id: "i",
      version_id: "v",
      channel_id: "c",
      identity_id: identity,
      entry_key: `message of ${id}`,
      state: "waiting",
      seq: 1,
      data: JSON.stringify({ vars: { answer: phone }, waits: [] }),
      started_at: 0,
    }),
    into("form_submissions", {
      ...mine,
      id: `submission of ${id}`,
      form_id: "f",
      version: 1,
      answer_id: `answer of ${id}`,
      answers: JSON.stringify({ phone }),
      customer: number,
      identity_id: identity,
      language: "en",
      at: 0,
    }),
    into("wa_flow_answers", {
      ...mine,
      id: `flow answer of ${id}`,
      flow_id: "f",
      token: `flow of ${id}`,
      message_id: "m",
      answers: JSON.stringify({ phone }),
      customer: number,
      identity_id: identity,
      at: 0,
    }),
    into("wa_flow_sessions", {
      ...mine,
      token: `flow of ${id}`,
      flow_id: "f",
      channel_id: "c",
      customer: number,
      identity_id: identity,
      message_id: "m",
      data: JSON.stringify({ phone }),
      until: 0,
      created_at: 0,
    }),
    into("payment_links", {
      ...mine,
      id: `payment of ${id}`,
      account_id: "a",
      asked_as: `payment of ${id}`,
      customer: number,
      identity_id: identity,
      amount: 100,
      currency: "INR",
      description: `Fee of ${phone}`,
      until: 0,
      state: "paid",
      ended_at: 0,
      created_at: 0,
      updated_at: 0,
    }),
    into("form_links", {
      ...mine,
      token: `link of ${id}`,
      form_id: "f",
      kind: "customer",
      customer: number,
      created_at: 0,
    }),
    into("run_links", {
      ...mine,
      token: `run link of ${id}`,
      identity_id: identity,
      key: `run of ${id}:1`,
      url: `https://shop.example/?to=${phone}`,
      created_at: 0,
      until: 0,
    }),
    into("run_steps", {
      ...mine,
      run_id: `run of ${id}`,
      seq: 1,
      node: "n",
      outcome: "ok",
      input: JSON.stringify(phone),
      output: JSON.stringify(phone),
      at: 0,
    }),
    into("run_inbox", {
      ...mine,
      event_id: `message of ${id}`,
      kind: "reply",
      key: "",
      run_id: `run of ${id}`,
      data: JSON.stringify({ text: phone }),
      at: 0,
      until: 0,
    }),
    into("run_calls", {
      ...mine,
      key: `call of ${id}`,
      run_id: `run of ${id}`,
      seq: 1,
      kind: "http",
      effect: JSON.stringify({ to: phone }),
      due_at: Date.now() + 86_400_000,
    }),
    into("run_waits", { ...mine, kind: "event", key: phone, run_id: `run of ${id}` }),
    into("live_events", {
      ...mine,
      before: 0,
      to: '"everybody"',
      body: JSON.stringify({ action: "chatsChanged", data: { identityId: identity } }),
      at: 0,
    }),
    into("channel_events", {
      ...mine,
      id: `news of ${id}`,
      channel_id: "c",
      what: "unsupported",
      text: JSON.stringify({ from: phone.slice(1) }),
      at: 0,
    }),
    into("inbound_events", {
      ...mine,
      channel_id: "c",
      event_key: `event of ${id}`,
      raw: JSON.stringify({ from: phone.slice(1) }),
      state: "unreadable",
      at: 0,
    }),
    into("conversations", {
      ...mine,
      id: `session of ${id}`,
      agent_id: `gone bot of ${id}`,
      channel: "4",
      sender_id: identity,
      started_at: 0,
      last_at: 0,
      turns: 1,
      pending: JSON.stringify({ values: { phone } }),
    }),
    into("channels", {
      ...mine,
      id: `channel of ${id}`,
      type: 4,
      vendor: -1,
      contact_id: "",
      name: "Phone",
      name_key: id,
      settings: "{}",
      rate: 1,
      state: "active",
      webhook_token: id,
      last_error: `nobody has ${phone}`,
      created_at: 0,
      updated_at: 0,
    }),
    into("jobs", {
      ...mine,
      id: `job of ${id}`,
      kind: "customers.bulk",
      subject: id.slice(1),
      payload: JSON.stringify({
        filter: { search: phone, fields: [{ field: "mail", value: "Asha@pigeon.example" }] },
      }),
      state: "done",
      progress: 1,
      message: "",
      attempts: 1,
      lease_until: 0,
      created_at: 0,
      updated_at: 0,
    }),
    into("customer_views", {
      ...mine,
      id: `view of ${id}`,
      user_id: "x",
      name: "One",
      name_key: "one",
      query: "from=2&is.mail=asha%40Pigeon.example&rows=20",
      created_at: 0,
      updated_at: 0,
    }),
    // Of many: it stays.
    into("customer_views", {
      ...mine,
      id: `another view of ${id}`,
      user_id: "x",
      name: "Two",
      name_key: "two",
      query: "is.city=Pune",
      created_at: 0,
      updated_at: 0,
    }),
    into("turns", {
      ...mine,
      id: `turn of ${id}`,
      agent_id: `gone bot of ${id}`,
      conversation_id: `session of ${id}`,
      at: 0,
      text: phone,
      confidence: 0,
      answer: "",
      others: "[]",
      model_version_id: "",
      channel: "4",
    }),
    into("import_numbers", { import_id: `import of ${id}`, phone }),
    // As the file had it: with the plus, without it, and as it was typed here.
    ...[phone, phone.slice(1), typed].map((written, line) =>
      into("import_errors", {
        ...mine,
        import_id: `import of ${id}`,
        line,
        row: JSON.stringify(["x", written]),
        errors: "[]",
      }),
    ),
  ]);
  const held = async () => {
    const answers = await db.batch(
      Object.entries(HOLD).map(([table, condition]) =>
        db.prepare(`SELECT ?1, ?2, count(*) AS held FROM ${table} WHERE ${condition}`).bind(number, phone),
      ),
    );
    return Object.keys(HOLD).filter(
      (_, at) => (answers[at]?.results[0] as { held: number } | undefined)?.held !== 0,
    );
  };
  expect(await held()).toEqual(Object.keys(HOLD));
  const copy = (await (
    await owner.send("GET", `/api/chatbird/api/customer_master/customers/${id}/data`)
  ).json()) as Record<string, object>;
  const empty = Object.entries(places).flatMap(([table, place]) =>
    "in" in place && Object.keys(copy[place.in] ?? {}).length === 0 ? [table] : [],
  );
  expect(empty).toEqual([]);
  expect(copy["channels"]).toMatchObject([
    { addresses: [{ address: phone }], agreements: [{}], reached: [{}] },
  ]);
  expect(JSON.stringify(copy["messages"])).toContain(phone);
  expect(copy["botSessions"]).toMatchObject([{ learned: { phone } }]);
  await owner.call(personalDataApi.eraseCustomer, { params: { id }, body: { confirm: phone } });
  await eventually(async () => expect(await held()).toEqual([]));
  const views = await db
    .prepare("SELECT name FROM customer_views WHERE enterprise_id = ?")
    .bind(owner.enterpriseId)
    .all();
  expect(views.results).toEqual([{ name: "Two" }]);
  const rows = await db
    .prepare("SELECT row FROM import_errors WHERE import_id = ?")
    .bind(`import of ${id}`)
    .all();
  expect(rows.results).toEqual([]);
});

test("erasing writes to no table that the list does not have", async () => {
  const owner = await makePerson(harness);
  const { customer } = await owner.call(customersApi.saveCustomer, {
    body: { name: "Tara", phoneNumber: "+91 98765 61236" },
  });
  const written = new Set<string>();
  const ctx = watchedCtx(harness, owner, (sql) => {
    const [, table] = /^\s*(?:delete from|update) "?(\w+)/i.exec(sql) ?? [];
    if (table) written.add(table);
  });
  await eraseCustomer(ctx, customer.id, { confirm: "Tara" }, ringOf(harness));
  expect(written.size).toBeGreaterThan(15);
  expect([...written].filter((table) => !(table in places))).toEqual([]);
});
