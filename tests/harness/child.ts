// A program of ours as a process of its own, with what it says.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import server from '../../scripts/server-process.json' with { type: 'json' }

export interface Child {
  process: ChildProcess
  /** Both streams so far. */
  output(): string
  /** Resolves with the first match; rejects when the process ends without it. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

const root = join(import.meta.dirname, '../..')
/** What `npm start` runs. */
export const serverScript = server.script

export function startChild(script: string, env: Record<string, string>, args: string[] = []): Child {
  const { PATH, HOME, LANG, TMPDIR } = process.env
  const child = spawn(process.execPath, [join(root, script), ...args], {
    // What was compiled is cached, as scripts/launch.mjs does.
    env: { PATH, HOME, LANG, TMPDIR, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
      for (const check of listeners) check()
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    process: child,
    output: () => output,
    ended,
    says: (pattern) =>
      new Promise((done, failed) => {
        const check = () => {
          const match = pattern.exec(output)
          if (!match) return
          listeners.delete(check)
          done(match)
        }
        listeners.add(check)
        check()
        ended.then((code) => failed(new Error(`ended with ${code} and never said ${pattern}:\n${output}`)))
      }),
  }
}
