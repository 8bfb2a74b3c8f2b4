// Where the flow ends: the figure so far, the answer, or why there is none.
import { CircleSlash, LoaderCircle, MessageCircle, OctagonX, TriangleAlert } from "lucide-react";
import { t } from "../text";
import type { Scene, SEnd } from "./scene";
import "../text/en/arena";

const ICONS = {
  declined: CircleSlash,
  reply: MessageCircle,
  stopped: OctagonX,
  failed: TriangleAlert,
  nothing: CircleSlash,
} as const;
const NAMES: Record<SEnd["is"], string> = {
  "so far": t("arena.soFar"),
  answer: t("arena.theAnswer"),
  declined: t("arena.end.noAnswer"),
  reply: t("arena.end.reply"),
  stopped: t("arena.end.stopped"),
  failed: t("arena.end.failed"),
  nothing: t("arena.end.noAnswer"),
};
const LONG = 11;

export function EndCard({ scene: { end, why }, live }: { scene: Scene; live: boolean }) {
  const Icon = end.is === "so far" || end.is === "answer" ? null : ICONS[end.is];
  return (
    <>
      <span className="end-name">
        {Icon && <Icon aria-hidden size={14} />}
        {NAMES[end.is]}
        {end.is === "so far" && live && <LoaderCircle aria-hidden size={13} className="spin" />}
      </span>
      {end.figure && (
        <span className={`end-figure ${end.figure.main.length > LONG ? "long" : ""}`} dir="auto">
          {end.figure.main}
        </span>
      )}
      {end.is === "so far" && !end.figure && <span className="end-figure none">…</span>}
      {end.says !== "" && (
        <span className="end-says" dir="auto">
          {end.says}
        </span>
      )}
      {end.is === "so far" && end.figure?.sub && <span className="end-says">{end.figure.sub}</span>}
      {end.is === "so far" && why && <span className="end-says">{why}</span>}
    </>
  );
}
