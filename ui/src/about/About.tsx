// A connection's own page: what it is, how its files were read, what could be done to it, and that nothing will be.
import { ArrowLeft, Pencil, ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { ColourMark } from "../connect/ColourMark";
import type { Catalog, Connection, Opened, ServerPowers } from "../contract";
import { aboutRows, plural } from "../format/cell";
import { levelWords } from "../models/words";
import { describe } from "../sidebar/dialects";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { keyCounts, keySentence } from "./facts";
import { LockCheckPane } from "./LockCheck";
import { Sources } from "./Sources";
import type { Checking } from "./useLockCheck";

interface Props {
  opened: Opened;
  checking: Checking;
  onClose(): void;
  onEdit(): void;
  onPrivacy(): void;
}

export function About({ opened, checking, onClose, onEdit, onPrivacy }: Props) {
  const { connection, catalog, powers } = opened;
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever comes by keyboard goes on from here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="main-body about" data-testid="about">
      <header className="about-head">
        <div className="about-title-line">
          <h1 className="about-title" ref={heading} tabIndex={-1}>
            {connection.colour && <ColourMark colour={connection.colour} size={18} />}
            <span dir="auto">{connection.name}</span>
          </h1>
          <p className="quiet-text">{connection.about || describe(connection)}</p>
        </div>
        <div className="row">
          {!connection.sample && (
            <Button testid="about-edit" onPress={onEdit}>
              <Pencil aria-hidden size={14} />
              Edit…
            </Button>
          )}
          <Button testid="about-close" onPress={onClose}>
            <ArrowLeft aria-hidden size={15} />
            Back to questions
          </Button>
        </div>
      </header>
      <section className="about-card" aria-label="Facts">
        <dl className="facts">
          <dt>Engine</dt>
          <dd>{catalog.engine}</dd>
          <Where connection={connection} />
          {connection.target.tunnel && (
            <>
              <dt>Through</dt>
              <dd>
                the SSH server {connection.target.tunnel.host}, as {connection.target.tunnel.user}
              </dd>
            </>
          )}
          {connection.target.place.kind === "postgres" && (
            <>
              <dt>Password</dt>
              <dd>{KEPT[connection.keep]}</dd>
            </>
          )}
          <dt>Holds</dt>
          <dd>{holds(catalog)}</dd>
          <dt>Keys</dt>
          <dd>{keySentence(keyCounts(catalog))}</dd>
          <dt>Models see</dt>
          <dd>
            {levelWords(connection.privacy ?? "nothing").name}{" "}
            <button type="button" className="link" data-testid="about-privacy" onClick={onPrivacy}>
              Change…
            </button>
          </dd>
        </dl>
        {powers.says && (
          <p className="powers" data-testid="powers">
            <ShieldCheck aria-hidden size={17} />
            {powers.says}
          </p>
        )}
        {powers.server && <OnServer server={powers.server} />}
      </section>
      <Sources catalog={catalog} />
      <LockCheckPane checking={checking} />
    </div>
  );
}

/** What only the server's administrator can do; the SQL is theirs to read and to run. */
function OnServer({ server }: { server: ServerPowers }) {
  return (
    <div className="on-server" data-testid="on-server">
      <p>{server.unbounded}</p>
      <details>
        <summary>A login that can only read</summary>
        <pre className="selectable">{server.reader}</pre>
      </details>
      <CopyButton
        small
        text={() => server.reader}
        what="SQL"
        label="Copy SQL for a login that can only read"
        testid="copy-reader"
      />
    </div>
  );
}

function Where({ connection }: { connection: Connection }) {
  const { place } = connection.target;
  if (place.kind === "files") {
    return (
      <>
        <dt>{place.paths.length === 1 ? "File" : "Files"}</dt>
        <dd>
          <ul className="plain-list fact-paths">
            {place.paths.map((path) => (
              <li key={path}>
                <code dir="ltr">{path}</code>
              </li>
            ))}
          </ul>
        </dd>
      </>
    );
  }
  // The way through an SSH server has a line of its own.
  const address = place.kind === "postgres" ? connection.url.replace(/ via ssh:.*$/, "") : place.path;
  return (
    <>
      <dt>{place.kind === "postgres" ? "Address" : "File"}</dt>
      <dd className="fact-address">
        <code dir="ltr">{address}</code>
        <CopyButton small text={() => address} what={place.kind === "postgres" ? "Address" : "Path"} />
      </dd>
    </>
  );
}

const KEPT: Record<Connection["keep"], string> = {
  keychain: "Kept in the system's keychain",
  run: "Kept until Askwell is closed",
  passphrase: "Kept encrypted under your passphrase",
};

function holds(catalog: Catalog): string {
  const known = catalog.tables.flatMap((t) => (t.rows ? [t.rows] : []));
  const kinds = [
    ["table", "table", "tables"],
    ["view", "view", "views"],
    ["materialized_view", "materialised view", "materialised views"],
    ["foreign", "foreign table", "foreign tables"],
  ] as const;
  const parts = kinds.flatMap(([kind, one, many]) => {
    const n = catalog.tables.filter((t) => t.kind === kind && t.source === null).length;
    return n > 0 ? [plural(n, one, many)] : [];
  });
  const files = catalog.tables.filter((t) => t.source !== null).length;
  if (files > 0) parts.push(`${plural(files, "table")} read from files`);
  if (parts.length === 0) return "Nothing yet";
  const total = known.reduce((sum, r) => sum + r.count, 0);
  if (known.length > 0) parts.push(aboutRows({ count: total, exact: known.every((r) => r.exact) }));
  return parts.join(", ");
}
