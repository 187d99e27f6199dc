// Progress of the process: lines for a terminal, or records for a production log.
import type { Log } from '#platform/log.ts'

export interface Progress {
  /** Announces the work, does it, and says how long it took. */
  step<T>(title: string, work: (log: Log) => Promise<T>): Promise<T>
  say(line: string): void
}

export function createTerminalProgress(write: (text: string) => void): Progress {
  return {
    async step(title, work) {
      const notes: string[] = []
      const note = (_: object, message: string) => void notes.push(message)
      const started = performance.now()
      write(`${title}... `)
      try {
        const result = await work({ info() {}, warn: note, error: note })
        write(`ok (${seconds(started)})\n`)
        return result
      } catch (error) {
        write('failed\n')
        throw error
      } finally {
        for (const line of notes) write(`  ${line}\n`)
      }
    },
    say: (line) => write(`${line}\n`),
  }
}

export function createLogProgress(log: Log): Progress {
  return {
    async step(title, work) {
      const started = performance.now()
      const result = await work(log)
      log.info({ ms: Math.round(performance.now() - started) }, title)
      return result
    },
    say: (line) => log.info({}, line),
  }
}

export const silentProgress: Progress = {
  step: (_, work) => work({ info() {}, warn() {}, error() {} }),
  say() {},
}

export function seconds(startedMs: number): string {
  return `${((performance.now() - startedMs) / 1000).toFixed(1)} s`
}
