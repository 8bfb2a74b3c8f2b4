// What a person has filled in, and the request it comes to. Pure; the dialog holds one of these.
import type { Colour, ConnectRequest, Connection, Keep, Pasted, Place, Target, TlsMode } from "../contract";
import { t } from "../text";
import { checksAuthority, type Kind } from "./words";
import "../text/en/connect";

export type SshLogin = "password" | "key" | "agent";

/** Every kind's fields at once, so that changing the kind back and forth loses nothing. */
export interface Form {
  /** Of the connection that is edited. */
  id: string | null;
  kind: Kind;
  sqlite: string;
  duckdb: string;
  files: string[];
  host: string;
  port: string;
  database: string;
  user: string;
  schema: string;
  password: string;
  tls: TlsMode;
  authorities: string;
  tunnel: boolean;
  sshHost: string;
  sshPort: string;
  sshUser: string;
  sshLogin: SshLogin;
  sshKey: string;
  /** The SSH password, or the passphrase of the key file. */
  sshSecret: string;
  /** Fingerprint of the SSH server that the person trusts. */
  trust: string | null;
  name: string;
  colour: Colour | null;
  keep: Keep;
  passphrase: string;
  again: string;
}

export const BLANK: Form = {
  id: null,
  kind: "files",
  sqlite: "",
  duckdb: "",
  files: [],
  host: "",
  port: "5432",
  database: "",
  user: "",
  schema: "",
  password: "",
  tls: "prefer",
  authorities: "",
  tunnel: false,
  sshHost: "",
  sshPort: "22",
  sshUser: "",
  sshLogin: "agent",
  sshKey: "",
  sshSecret: "",
  trust: null,
  name: "",
  colour: null,
  keep: "keychain",
  passphrase: "",
  again: "",
};

/** The fields of a saved connection; its secrets stay where they are. */
export function fromConnection(connection: Connection): Form {
  const { place, tunnel } = connection.target;
  const form = withPlace(
    { ...BLANK, id: connection.id, name: connection.name, colour: connection.colour, keep: connection.keep },
    place,
  );
  if (!tunnel) return form;
  return {
    ...form,
    tunnel: true,
    sshHost: tunnel.host,
    sshPort: String(tunnel.port),
    sshUser: tunnel.user,
    sshLogin: tunnel.login.kind,
    sshKey: tunnel.login.kind === "key" ? tunnel.login.path : "",
    trust: tunnel.trust,
  };
}

/** A pasted address fills the fields of its kind; its password goes into its own field. */
export function withPasted(form: Form, pasted: Pasted): Form {
  const filled = withPlace(form, pasted.place);
  return pasted.password === null ? filled : { ...filled, password: pasted.password };
}

/** What became of a pasted address; what it took the place of is named. */
export function pastedWords(form: Form, pasted: Pasted): string {
  const { place } = pasted;
  if (place.kind === "files" && form.files.some((file) => !place.paths.includes(file)))
    return t("connect.pasted.added");
  if (place.kind === "sqlite" || place.kind === "duckdb") {
    const before = form[place.kind];
    if (form.kind === place.kind && before !== "" && before !== place.path)
      return t("connect.pasted.inPlaceOf", { name: fileName(before) });
  }
  return pasted.password === null ? t("connect.pasted.filledIn") : t("connect.pasted.withPassword");
}

function withPlace(form: Form, place: Place): Form {
  switch (place.kind) {
    case "sqlite":
      return { ...form, kind: "sqlite", sqlite: place.path };
    case "duckdb":
      return { ...form, kind: "duckdb", duckdb: place.path };
    case "files":
      return withFiles(form, place.paths);
    case "postgres":
      return {
        ...form,
        kind: "postgres",
        host: place.host,
        port: String(place.port),
        database: place.database,
        user: place.user,
        tls: place.tls,
        authorities: place.authorities ?? "",
        schema: place.schema ?? "",
      };
  }
}

export function withFiles(form: Form, paths: readonly string[]): Form {
  return { ...form, kind: "files", files: [...new Set([...form.files, ...paths])] };
}

/** What is missing, as the reason why the buttons wait; null: nothing. */
export function complaint(form: Form): string | null {
  switch (form.kind) {
    case "sqlite":
    case "duckdb":
      if (form[form.kind].trim() === "") return t("connect.missing.file");
      return null;
    case "files":
      return form.files.length === 0 ? t("connect.missing.files") : null;
    case "postgres":
      return serverComplaint(form) ?? tunnelComplaint(form) ?? keepComplaint(form);
  }
}

function serverComplaint(form: Form): string | null {
  if (form.host.trim() === "") return t("connect.missing.server");
  if (port(form.port) === null) return t("connect.missing.port");
  if (form.database.trim() === "") return t("connect.missing.database");
  if (form.user.trim() === "") return t("connect.missing.user");
  return null;
}

function tunnelComplaint(form: Form): string | null {
  if (!form.tunnel) return null;
  if (form.sshHost.trim() === "") return t("connect.missing.sshServer");
  if (port(form.sshPort) === null) return t("connect.missing.sshPort");
  if (form.sshUser.trim() === "") return t("connect.missing.sshUser");
  if (form.sshLogin === "key" && form.sshKey.trim() === "") return t("connect.missing.sshKey");
  return null;
}

function keepComplaint(form: Form): string | null {
  // Without a new password there is nothing to encrypt; the passphrase may still be needed to open the old one.
  if (form.keep !== "passphrase" || !hasSecret(form)) return null;
  if (form.passphrase === "") return t("connect.missing.passphrase");
  if (form.passphrase !== form.again) return t("connect.missing.differ");
  return null;
}

export function hasSecret(form: Form): boolean {
  if (form.kind !== "postgres") return false;
  return form.password !== "" || (form.tunnel && form.sshLogin !== "agent" && form.sshSecret !== "");
}

function port(text: string): number | null {
  if (!/^\d{1,5}$/.test(text.trim())) return null;
  const value = Number(text);
  return value >= 1 && value <= 65_535 ? value : null;
}

function targetOf(form: Form): Target {
  switch (form.kind) {
    case "sqlite":
    case "duckdb":
      return { place: { kind: form.kind, path: form[form.kind].trim() }, tunnel: null };
    case "files":
      return { place: { kind: "files", paths: form.files }, tunnel: null };
    case "postgres":
      return {
        place: {
          kind: "postgres",
          host: form.host.trim(),
          port: port(form.port) ?? 5432,
          database: form.database.trim(),
          user: form.user.trim(),
          tls: form.tls,
          authorities: checksAuthority(form.tls) && form.authorities.trim() ? form.authorities.trim() : null,
          schema: form.schema.trim() || null,
        },
        tunnel: form.tunnel
          ? {
              host: form.sshHost.trim(),
              port: port(form.sshPort) ?? 22,
              user: form.sshUser.trim(),
              login:
                form.sshLogin === "key" ? { kind: "key", path: form.sshKey.trim() } : { kind: form.sshLogin },
              trust: form.trust,
            }
          : null,
      };
  }
}

export function toRequest(form: Form): ConnectRequest {
  const server = form.kind === "postgres";
  const tunnelled = server && form.tunnel && form.sshLogin !== "agent";
  return {
    id: form.id,
    name: form.name.trim(),
    colour: form.colour,
    target: targetOf(form),
    secrets: {
      database: server && form.password !== "" ? form.password : null,
      tunnel: tunnelled && form.sshSecret !== "" ? form.sshSecret : null,
    },
    keep: server ? form.keep : "run",
    passphrase: server && form.keep === "passphrase" && form.passphrase !== "" ? form.passphrase : null,
  };
}

/** Several files at once, as they are dropped on the window. */
export function filesOf(paths: readonly string[]): ConnectRequest {
  return toRequest(withFiles(BLANK, paths));
}

/** What the connection would be called without a name. */
export function suggestedName(form: Form): string {
  switch (form.kind) {
    case "sqlite":
    case "duckdb":
      return stem(form[form.kind]);
    case "files":
      return form.files.length > 0 ? stem(form.files[0] ?? "") : "";
    case "postgres":
      return form.database.trim();
  }
}

export function stem(path: string): string {
  return fileName(path).replace(/\.\w+$/, "");
}

export function fileName(path: string): string {
  return path.replace(/[/\\]+$/, "").replace(/^.*[/\\]/, "");
}

/** Everything a test depends on, so that a change makes its result old. */
export function fingerprint(form: Form): string {
  const { target, secrets } = toRequest(form);
  return JSON.stringify([target, secrets]);
}
