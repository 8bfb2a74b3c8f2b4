// One model: what it is and needs, its licence, and what can be done with it now.
import { Check, Download, Square, TriangleAlert } from "lucide-react";
import type { FoundModel, ShelfModel } from "../contract";
import { bytes } from "../format/cell";
import { t } from "../text";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { ProblemView } from "../ui/ProblemView";
import { FITS, needsWords, openers, progressOf, sourceWords } from "./words";
import type { Work } from "./work";
import "../text/en/shelf";

interface Props {
  model: ShelfModel;
  work: Work;
  airplane: boolean;
  runsHere: boolean;
  used: boolean;
  found: readonly FoundModel[];
  onFetch(): void;
  onStop(): void;
  onUse(path: string): void;
}

export function ModelRow(props: Props) {
  const { model, work } = props;
  const doing = work.doing.is === "fetching" && work.doing.name === model.name ? work.doing : null;
  const fit = FITS[model.fits];
  const title = `shelf-${model.name}`;
  return (
    <li
      className="provider shelf-model"
      aria-labelledby={title}
      data-testid={`model-${model.name}`}
      data-held={model.held.kind}
    >
      <div className="shelf-line">
        <div className="shelf-words">
          <div className="shelf-title-line">
            <h3 id={title} className="provider-name">
              {model.title}
            </h3>
            {fit.name !== "" && (
              <span className={`shelf-fit tone-${fit.tone}`} title={fit.says}>
                {fit.name}
              </span>
            )}
          </div>
          <p className="shelf-says">{model.says}</p>
          <p className="shelf-needs">{needsWords(model).join(" · ")}</p>
          {model.leaves_out && (
            <p className="shelf-licence">
              <TriangleAlert aria-hidden size={13} />
              <span>
                <b>{model.licence}.</b> {model.leaves_out}
              </span>
            </p>
          )}
          <p className="shelf-source">{sourceWords(model).join(" · ")}</p>
        </div>
        {doing === null && <Action {...props} />}
      </div>
      {doing && <Downloading doing={doing} onStop={props.onStop} />}
      {work.trouble?.name === model.name && doing === null && (
        <ProblemView compact problem={work.trouble.problem} />
      )}
      {model.held.kind === "whole" && !props.runsHere && (
        <Elsewhere path={model.held.path} name={model.name} found={props.found} />
      )}
    </li>
  );
}

function Action({ model, work, airplane, runsHere, used, onFetch, onUse }: Props) {
  const { held } = model;
  if (held.kind === "whole") {
    if (!runsHere)
      return (
        <span className="way-used shelf-here">
          <Check aria-hidden size={13} strokeWidth={2.5} /> {t("shelf.row.here", { size: bytes(held.bytes) })}
        </span>
      );
    return (
      <Button
        small
        kind={used ? "plain" : "primary"}
        label={used ? undefined : t("shelf.row.useNamed", { title: model.title })}
        testid={`use-${model.name}`}
        disabled={used ? t("shelf.row.known") : null}
        onPress={() => onUse(held.path)}
      >
        {used ? t("shelf.row.inUse") : t("shelf.row.use")}
      </Button>
    );
  }
  const why = airplane
    ? t("shelf.row.airplane")
    : work.doing.is === "fetching"
      ? t("shelf.row.another")
      : work.doing.is === "measuring"
        ? t("shelf.row.measured")
        : null;
  return (
    <div className="shelf-action">
      <Button
        small
        label={
          held.kind === "part"
            ? t("shelf.row.goOnNamed", { title: model.title })
            : t("shelf.row.downloadNamed", { title: model.title })
        }
        testid={`get-${model.name}`}
        disabled={why}
        onPress={onFetch}
      >
        <Download aria-hidden size={14} />{" "}
        {held.kind === "part" ? t("shelf.row.goOn") : t("shelf.row.download")}
      </Button>
      {held.kind === "part" && (
        <span className="quiet-text">{t("shelf.row.partHere", { size: bytes(held.bytes) })}</span>
      )}
    </div>
  );
}

function Downloading({
  doing,
  onStop,
}: {
  doing: Extract<Work["doing"], { is: "fetching" }>;
  onStop(): void;
}) {
  const { says, part } = progressOf(doing.step);
  const label = t("shelf.row.downloading", { title: doing.title });
  return (
    <div className="shelf-progress" data-testid="shelf-progress">
      {part ? (
        <progress
          className="preparing-bar"
          aria-label={label}
          aria-valuetext={says}
          max={Math.max(part.of, 1)}
          value={part.done}
        />
      ) : (
        <progress className="preparing-bar" aria-label={label} aria-valuetext={says} />
      )}
      <div className="shelf-progress-foot">
        <span className="quiet-text" data-testid="shelf-progress-says">
          {doing.stopping ? t("shelf.row.stopping") : says}
        </span>
        <Button
          small
          kind="quiet"
          label={t("shelf.row.stopNamed", { title: doing.title })}
          hint={t("shelf.row.stopHint")}
          testid="shelf-stop"
          disabled={doing.stopping ? t("shelf.row.isStopping") : null}
          onPress={onStop}
        >
          <Square aria-hidden size={12} /> {t("common.stop")}
        </Button>
      </div>
    </div>
  );
}

function Elsewhere({ path, name, found }: { path: string; name: string; found: readonly FoundModel[] }) {
  return (
    <div className="shelf-elsewhere" data-testid={`elsewhere-${name}`}>
      <p className="quiet-text">{t("shelf.row.openWith")}</p>
      <ul className="plain-list">
        {openers(path, name, found).map((one) => (
          <li key={one.name} className="shelf-opener">
            <span className="shelf-opener-name">
              {one.name}
              {one.here && <span className="quiet-text"> {t("shelf.row.answersHere")}</span>}
            </span>
            <code className="shelf-command">{one.command}</code>
            <CopyButton
              small
              text={() => one.command}
              what={t("shelf.row.command", { name: one.name })}
              name={t("shelf.row.copyCommand", { name: one.name })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
