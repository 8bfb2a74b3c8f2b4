// What the screens of connecting say about kinds, encryption, places for passwords, colours and steps.
import type { Colour, Keep, Place, StepKind, TlsMode } from "../contract";

export type Kind = Place["kind"];

// Files first: that is what most people have.
export const KINDS: readonly { kind: Kind; name: string; says: string }[] = [
  { kind: "files", name: "Files", says: "CSV, TSV, Excel, Parquet, JSON, or a folder of them" },
  { kind: "sqlite", name: "SQLite", says: "One file: .sqlite, .db" },
  { kind: "duckdb", name: "DuckDB", says: "One file: .duckdb" },
  { kind: "postgres", name: "PostgreSQL", says: "A server here or elsewhere" },
];

export const TLS: readonly { mode: TlsMode; name: string; says: string }[] = [
  {
    mode: "disable",
    name: "No encryption",
    says: "Whoever sees the network sees the password and the rows. For a server on this computer.",
  },
  {
    mode: "prefer",
    name: "Encrypt if possible",
    says: "Encrypted where the server can, otherwise not. Who the server is, is not checked.",
  },
  {
    mode: "require",
    name: "Always encrypt",
    says: "Encrypted or no connection. Who the server is, is not checked.",
  },
  {
    mode: "verify-ca",
    name: "Encrypt, check the authority",
    says: "Encrypted, and a trusted authority vouches for the server.",
  },
  {
    mode: "verify-full",
    name: "Encrypt, check the server",
    says: "Encrypted, and a trusted authority vouches that it is this very host. The safest.",
  },
];

export function checksAuthority(mode: TlsMode): boolean {
  return mode === "verify-ca" || mode === "verify-full";
}

export const KEEPS: readonly { keep: Keep; name: string; says: string }[] = [
  { keep: "keychain", name: "In the system's keychain", says: "Asked for no more." },
  { keep: "run", name: "Until Askwell is closed", says: "Asked for again at the next start." },
  {
    keep: "passphrase",
    name: "Encrypted under a passphrase",
    says: "Kept by Askwell, of use only with the passphrase.",
  },
];

/** Each colour has a shape of its own, so that colour alone tells nothing apart. */
export const COLOURS: readonly { colour: Colour; name: string }[] = [
  { colour: "red", name: "Red" },
  { colour: "orange", name: "Orange" },
  { colour: "yellow", name: "Yellow" },
  { colour: "green", name: "Green" },
  { colour: "teal", name: "Teal" },
  { colour: "blue", name: "Blue" },
  { colour: "violet", name: "Violet" },
  { colour: "grey", name: "Grey" },
];

export function colourName(colour: Colour): string {
  return COLOURS.find((c) => c.colour === colour)?.name ?? colour;
}

/** A step while it is taken, and once it passed. */
export const STEPS: Record<StepKind, { now: string; done: string; failed: string }> = {
  file: { now: "Looking for the file", done: "File found", failed: "File" },
  tunnel: { now: "Logging in to the SSH server", done: "SSH server let us in", failed: "SSH" },
  name: { now: "Looking up the host", done: "Host found", failed: "Host" },
  port: { now: "Knocking at the port", done: "Port open", failed: "Port" },
  tls: { now: "Agreeing on encryption", done: "Encryption agreed", failed: "Encryption" },
  login: { now: "Logging in", done: "Login accepted", failed: "Login" },
  database: { now: "Opening the database", done: "Database opened", failed: "Database" },
  read: { now: "Reading the list of tables", done: "Tables can be read", failed: "Reading" },
};
