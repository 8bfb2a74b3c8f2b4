// The program itself: its version, its licence, and those of all that it is built from.
import { useMemo, useState } from "react";
import type { Backend } from "../backend/backend";
import { useLoad } from "../explore/useLoad";
import { count, plural } from "../format/cell";
import { ProblemView } from "../ui/ProblemView";
import { Skeleton } from "../ui/Skeleton";
import { type Licensed, listed } from "./licences";

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
              Version {load.value.version}. It asks no server whether there is a newer one, and tells none
              that you use it.
            </p>
          )}
          {load.is === "loading" && <Skeleton lines={1} label="Reading the version" />}
          {load.is === "failed" && <ProblemView compact problem={load.problem} onRetry={again} />}
        </div>
        <p>
          You may use, change and pass on Askwell under the MIT licence or the Apache licence 2.0, whichever
          you prefer. Both texts come with the program.
        </p>
      </section>
      <section className="setting" aria-labelledby="set-licences">
        <h2 id="set-licences" className="weight-title">
          Built from
        </h2>
        {all.load.is === "ready" && <Licences all={all.load.value} />}
        {all.load.is === "loading" && <Skeleton lines={8} label="Reading the list of licences" />}
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
      <p className="quiet-text">
        {plural(all.length, "package")} of other people, each under its own licence. Those for building and
        testing alone are among them.
      </p>
      <input
        className="input"
        type="search"
        aria-label="Search names and licences"
        placeholder="Search names and licences"
        data-testid="licence-search"
        value={words}
        onChange={(e) => setWords(e.target.value)}
      />
      {found.length === 0 ? (
        <p className="explore-empty" role="status">
          Nothing has “{words}” in its name or licence.
        </p>
      ) : (
        <table className="licences">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Version</th>
              <th scope="col">Licence</th>
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
        <p className="field-help">{count(found.length - shown.length)} more: type part of a name.</p>
      )}
    </>
  );
}
