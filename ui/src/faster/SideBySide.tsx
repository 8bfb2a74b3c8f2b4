// The old and the new statement beside each other, the differences marked.
import { useEffect, useState } from "react";
import type { Backend } from "../backend/backend";
import { t } from "../text";
import { CopyButton } from "../ui/Copy";
import { type Piece, sides } from "./marks";
import "../text/en/fasterMore";

interface Props {
  backend: Backend;
  connection: string;
  before: string;
  after: string;
}

export function SideBySide({ backend, connection, before, after }: Props) {
  const [laidOut, setLaidOut] = useState({ before, after });
  useEffect(() => {
    let gone = false;
    // What cannot be laid out is shown as it was written.
    const tidy = (sql: string) => backend.formatSql(connection, sql).catch(() => sql);
    setLaidOut({ before, after });
    void Promise.all([tidy(before), tidy(after)]).then(([b, a]) => {
      if (!gone) setLaidOut({ before: b, after: a });
    });
    return () => {
      gone = true;
    };
  }, [backend, connection, before, after]);
  const marked = sides(laidOut.before, laidOut.after);
  return (
    <section className="faster-sides" aria-label={t("faster.sides.label")} data-testid="faster-sides">
      <Side
        title={t("faster.before")}
        what={t("faster.sides.before")}
        pieces={marked.before}
        text={laidOut.before}
        kind="del"
      />
      <Side
        title={t("faster.after")}
        what={t("faster.sides.after")}
        pieces={marked.after}
        text={laidOut.after}
        kind="ins"
      />
    </section>
  );
}

function Side({
  title,
  what,
  pieces,
  text,
  kind,
}: {
  title: string;
  /** As it is called once it is copied. */
  what: string;
  pieces: Piece[];
  text: string;
  kind: "del" | "ins";
}) {
  const Mark = kind;
  let at = 0;
  return (
    <div className="faster-side">
      <div className="label-row">
        <h2 className="label">{title}</h2>
        <CopyButton small text={() => text} what={what} label={t("common.copy")} />
      </div>
      <pre className="code plain faster-code">
        {pieces.map((piece) => {
          const key = at;
          at += piece.text.length;
          return piece.marked ? <Mark key={key}>{piece.text}</Mark> : <span key={key}>{piece.text}</span>;
        })}
      </pre>
    </div>
  );
}
