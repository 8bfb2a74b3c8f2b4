import { describe, expect, it } from "vitest";
import type { Connection, Pasted } from "../contract";
import {
  BLANK,
  complaint,
  type Form,
  filesOf,
  fingerprint,
  fromConnection,
  suggestedName,
  toRequest,
  pastedWords,
  withFiles,
  withPasted,
} from "./form";

const pasted: Pasted = {
  place: {
    kind: "postgres",
    host: "db.example.org",
    port: 5433,
    database: "shop",
    user: "anna",
    tls: "require",
    authorities: null,
    schema: null,
  },
  password: "s3cret",
};
const server: Form = withPasted(BLANK, pasted);
const tunnelled: Form = {
  ...server,
  tunnel: true,
  sshHost: "gate",
  sshUser: "anna",
  sshLogin: "key",
  sshKey: "/k",
};

describe("a pasted address", () => {
  it("fills every field, the password in its own", () => {
    expect(server).toMatchObject({
      kind: "postgres",
      host: "db.example.org",
      port: "5433",
      password: "s3cret",
    });
  });
  it("without a password leaves the one that was typed", () => {
    expect(withPasted(server, { ...pasted, password: null }).password).toBe("s3cret");
  });
  it("keeps name and colour", () => {
    const named = { ...BLANK, name: "Shop", colour: "red" } as const;
    expect(withPasted(named, pasted)).toMatchObject({ name: "Shop", colour: "red" });
  });
});

describe("the request", () => {
  it("has the secrets apart from the place", () => {
    const request = toRequest(server);
    expect(request.secrets.database).toBe("s3cret");
    expect(JSON.stringify(request.target)).not.toContain("s3cret");
  });
  it("leaves secrets that were not typed as they are", () => {
    expect(toRequest({ ...server, password: "" }).secrets).toEqual({ database: null, tunnel: null });
  });
  it("has the key's passphrase only where a key is used", () => {
    const with_phrase = { ...tunnelled, sshSecret: "phrase" };
    expect(toRequest(with_phrase).secrets.tunnel).toBe("phrase");
    expect(toRequest({ ...with_phrase, sshLogin: "agent" }).secrets.tunnel).toBeNull();
    expect(toRequest({ ...with_phrase, tunnel: false }).secrets.tunnel).toBeNull();
    expect(toRequest({ ...with_phrase, tunnel: false }).target.tunnel).toBeNull();
  });
  it("names an authority only where authorities are checked", () => {
    const named = { ...server, authorities: "/ca.pem" };
    expect(toRequest(named).target.place).toMatchObject({ authorities: null });
    expect(toRequest({ ...named, tls: "verify-full" }).target.place).toMatchObject({
      authorities: "/ca.pem",
    });
  });
  it("of a file keeps no secret anywhere", () => {
    const file: Form = { ...server, kind: "sqlite", sqlite: " /a.db ", keep: "passphrase", passphrase: "p" };
    expect(toRequest(file)).toMatchObject({
      target: { place: { kind: "sqlite", path: "/a.db" }, tunnel: null },
      secrets: { database: null, tunnel: null },
      keep: "run",
      passphrase: null,
    });
  });
  it("of several files holds each once", () => {
    expect(filesOf(["/a.csv", "/b.csv", "/a.csv"]).target.place).toEqual({
      kind: "files",
      paths: ["/a.csv", "/b.csv"],
    });
  });
});

describe("a saved connection", () => {
  it("comes back as the form that made it", () => {
    const request = toRequest({ ...tunnelled, trust: "SHA256:x", name: "Shop", colour: "teal", keep: "run" });
    const connection: Connection = {
      id: "shop",
      name: "Shop",
      url: "",
      dialect: "postgres",
      sample: false,
      about: "",
      opened: null,
      target: request.target,
      colour: "teal",
      keep: "run",
    };
    const again = toRequest(fromConnection(connection));
    expect(again.target).toEqual(request.target);
    expect(again).toMatchObject({ id: "shop", name: "Shop", colour: "teal", keep: "run" });
  });
});

describe("what is missing", () => {
  it.each<[string, Form, RegExp | null]>([
    ["a file", { ...BLANK, kind: "sqlite" }, /file/],
    ["nothing, with a file", { ...BLANK, kind: "sqlite", sqlite: "/a.db" }, null],
    ["files", { ...BLANK, kind: "files" }, /at least one/],
    ["nothing, with a server", server, null],
    ["the server", { ...server, host: " " }, /server/],
    ["a port in range", { ...server, port: "70000" }, /65535/],
    ["a port of digits", { ...server, port: "54e1" }, /65535/],
    ["the database", { ...server, database: "" }, /database/],
    ["the user", { ...server, user: "" }, /user/],
    ["the SSH server", { ...tunnelled, sshHost: "" }, /SSH server/],
    ["the SSH user", { ...tunnelled, sshUser: "" }, /SSH user/],
    ["the key", { ...tunnelled, sshKey: "" }, /key file/],
    ["nothing of a tunnel that is off", { ...tunnelled, sshKey: "", tunnel: false }, null],
    ["a passphrase", { ...server, keep: "passphrase" }, /passphrase/],
    ["the same passphrase twice", { ...server, keep: "passphrase", passphrase: "a", again: "b" }, /differ/],
    ["nothing to encrypt", { ...server, keep: "passphrase", password: "" }, null],
  ])("%s", (_, form, says) => {
    if (says === null) expect(complaint(form)).toBeNull();
    else expect(complaint(form)).toMatch(says);
  });
});

describe("a test's result", () => {
  it("is old once the place or a secret changes, and stays with another name", () => {
    expect(fingerprint({ ...server, name: "x", colour: "red", keep: "run" })).toBe(fingerprint(server));
    expect(fingerprint({ ...server, password: "other" })).not.toBe(fingerprint(server));
    expect(fingerprint({ ...server, host: "other" })).not.toBe(fingerprint(server));
    expect(fingerprint({ ...tunnelled, trust: "SHA256:x" })).not.toBe(fingerprint(tunnelled));
  });
});

it("a name is suggested from the place", () => {
  expect(suggestedName(server)).toBe("shop");
  expect(suggestedName({ ...BLANK, kind: "sqlite", sqlite: "C:\\data\\my shop.db" })).toBe("my shop");
  expect(suggestedName(withFiles(BLANK, ["/data/measurements/"]))).toBe("measurements");
});

describe("a second path that is pasted", () => {
  const files = (...paths: string[]): Pasted => ({
    ...pasted,
    password: null,
    place: { kind: "files", paths },
  });
  it("joins the files that are there, and says so", () => {
    const first = withPasted(BLANK, files("/a.csv"));
    expect(pastedWords(first, files("/b.csv"))).toContain("Added");
    expect(withPasted(first, files("/b.csv")).files).toEqual(["/a.csv", "/b.csv"]);
  });
  it("of a database takes the place of the first, which is named", () => {
    const database = (path: string): Pasted => ({
      ...pasted,
      password: null,
      place: { kind: "sqlite", path },
    });
    const first = withPasted(BLANK, database("/data/a.db"));
    expect(pastedWords(BLANK, database("/data/a.db"))).toBe("Filled in below.");
    expect(pastedWords(first, database("/data/b.db"))).toContain("in place of a.db");
  });
});
