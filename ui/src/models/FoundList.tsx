// Models found on this computer: servers that answer, files in the usual folders.
import { FileBox, Server } from "lucide-react";
import type { RefObject } from "react";
import { fileName } from "../connect/form";
import type { FoundModel, Provider } from "../contract";
import type { Loaded } from "../explore/useLoad";
import { bytes } from "../format/cell";
import { t } from "../text";
import { Button } from "../ui/Button";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { kindWords } from "./words";
import "../text/en/modelsMore";

interface Props {
  place: RefObject<HTMLElement | null>;
  found: Loaded<FoundModel[]>;
  providers: readonly Provider[];
  onAdd(found: FoundModel): void;
}

export function FoundList({ place, found, providers, onAdd }: Props) {
  const { load } = found;
  const known = (one: FoundModel) =>
    providers.some((p) => p.kind === one.kind && trimmed(p.address) === trimmed(one.address));
  return (
    <section className="found" ref={place} tabIndex={-1} aria-labelledby="set-found" data-testid="found">
      <div className="setting-head">
        <h3 id="set-found" className="found-title">
          {t("models.found.title")}
        </h3>
        <Button small kind="quiet" testid="found-again" onPress={found.again}>
          {t("models.found.again")}
        </Button>
      </div>
      {load.is === "failed" ? (
        <ProblemView compact problem={load.problem} />
      ) : load.is !== "ready" ? (
        <Skeleton lines={2} label={t("models.found.looking")} />
      ) : load.value.length === 0 ? (
        <p className="quiet-text">{t("models.found.none")}</p>
      ) : (
        <ul className="plain-list found-list">
          {load.value.map((one) => {
            const file = one.kind === "gguf";
            return (
              <li key={`${one.kind} ${one.address}`} className="found-line">
                {file ? (
                  <FileBox aria-hidden size={15} className="provider-icon" />
                ) : (
                  <Server aria-hidden size={15} className="provider-icon" />
                )}
                <span className="found-words">
                  <b dir="auto">{one.name}</b>{" "}
                  <span className="quiet-text" title={one.address}>
                    {[
                      file || one.name === kindWords(one.kind).name ? "" : kindWords(one.kind).name,
                      file ? fileName(one.address) : one.address,
                      one.bytes === null ? "" : bytes(one.bytes),
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </span>
                <Button
                  small
                  label={t("models.found.addNamed", { name: one.name })}
                  disabled={known(one) ? t("models.found.known") : null}
                  onPress={() => onAdd(one)}
                >
                  {known(one) ? t("models.found.added") : t("models.found.add")}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function trimmed(address: string | null): string {
  return (address ?? "").replace(/\/+$/, "");
}
