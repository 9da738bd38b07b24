import type { JobHandlers } from "#workers/domain/jobs/run-pages.ts";
import { agentForget } from "./handlers/agent-forget.ts";
import { agentTrain } from "./handlers/agent-train.ts";
import { broadcastsEnd } from "./handlers/broadcasts-end.ts";
import { broadcastArchive } from "./handlers/broadcast-archive.ts";
import { broadcastFeed } from "./handlers/broadcast-feed.ts";
import { broadcastPrepare } from "./handlers/broadcast-prepare.ts";
import { broadcastRetry } from "./handlers/broadcast-retry.ts";
import { blacklistBulk } from "./handlers/blacklist-bulk.ts";
import { blacklistImport } from "./handlers/blacklist-import.ts";
import { customersBulk } from "./handlers/customers-bulk.ts";
import { customersErase } from "./handlers/customers-erase.ts";
import { customersFields } from "./handlers/customers-fields.ts";
import { customersImport } from "./handlers/customers-import.ts";
import { databaseExport } from "./handlers/database-export.ts";
import { enterpriseDelete } from "./handlers/enterprise-delete.ts";
import { enterpriseMove } from "./handlers/enterprise-move.ts";
import { enterpriseExport } from "./handlers/enterprise-export.ts";
import { firstRunChat } from "./handlers/first-run-chat.ts";
import { instanceAdd } from "./handlers/instance-add.ts";
import { instanceEnter } from "./handlers/instance-enter.ts";
import { knowledgeBuild } from "./handlers/knowledge-build.ts";
import { libraryMove } from "./handlers/library-move.ts";
import { runsSweep } from "./handlers/runs-sweep.ts";
import { runsMove } from "./handlers/runs-move.ts";
import { speechRun } from "./handlers/speech-run.ts";
import { simulatorForget } from "./handlers/simulator-forget.ts";
import { restsWhileStopped } from "./rests-while-stopped.ts";

/** Every kind of job has its handler here. */
export const handlersOf = (env: JobsEnv): JobHandlers => ({
  "agent.forget": agentForget(env),
  "agent.train": agentTrain(env),
  "broadcasts.end": broadcastsEnd,
  "broadcast.archive": broadcastArchive(env),
  "broadcast.feed": broadcastFeed(env),
  "broadcast.prepare": broadcastPrepare(env),
  "broadcast.retry": broadcastRetry(env),
  "blacklist.bulk": blacklistBulk,
  "blacklist.import": restsWhileStopped(env, "imports", blacklistImport(env)),
  "customers.bulk": customersBulk,
  "customers.erase": customersErase(env),
  "customers.fields": customersFields,
  "customers.import": restsWhileStopped(env, "imports", customersImport(env)),
  "database.export": databaseExport(env),
  "enterprise.delete": enterpriseDelete(env),
  "enterprise.export": enterpriseExport(env),
  "enterprise.move": enterpriseMove(env),
  "firstRun.chat": firstRunChat(env),
  "instance.add": instanceAdd(env),
  "instance.enter": instanceEnter(env),
  "knowledge.build": knowledgeBuild(env),
  "library.move": libraryMove,
  "runs.move": runsMove,
  "runs.sweep": runsSweep,
  "speech.run": speechRun(env),
  "simulator.forget": simulatorForget(env),
});
