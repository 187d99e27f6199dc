// Adds to a lock file the optional packages of other platforms that a partial registry left out.
// npm drops an optional package that its registry does not carry, and `npm ci` then calls the lock file incomplete.
// Run it after adding a package: node scripts/complete-lock.ts [folder]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Entry {
  version: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'netbsd', 'openharmony', 'win32']
const processors = ['arm64', 'x64', 'ia32', 'arm', 'riscv64', 'ppc64', 's390x', 'wasm32', 'loong64']

/** The platform that a package names in its own name, as `os`, `cpu` and `libc` of its manifest would. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/)
  const os =
    systems.find((system) => words.includes(system)) ?? (words.includes('windows') ? 'win32' : undefined)
  const cpu = processors.find((processor) => words.includes(processor))
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) }
}

const file = join(process.argv[2] ?? '.', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
let added = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const top = `node_modules/${name}`
    if (lock.packages[top] || lock.packages[`${path}/${top}`]) continue
    // Only an exact version can be written down without asking the registry.
    if (!/^\d+\.\d+\.\d+/.test(version) || !(platformOf(name).os || platformOf(name).cpu)) continue
    lock.packages[top] = { version, ...platformOf(name), ...(entry.dev && { dev: true }), optional: true }
    added += 1
  }
}
const sorted = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`)
console.log(`${added} packages of other platforms added to ${file}`)
