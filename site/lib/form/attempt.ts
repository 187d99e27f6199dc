/** One attempt to send a form: the same content has the same key, so that it is one thing however often it is sent. */
import { makeUuid } from '#site/lib/random-uuid.ts'

/** Stored with the draft, where there is one: the same attempt also after a reload. `content` holds no secret then. */
export interface Attempt {
  key: string
  content: string
}

/** Changed content is another attempt; so is the next one after `last` was forgotten, done or spent. */
export function planAttempt(content: unknown, last: Attempt | undefined): Attempt {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return last?.content === text ? last : { key: makeUuid(), content: text }
}
