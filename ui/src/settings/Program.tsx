// The program itself: its version, its licence, and those of all that it is built from.
import { useMemo, useState } from "react";
import type { Backend } from "../backend/backend";
import { useLoad } from "../explore/useLoad";
import { t } from "../text";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { type Licensed, listed } from "./licences";
import "../text/en/settings";

/** Rows shown before more are asked for by typing. */
const SHOWN = 60;

export function Program({ backend }: { backend: Backend }) {
  const { load, again } = useLoad("own", 0, () => backend.ownFiles());
  const all = useLoad("licences", 0, listed);
  return (
    <div className="sheet models" data-testid="program-pane">
      <section className="setting" aria-labelledby="set-program">
        <div>
          <h2 id="set-program" className="weight-title">
            Askwell
          </h2>
          {load.is === "ready" && (
            <p className="quiet-text" data-testid="version">
              {t("settings.program.version", { version: load.value.version })}
            </p>
          )}
          {load.is === "loading" && <Skeleton lines={1} label={t("settings.program.readingVersion")} />}
          {load.is === "failed" && <ProblemView compact problem={load.problem} onRetry={again} />}
        </div>
        <p>{t("settings.program.licence")}</p>
      </section>
      <section className="setting" aria-labelledby="set-licences">
        <h2 id="set-licences" className="weight-title">
          {t("settings.program.builtFrom")}
        </h2>
        {all.load.is === "ready" && <Licences all={all.load.value} />}
        {all.load.is === "loading" && <Skeleton lines={8} label={t("settings.program.readingLicences")} />}
        {all.load.is === "failed" && <ProblemView compact problem={all.load.problem} onRetry={all.again} />}
      </section>
    </div>
  );
}

function Licences({ all }: { all: Licensed[] }) {
  const [words, setWords] = useState("");
  const wanted = words.trim().toLocaleLowerCase();
  const found = useMemo(
    () => all.filter((one) => `${one.name} ${one.licence}`.toLocaleLowerCase().includes(wanted)),
    [all, wanted],
  );
  const shown = found.slice(0, SHOWN);
  return (
    <>
      <p className="quiet-text">{t("settings.program.packages", { count: all.length })}</p>
      <input
        className="input"
        type="search"
        aria-label={t("settings.program.search")}
        placeholder={t("settings.program.search")}
        data-testid="licence-search"
        value={words}
        onChange={(e) => setWords(e.target.value)}
      />
      {found.length === 0 ? (
        <p className="explore-empty" role="status">
          {t("settings.program.none", { words })}
        </p>
      ) : (
        <table className="licences">
          <thead>
            <tr>
              <th scope="col">{t("settings.program.name")}</th>
              <th scope="col">{t("settings.program.versionHead")}</th>
              <th scope="col">{t("settings.program.licenceHead")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={`${one.name} ${one.version}`}>
                <td>{one.name}</td>
                <td>{one.version}</td>
                <td>{one.licence}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {found.length > shown.length && (
        <p className="field-help">{t("settings.program.more", { count: found.length - shown.length })}</p>
      )}
    </>
  );
}
