// What a run came to, in one line.
import type { Run } from "../run/reduce";
import { t } from "../text";
import "../text/en/thread";

export function said(run: Run): string {
  if (run.answer) return run.answer.sentence;
  if (run.reply) return run.reply.message;
  if (run.declined) return run.declined.message;
  if (run.problem) return run.problem.message;
  return t("thread.said.nothing");
}
