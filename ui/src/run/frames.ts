// Events by the frame: a run of many events is drawn once for all that came since the last picture.
import type { Event } from "../contract";

/** A window that is hidden draws no frames; its events come this often. */
const HIDDEN_MS = 100;

/** What `take` is to hear of each event; the last one of a run does not wait. */
export function byFrame(take: (events: Event[]) => void): (event: Event) => void {
  let waiting: Event[] = [];
  let due = false;
  const flush = () => {
    due = false;
    if (waiting.length === 0) return;
    const events = waiting;
    waiting = [];
    take(events);
  };
  return (event) => {
    waiting.push(event);
    if (event.artifact.kind === "finished") flush();
    else if (!due) {
      due = true;
      if (document.hidden) setTimeout(flush, HIDDEN_MS);
      else requestAnimationFrame(flush);
    }
  };
}
