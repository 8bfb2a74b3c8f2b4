// Puts the optional packages of other platforms into ui/package-lock.json. `npm install` leaves out those that its
// registry does not offer (mirrors often keep one platform), and `npm ci` then refuses the lock file everywhere. The
// parent names their exact versions; their system is in their name. Run it after `npm install`.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const file = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "ui", "package-lock.json");
const lock = JSON.parse(fs.readFileSync(file, "utf8"));

const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const PROCESSORS = ["arm64", "armv7", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

function entry(name, version, parent) {
  const parts = name.slice(name.lastIndexOf("/") + 1).split("-");
  const os = SYSTEMS.filter((system) => parts.includes(system));
  const cpu = PROCESSORS.filter((processor) => parts.includes(processor));
  if (os.length === 0 && cpu.length === 0) return null;
  const made = { version };
  if (cpu.length) made.cpu = cpu.map((processor) => (processor === "armv7" ? "arm" : processor));
  if (parent.dev) made.dev = true;
  if (parts.includes("musl")) made.libc = ["musl"];
  made.optional = true;
  if (os.length) made.os = os;
  return made;
}

for (const [place, parent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    if (lock.packages[`node_modules/${name}`] || lock.packages[`${place}/node_modules/${name}`]) continue;
    const made = /^\d+\.\d+\.\d+/.test(version) ? entry(name, version, parent) : null;
    if (made) lock.packages[`node_modules/${name}`] = made;
    else console.error(`Left out: ${name}@${version}, an optional package of ${place} for every platform`);
  }
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
lock.packages = Object.fromEntries(sorted);
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
