// The way to a server, with trouble on call. Words of the fields: host "nowhere", "refused", "selfsigned" or "slow";
// database "missing"; user "blind"; password "wrong"; SSH server "new" until its key is trusted. No keychain with
// `mock.keychain` = "off" in the browser's storage.
import type { ConnectRequest, Keychain, Problem, Server, Step, StepKind, Tunnel } from "../../contract";
import { problem, TROUBLES } from "./saved";

export const FINGERPRINT = "SHA256:uNiVztksCsDhcc0u9e8BrrJXVGDl0gnsgHQA3SQnFzk";

export function keychain(): Keychain {
  return localStorage.getItem("mock.keychain") === "off"
    ? {
        available: false,
        says: "This system has no keychain that answers, so a password can be kept until Askwell closes or encrypted under a passphrase.",
      }
    : { available: true, says: "Kept by the system, and asked for no more." };
}

type Outcome = string | Problem;

function tunnel(way: Tunnel): Outcome {
  if (/new/.test(way.host) && way.trust !== FINGERPRINT)
    return problem(
      "denied",
      `Nobody has vouched for the SSH server ${way.host} yet.`,
      "Compare this fingerprint with what its administrator says. Trust it only if the two are the same.",
      FINGERPRINT,
    );
  return `${way.user}@${way.host}`;
}

function server(step: StepKind, at: Server, password: string | null): Outcome {
  switch (step) {
    case "name":
      return /nowhere/.test(at.host)
        ? problem(
            "not_found",
            `There is no host called ${at.host}.`,
            "Check its spelling; in a company's network the VPN may have to be on.",
            "failed to lookup address information: Name or service not known",
          )
        : "192.0.2.17";
    case "port":
      return /refused/.test(at.host)
        ? problem(
            "not_found",
            `Nothing answers at port ${at.port} of ${at.host}.`,
            "Check the port (PostgreSQL's own is 5432), and whether the server is running.",
            "Connection refused (os error 111)",
          )
        : String(at.port);
    case "tls":
      if (at.tls === "disable") return "not encrypted, as asked";
      return /selfsigned/.test(at.host) && at.tls.startsWith("verify")
        ? problem(
            "denied",
            "The server's certificate comes from an authority that this system does not trust.",
            "Choose the file of the authority that signed it, or ask the server's administrator for it.",
            "invalid peer certificate: UnknownIssuer",
          )
        : "TLS 1.3";
    case "login":
      return password === "wrong"
        ? problem(
            "denied",
            `The server does not accept this password for ${at.user}.`,
            "Type the password again; it is not the one of this computer.",
            'FATAL: password authentication failed for user "anna" (28P01)',
          )
        : `as ${at.user}`;
    case "database":
      return /missing/.test(at.database)
        ? problem(
            "not_found",
            `The server has no database called ${at.database}.`,
            "It has: shop, shop_archive, postgres.",
            'FATAL: database "missing" does not exist (3D000)',
          )
        : "PostgreSQL 15.14";
    case "read":
      return /blind/.test(at.user)
        ? problem(
            "denied",
            `${at.user} may not read a single table of this database.`,
            "Ask its owner to GRANT SELECT on the tables you need.",
          )
        : "8 tables";
    default:
      return "";
  }
}

const MS: Record<StepKind, number> = {
  file: 0.4,
  tunnel: 212,
  name: 8.1,
  port: 21,
  tls: 44,
  login: 12.6,
  database: 6.2,
  read: 31,
};

/** The steps of a request in their order, each with how long it takes; the last may be the one that fails. */
export function steps(request: ConnectRequest): Step[] {
  const { place, tunnel: way } = request.target;
  const out: Step[] = [];
  const take = (step: StepKind, result: Outcome): boolean => {
    const passed = typeof result === "string";
    out.push({
      step,
      result: passed ? { kind: "passed", found: result } : { kind: "failed", problem: result },
      ms: MS[step],
    });
    return passed;
  };
  if (place.kind !== "postgres") {
    const path = place.kind === "files" ? place.paths.join(";") : place.path;
    const trouble = TROUBLES.find(([words]) => words.test(path))?.[1];
    if (take("file", trouble?.code === "not_found" || trouble?.code === "denied" ? trouble : "412 kB"))
      if (take("database", trouble ?? "15 tables")) take("read", "all can be read");
    return out;
  }
  if (way && !take("tunnel", tunnel(way))) return out;
  for (const step of ["name", "port", "tls", "login", "database", "read"] as const)
    if (!take(step, server(step, place, request.secrets.database))) break;
  return out;
}

export function isSlow(request: ConnectRequest): boolean {
  const { place } = request.target;
  return place.kind === "postgres" && /slow/.test(place.host);
}
