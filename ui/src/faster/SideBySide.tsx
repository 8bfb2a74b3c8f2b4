// The old and the new statement beside each other, the differences marked.
import { useEffect, useState } from "react";
import type { Backend } from "../backend/backend";
import { CopyButton } from "../ui/Copy";
import { type Piece, sides } from "./marks";

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
    <section className="faster-sides" aria-label="Old and new SQL" data-testid="faster-sides">
      <Side title="Before" pieces={marked.before} text={laidOut.before} kind="del" />
      <Side title="After" pieces={marked.after} text={laidOut.after} kind="ins" />
    </section>
  );
}

function Side({
  title,
  pieces,
  text,
  kind,
}: {
  title: string;
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
        <CopyButton small text={() => text} what={`SQL ${title.toLowerCase()}`} label="Copy" />
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
