// 50 people talk to one bot at once through the API (as a browser does, through Pages, and straight at the api Worker),
// beside the same engine called bare on the same messages in the same run: with what words mean, as an English bot's, and
// Semantic with what sentences mean. Ratios, as wall times vary by machine.
//   npm run bench turns -- [--seconds 60]
import { trainBot } from "#db/seed/train.ts";
import { Agent, request } from "node:http";
import { signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { freePort } from "#tests/support/free-port.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { startServed } from "#tests/support/served.ts";
import { loadModel, predict } from "#workers/nlu/predict.ts";
import { meaningOfWords } from "#workers/nlu/meaning.ts";
import { train, type TrainingInput } from "#workers/nlu/train.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import { shippedMeanings } from "./shipped-meanings.ts";
import { buildStale } from "../../scripts/build.ts";

const SESSIONS = 50;
const MOST_RATIO = 171;
const at = process.argv.indexOf("--seconds");
const SECONDS = at < 0 ? 60 : Number(process.argv[at + 1]);
const PATH = "/api/chatbird/api/nlp/predictIntent";
const said = [
  "what is my balance please",
  "I think somebody stole my card",
  "how much money is left",
  "hello there",
  "report my stolen credit card",
  "show the account balance for today",
];

interface Figures {
  perSecond: number;
  p50: number;
  p95: number;
}

async function talk(url: string, token: string, agentId: string): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: SESSIONS });
  const say = (text: string, sessionId: string | null): Promise<string> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ agentId, sessionId, message: { text } });
      request(
        url + PATH,
        {
          agent,
          method: "POST",
          headers: { "authentication-token": token, "content-type": "application/json" },
        },
        (response) => {
          let answer = "";
          response
            .setEncoding("utf8")
            .on("data", (piece: string) => (answer += piece))
            .on("end", () => {
              if (response.statusCode !== 200) return reject(new Error(`${response.statusCode} ${answer}`));
              resolve((JSON.parse(answer) as { data: { sessionId: string } }).data.sessionId);
            });
        },
      )
        .on("error", reject)
        .end(body);
    });
  const times: number[] = [];
  const until = performance.now() + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: SESSIONS }, async (_, person) => {
      let session: string | null = null;
      for (let turn = person; performance.now() < until; turn++) {
        const started = performance.now();
        session = await say(said[turn % said.length] ?? "", session);
        times.push(performance.now() - started);
      }
    }),
  );
  agent.destroy();
  const sorted = Float64Array.from(times).toSorted();
  const part = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: times.length / SECONDS, p50: part(0.5), p95: part(0.95) };
}

const { words, encoder, sentences } = shippedMeanings();

function bare(meaning: TrainingInput["meaning"], encode?: (text: string) => Float32Array): Figures {
  const intents = Object.entries(smallBank).map(([id, phrases]) => ({ id, phrases }));
  const model = loadModel(train({ intents, meaning }).model, () => words);
  const times: number[] = [];
  const until = performance.now() + Math.min(SECONDS, 5) * 1_000;
  for (let turn = 0; performance.now() < until; turn++) {
    const started = performance.now();
    const text = said[turn % said.length] ?? "";
    predict(model, text, encode?.(text));
    times.push(performance.now() - started);
  }
  const sorted = Float64Array.from(times).toSorted();
  return {
    perSecond: times.length / Math.min(SECONDS, 5),
    p50: sorted[Math.floor(sorted.length / 2)] ?? 0,
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
  };
}

await buildStale();
const apiPort = await freePort();
const served = await startServed({ env: { API_PORT: String(apiPort), CALL_LIMIT_FACTOR: "1000" } });
try {
  const client = await signIn((path, init) => fetch(served.url + path, init), DEMO);
  const bot = await makeBot(client, smallBank);
  await trainBot(client, bot.agentId);
  const semantic = await makeBot(client, smallBank);
  const { hasOpenaiKey: _, ...config } = (
    await client.call(botsApi.getAgent, { params: { id: semantic.agentId } })
  ).config;
  await client.call(botsApi.saveAgentConfig, {
    params: { id: semantic.agentId },
    body: { ...config, modelType: "Semantic" },
  });
  await trainBot(client, semantic.agentId);
  const engine = bare(meaningOfWords(words));
  const encoding = bare(sentences, (text) => encoder.encode(text));
  const row = (name: string, { perSecond, p50, p95 }: Figures, of = engine): string =>
    `${name.padEnd(34)} ${perSecond.toFixed(0).padStart(7)} turns/s  p50 ${p50.toFixed(2).padStart(8)} ms  p95 ${p95.toFixed(2).padStart(8)} ms  ${(of.perSecond / perSecond).toFixed(0)} x the engine's time`;
  console.log(`${SESSIONS} sessions at once, ${SECONDS} s each; every turn is stored before it is answered`);
  console.log(row("the engine bare, one thread", engine));
  const straight = await talk(`http://127.0.0.1:${apiPort}`, client.token, bot.agentId);
  console.log(row("api Worker, straight", straight));
  console.log(row("through Pages", await talk(served.url, client.token, bot.agentId)));
  console.log(row("Semantic's engine bare", encoding, encoding));
  const slower = await talk(`http://127.0.0.1:${apiPort}`, client.token, semantic.agentId);
  console.log(row("Semantic, api Worker, straight", slower, encoding));
  // 111 turns/s where the engine made 38,000 were 342 times its time; twice as fast is half of that.
  const ratio = engine.perSecond / straight.perSecond;
  const met = ratio <= MOST_RATIO;
  console.log(
    `${met ? "met" : "MISSED"}: a turn takes ${ratio.toFixed(0)} x the engine's time, at most ${MOST_RATIO}`,
  );
  if (!met) process.exitCode = 1;
} finally {
  await served.stop();
}
