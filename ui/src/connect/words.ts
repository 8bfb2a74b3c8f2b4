// What the screens of connecting say about kinds, encryption, places for passwords, colours and steps.
import type { Colour, Keep, Place, StepKind, TlsMode } from "../contract";
import { t } from "../text";
import "../text/en/connect";

export type Kind = Place["kind"];

// Files first: that is what most people have.
export const KINDS: readonly { kind: Kind; name: string; says: string }[] = [
  { kind: "files", name: t("connect.kind.files"), says: t("connect.kind.filesSays") },
  { kind: "sqlite", name: "SQLite", says: t("connect.kind.sqliteSays") },
  { kind: "duckdb", name: "DuckDB", says: t("connect.kind.duckdbSays") },
  { kind: "postgres", name: "PostgreSQL", says: t("connect.kind.postgresSays") },
];

export const TLS: readonly { mode: TlsMode; name: string; says: string }[] = [
  {
    mode: "disable",
    name: t("connect.tls.disable"),
    says: t("connect.tls.disableSays"),
  },
  {
    mode: "prefer",
    name: t("connect.tls.prefer"),
    says: t("connect.tls.preferSays"),
  },
  {
    mode: "require",
    name: t("connect.tls.require"),
    says: t("connect.tls.requireSays"),
  },
  {
    mode: "verify-ca",
    name: t("connect.tls.verifyCa"),
    says: t("connect.tls.verifyCaSays"),
  },
  {
    mode: "verify-full",
    name: t("connect.tls.verifyFull"),
    says: t("connect.tls.verifyFullSays"),
  },
];

export function checksAuthority(mode: TlsMode): boolean {
  return mode === "verify-ca" || mode === "verify-full";
}

export const KEEPS: readonly { keep: Keep; name: string; says: string }[] = [
  { keep: "keychain", name: t("connect.keep.keychain"), says: t("connect.keep.keychainSays") },
  { keep: "run", name: t("connect.keep.run"), says: t("connect.keep.runSays") },
  {
    keep: "passphrase",
    name: t("connect.keep.sealed"),
    says: t("connect.keep.sealedSays"),
  },
];

/** Each colour has a shape of its own, so that colour alone tells nothing apart. */
export const COLOURS: readonly { colour: Colour; name: string }[] = [
  { colour: "red", name: t("connect.colour.red") },
  { colour: "orange", name: t("connect.colour.orange") },
  { colour: "yellow", name: t("connect.colour.yellow") },
  { colour: "green", name: t("connect.colour.green") },
  { colour: "teal", name: t("connect.colour.teal") },
  { colour: "blue", name: t("connect.colour.blue") },
  { colour: "violet", name: t("connect.colour.violet") },
  { colour: "grey", name: t("connect.colour.grey") },
];

export function colourName(colour: Colour): string {
  return COLOURS.find((c) => c.colour === colour)?.name ?? colour;
}

export interface StepWords {
  /** While it is taken. */
  now: string;
  /** Once it passed. */
  done: string;
  /** On a line of its own. */
  title: string;
  /** Within a sentence. */
  within: string;
}

export function stepWords(step: StepKind): StepWords {
  return {
    now: t(`connect.step.now.${step}`),
    done: t(`connect.step.done.${step}`),
    title: t(`connect.step.title.${step}`),
    within: t(`connect.step.within.${step}`),
  };
}
