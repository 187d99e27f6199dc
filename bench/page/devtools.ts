// Chromium by its DevTools protocol alone, https://chromedevtools.github.io/devtools-protocol/. Playwright enables the
// Runtime domain for every page, and then V8 looks up the source position of each Error that is made: React makes three while
// it loads, which is three times what its start costs a visitor (50 ms instead of 18, the processor 4 times slower).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureChromium } from '../../scripts/chromium.ts'

// biome-ignore lint/suspicious/noExplicitAny: the protocol's own types are a package of 2 MB.
type Params = any
type Listener = (params: Params) => void

interface Message {
  id?: number
  sessionId?: string
  method?: string
  params?: Params
  result?: Params
  error?: { message: string }
}

export interface Chromium {
  version: string
  /** A page in a context of its own, which is a cache of its own. */
  openPage(): Promise<DevtoolsPage>
  close(): Promise<void>
}

export interface DevtoolsPage {
  send(method: string, params?: Params): Promise<Params>
  on(method: string, listener: Listener): void
  /** What a function without arguments answers in the page, as JSON. */
  evaluate<Answer>(read: () => Answer): Promise<Answer>
  close(): Promise<void>
}

export async function launchChromium(): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), 'bench-chromium-'))
  const program = spawn(
    ensureChromium(),
    [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ...['--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(program, 'exit')
  const socket = new WebSocket(await readAddress(program.stderr))
  await once(socket, 'open')

  let lastId = 0
  const waiting = new Map<number, (message: Message) => void>()
  const listeners = new Map<string, Listener[]>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else
      for (const listener of listeners.get(`${message.sessionId} ${message.method}`) ?? [])
        listener(message.params)
  })
  async function send(method: string, params: Params = {}, sessionId?: string): Promise<Params> {
    const id = ++lastId
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params, sessionId }))
    const { error, result } = await answered
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  return {
    version: (await send('Browser.getVersion')).product,
    async openPage() {
      const { browserContextId } = await send('Target.createBrowserContext')
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId })
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      return {
        send: (method, params) => send(method, params, sessionId),
        on(method, listener) {
          const key = `${sessionId} ${method}`
          listeners.set(key, [...(listeners.get(key) ?? []), listener])
        },
        async evaluate(read) {
          const expression = `JSON.stringify((${read})())`
          const { result, exceptionDetails } = await send('Runtime.evaluate', { expression }, sessionId)
          if (exceptionDetails) throw new Error(`the page threw: ${exceptionDetails.text}`)
          return JSON.parse(result.value)
        },
        async close() {
          await send('Target.disposeBrowserContext', { browserContextId })
          for (const key of listeners.keys()) if (key.startsWith(sessionId)) listeners.delete(key)
        },
      }
    },
    async close() {
      send('Browser.close').catch(() => {})
      await ended
      socket.close()
      // Its helpers hold the other end, and write to the profile, a while longer.
      program.stderr.destroy()
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** Chromium writes where it listens as one of its first lines. */
async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address) {
      output.resume()
      return address
    }
  }
  throw new Error('Chromium ended before it listened')
}
