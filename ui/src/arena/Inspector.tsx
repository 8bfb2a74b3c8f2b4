// What stands behind a thing that was pressed.
import { X } from "lucide-react";
import type { Backend } from "../backend/backend";
import type { Problem } from "../contract";
import type { Run } from "../run/reduce";
import { t } from "../text";
import { Button } from "../ui/Button";
import { AttemptPart } from "./AttemptPart";
import { ColumnPart } from "./ColumnPart";
import { DuelPart } from "./DuelPart";
import { EndPart } from "./EndPart";
import { MatchPart, WordPart } from "./MatchPart";
import type { Thing } from "./related";
import { ResultPart } from "./ResultPart";
import type { Scene } from "./scene";
import "../text/en/arena";

export interface PartProps {
  backend: Backend;
  connection: string;
  run: Run;
  scene: Scene;
  onThing(thing: Thing): void;
  onSql(candidate: string): void;
  onChoose(candidate: string): Promise<Problem | null>;
}

interface Props extends PartProps {
  thing: Thing;
  onClose(): void;
}

export function Inspector({ thing, onClose, ...rest }: Props) {
  return (
    <section className="inspect" aria-label={titleOf(thing, rest.scene)} data-testid="inspect">
      <header className="inspect-head">
        <h3 className="inspect-title" dir="auto">
          {titleOf(thing, rest.scene)}
        </h3>
        <Button kind="quiet" small label={t("common.close")} testid="inspect-close" onPress={onClose}>
          <X aria-hidden size={15} />
        </Button>
      </header>
      <div className="inspect-body">
        <Part thing={thing} {...rest} />
      </div>
    </section>
  );
}

function Part({ thing, ...rest }: PartProps & { thing: Thing }) {
  switch (thing.is) {
    case "word":
      return <WordPart id={thing.id} {...rest} />;
    case "match":
      return <MatchPart id={thing.id} {...rest} />;
    case "attempt":
      return <AttemptPart key={thing.id} id={thing.id} {...rest} />;
    case "result":
      return <ResultPart key={thing.id} id={thing.id} {...rest} />;
    case "duel":
      return <DuelPart of={thing.beside ?? rest.scene.leader} against={thing.id} {...rest} />;
    case "end":
      return <EndPart {...rest} />;
    case "column":
      return <ColumnPart key={thing.id} id={thing.id} {...rest} />;
  }
}

const COLUMNS: Record<string, string> = {
  words: t("arena.part.words"),
  matches: t("arena.part.matches"),
  attempts: t("arena.part.attempts"),
  results: t("arena.part.results"),
  duels: t("arena.part.duels"),
  end: t("arena.theAnswer"),
};

function titleOf(thing: Thing, scene: Scene): string {
  switch (thing.is) {
    case "word":
      return t("arena.quoted", { text: scene.words.find((w) => w.id === thing.id)?.text ?? "" });
    case "match":
      return scene.matches.find((m) => m.id === thing.id)?.label ?? "";
    case "attempt":
      return t("arena.attempt", { number: scene.attempts.find((a) => a.id === thing.id)?.number ?? "" });
    case "result":
      return t("arena.result", { id: thing.id });
    case "duel":
      return t("arena.part.duel", { id: thing.beside ?? scene.leader, other: thing.id });
    case "end":
      return scene.end.is === "answer" ? t("arena.theAnswer") : t("arena.theEnd");
    case "column":
      return COLUMNS[thing.id] ?? "";
  }
}
