// A connection's own page: what it is, how its files were read, what could be done to it, and that nothing will be.
import { ArrowLeft, Pencil, ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { ColourMark } from "../connect/ColourMark";
import type { Catalog, Connection, Opened, ServerPowers } from "../contract";
import { aboutRows } from "../format/cell";
import { levelWords } from "../models/words";
import { describe } from "../sidebar/dialects";
import { t } from "../text";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/Copy";
import { keyCounts, keySentence } from "./facts";
import { LockCheckPane } from "./LockCheck";
import { Sources } from "./Sources";
import type { Checking } from "./useLockCheck";
import "../text/en/aboutMore";

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
              {t("about.page.edit")}
            </Button>
          )}
          <Button testid="about-close" onPress={onClose}>
            <ArrowLeft aria-hidden size={15} />
            {t("about.page.back")}
          </Button>
        </div>
      </header>
      <section className="about-card" aria-label={t("about.page.facts")}>
        <dl className="facts">
          <dt>{t("about.page.engine")}</dt>
          <dd>{catalog.engine}</dd>
          <Where connection={connection} />
          {connection.target.tunnel && (
            <>
              <dt>{t("about.page.through")}</dt>
              <dd>
                {t("about.page.tunnel", {
                  host: connection.target.tunnel.host,
                  user: connection.target.tunnel.user,
                })}
              </dd>
            </>
          )}
          {connection.target.place.kind === "postgres" && (
            <>
              <dt>{t("about.page.password")}</dt>
              <dd>{KEPT[connection.keep]}</dd>
            </>
          )}
          <dt>{t("about.page.holds")}</dt>
          <dd>{holds(catalog)}</dd>
          <dt>{t("about.page.keys")}</dt>
          <dd>{keySentence(keyCounts(catalog))}</dd>
          <dt>{t("about.page.modelsSee")}</dt>
          <dd>
            {levelWords(connection.privacy ?? "nothing").name}{" "}
            <button type="button" className="link" data-testid="about-privacy" onClick={onPrivacy}>
              {t("about.page.change")}
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
        <summary>{t("about.page.login")}</summary>
        <pre className="selectable">{server.reader}</pre>
      </details>
      <CopyButton
        small
        text={() => server.reader}
        what="SQL"
        label={t("about.page.copyLogin")}
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
        <dt>{t("about.page.file", { count: place.paths.length })}</dt>
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
  const server = place.kind === "postgres";
  const address = place.kind === "postgres" ? connection.url.replace(/ via ssh:.*$/, "") : place.path;
  return (
    <>
      <dt>{server ? t("about.page.address") : t("about.page.file", { count: 1 })}</dt>
      <dd className="fact-address">
        <code dir="ltr">{address}</code>
        <CopyButton
          small
          text={() => address}
          what={server ? t("about.page.address") : t("about.page.path")}
          name={server ? t("about.page.copyAddress") : t("about.page.copyPath")}
        />
      </dd>
    </>
  );
}

const KEPT: Record<Connection["keep"], string> = {
  keychain: t("about.page.keptKeychain"),
  run: t("about.page.keptRun"),
  passphrase: t("about.page.keptPassphrase"),
};

function holds(catalog: Catalog): string {
  const known = catalog.tables.flatMap(({ rows }) => (rows ? [rows] : []));
  const kinds = [
    ["table", (count: number) => t("common.tables", { count })],
    ["view", (count: number) => t("about.facts.views", { count })],
    ["materialized_view", (count: number) => t("about.facts.materialised", { count })],
    ["foreign", (count: number) => t("about.facts.foreign", { count })],
  ] as const;
  const parts = kinds.flatMap(([kind, said]) => {
    const count = catalog.tables.filter((table) => table.kind === kind && table.source === null).length;
    return count > 0 ? [said(count)] : [];
  });
  const files = catalog.tables.filter(({ source }) => source !== null).length;
  if (files > 0) parts.push(t("about.facts.fromFiles", { count: files }));
  if (parts.length === 0) return t("about.facts.nothing");
  const total = known.reduce((sum, r) => sum + r.count, 0);
  if (known.length > 0) parts.push(aboutRows({ count: total, exact: known.every((r) => r.exact) }));
  return parts.join(", ");
}
