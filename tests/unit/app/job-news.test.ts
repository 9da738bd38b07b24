import { expect, test } from "vitest";
import { JobNews } from "#app/kit/job-news.ts";
import { nextWait } from "#app/kit/use-silence.ts";
import type { JobProgress } from "#workers/contract/jobs.ts";

const told = (state: JobProgress["state"], jobId = "a"): JobProgress => ({
  jobId,
  kind: "instance.add",
  subject: "",
  state,
  progress: 0,
  message: "",
});

test("the end of a job is told once, and progress that comes after it is no news", () => {
  const news = new JobNews();
  news.follow("a", 10);
  expect(news.take(told("running"), 20)).toBe("news");
  expect(news.take(told("cancelled"), 30)).toBe("end");
  // Told before the cancel, by another Worker, and heard after it; then the worker that finds the job cancelled tells so, too.
  expect(news.take(told("running"), 40)).toBe("old");
  expect(news.take(told("cancelled"), 50)).toBe("news");
});

test("a job that was followed anew, and another one, end each once more", () => {
  const news = new JobNews();
  news.follow("a", 10);
  expect(news.take(told("failed"), 20)).toBe("end");
  news.follow("a", 30);
  expect(news.take(told("waiting"), 40)).toBe("news");
  expect(news.take(told("done"), 50)).toBe("end");
  expect(news.take(told("running", "b"), 60)).toBe("news");
  expect(news.take(told("done", "b"), 70)).toBe("end");
});

test("an answer that was asked for before the last news is old, and an end that nobody awaited is not told", () => {
  const news = new JobNews();
  expect(news.take(told("done"), 10)).toBe("news");
  news.follow("a", 20);
  expect(news.take(told("running"), 15)).toBe("old");
  news.forget();
  expect(news.take(told("done"), 30)).toBe("news");
});

test("progress that comes after an end that nobody awaited is no news either", () => {
  const news = new JobNews();
  expect(news.take(told("done"), 10)).toBe("news");
  expect(news.take(told("running"), 20)).toBe("old");
  expect(news.take(told("done"), 30)).toBe("news");
});

test("work of which nothing is heard is asked for ever less often, and as at first after news", () => {
  expect([2_000, 4_000, 16_000, 30_000].map((wait) => nextWait(wait, true, 2_000))).toEqual([
    4_000, 8_000, 30_000, 30_000,
  ]);
  expect(nextWait(30_000, false, 2_000)).toBe(2_000);
});
