// A call that came to nothing, as any other problem is shown.
import type { Failure, Problem } from "../contract";
import { ProblemView } from "../ui/ProblemView";

export function FailureView({ failure }: { failure: Failure }) {
  const problem: Problem = {
    code: "lost",
    message: failure.message,
    hint: failure.hint,
    detail: failure.detail,
  };
  return <ProblemView compact problem={problem} />;
}
