// What a connection could do to its database, and how to log in as somebody who could not.
import type { Connection, Powers } from "../../contract";

export function powersOf(connection: Connection): Powers {
  if (connection.dialect === "postgres")
    return {
      can_write: true,
      says: "This login could change 6 of the 8 tables; Askwell will not.",
      server: {
        unbounded:
          "Askwell ends each query after its time limit. How much of the server's memory and disk one step of a query takes only its administrator can bound, and some of the server's own functions cannot be stopped while they run.",
        reader: `CREATE ROLE askwell_reader LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE CONNECTION LIMIT 8;
ALTER ROLE askwell_reader SET default_transaction_read_only = on;
ALTER ROLE askwell_reader SET statement_timeout = '60s';
GRANT USAGE ON SCHEMA "public" TO askwell_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA "public" TO askwell_reader;
`,
      },
    };
  return {
    can_write: true,
    says: "You may write this file; Askwell opens it for reading only.",
    server: null,
  };
}
