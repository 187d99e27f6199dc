// What a backup reports to a terminal while it works: each step, how far it is, and how long it took.
import { seconds } from '#server/lib/progress.ts'

export interface Report {
  step<T>(title: string, work: (report: (how: string) => void) => Promise<T>): Promise<T>
  say(line: string): void
}

/** A terminal sees the count run; a log gets a line every ten seconds. */
const everyMs = { terminal: 100, log: 10_000 }

export function createReport(output: NodeJS.WriteStream): Report {
  return {
    async step(title, work) {
      const started = performance.now()
      const pauseMs = output.isTTY ? everyMs.terminal : everyMs.log
      let reportedAt = started
      let last = ''
      const report = (how: string) => {
        last = how
        if (performance.now() - reportedAt < pauseMs) return
        reportedAt = performance.now()
        output.write(output.isTTY ? `\r${title}... ${how}\u001b[K` : `${title}... ${how}\n`)
      }
      if (output.isTTY) output.write(`${title}... `)
      try {
        const result = await work(report)
        const end = `${title}${last && `: ${last}`} (${seconds(started)})`
        output.write(output.isTTY ? `\r${end}\u001b[K\n` : `${end}\n`)
        return result
      } catch (error) {
        if (output.isTTY) output.write('\n')
        throw error
      }
    },
    say: (line) => void output.write(`${line}\n`),
  }
}

/** `1,234 rows`, `1 file`. */
export function countOf(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`
}
