// A container that is killed and started again on its volume: the numbers of its processes begin again, so that the one in
// postmaster.pid is another process of the same user. A PID namespace and an ordinary user stand for the container.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { serverScript } from '#tests/harness/child.ts'

const root = join(import.meta.dirname, '../..')
const starts = process.env.TEST_LONG ? 20 : 1
const isRoot = process.getuid?.() === 0
/** The user `nobody`. */
const uid = 65_534

const namespace = ['--pid', '--fork', '--kill-child', '--mount-proc']
// Another user's credentials take the death signal of --kill-child away.
const asUser = isRoot
  ? ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--pdeathsig=KILL']
  : []
const inContainer = [...(isRoot ? [] : ['--user', '--map-current-user']), ...namespace, ...asUser]
const mayUnshare = spawnSync('unshare', [...inContainer, 'true']).status === 0

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

async function makeVolume(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'container-'))
  folders.push(folder)
  const volume = join(folder, 'data')
  await mkdir(volume)
  await chmod(folder, 0o755)
  if (isRoot) await chown(volume, uid, uid)
  return volume
}

async function readStalePid(volume: string): Promise<number> {
  const file = join(volume, 'postgres/postmaster.pid')
  return existsSync(file) ? Number.parseInt(await readFile(file, 'utf8'), 10) : 0
}

/** Starts the server where every number up to `taken` belongs to a process, and kills the whole container once it is ready. */
async function startAndKill(volume: string, taken: number): Promise<string> {
  const occupy = 'last=0; while [ "$last" -lt "$0" ]; do sleep 3600 & last=$!; done; exec "$@"'
  const container = spawn(
    'unshare',
    [...inContainer, 'sh', '-c', occupy, String(taken), process.execPath, join(root, serverScript)],
    {
      env: { PATH: process.env.PATH, TMPDIR: volume, PORT: '0', DATA_DIR: volume, LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [container.stdout, container.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
      if (/Ready at /.test(output)) container.kill('SIGKILL')
    })
  // All of its processes hold the pipes: these close when the last one is gone.
  await once(container, 'close')
  return output
}

it.skipIf(!mayUnshare)(
  `starts ${starts} of ${starts} times where the number in postmaster.pid is another process`,
  async () => {
    const volume = await makeVolume()
    expect(await startAndKill(volume, 0)).toContain('Ready at ')
    const outcomes: string[] = []
    for (let start = 0; start < starts; start += 1) {
      const stale = await readStalePid(volume)
      expect(stale).toBeGreaterThan(1)
      const output = await startAndKill(volume, stale)
      outcomes.push(/Ready at /.test(output) ? 'ready' : output)
    }
    expect(outcomes).toEqual(Array(starts).fill('ready'))
  },
)
