/** Mutations of the admin area fail fast when offline, and are aborted when the connection drops. */
import { ServerError } from '#site/lib/call-server.ts'

/** It never left: nothing is saved. */
export class NotSentError extends ServerError {
  constructor() {
    super(0, 'You are offline, so this is not saved. Nothing is lost: try again when the line is back.')
  }
}

/** It may have arrived. */
export class NoAnswerError extends ServerError {
  constructor() {
    super(0, 'The line broke, so it is not known whether this was saved. Try again: nothing is done twice.')
  }
}

/** An answer that takes longer counts as lost. */
const answerWithinMs = 15_000

interface Timeout {
  /** How long an answer may take; left out, as long as the line is there. */
  withinMs?: number
}

/** The answer, or one of the two above. */
export async function reach<Answer>(
  request: () => PromiseLike<Answer>,
  { withinMs }: Timeout = {},
): Promise<Answer> {
  if (!navigator.onLine) throw new NotSentError()
  const ended = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const broken = new Promise<never>((_, fail) => {
    const giveUp = () => fail(new NoAnswerError())
    window.addEventListener('offline', giveUp, { signal: ended.signal })
    if (withinMs !== undefined) timer = setTimeout(giveUp, withinMs)
  })
  try {
    return await Promise.race([request(), broken])
  } finally {
    ended.abort()
    clearTimeout(timer)
  }
}

export const forDecisions: Timeout = { withinMs: answerWithinMs }
