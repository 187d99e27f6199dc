/** Whether a public page has been drawn again: by the tag of its answer. */

const triesMax = 20
const pauseMs = 250

/** Null: the page did not answer, or has none. */
export async function readPageTag(path: string): Promise<string | null> {
  try {
    return (await fetch(path, { cache: 'no-store' })).headers.get('etag')
  } catch {
    return null
  }
}

/** Pages are drawn again shortly after something was published; a page that shows nothing of it stays as it is. */
export async function awaitNewPage(path: string, tagBefore: string | null): Promise<void> {
  for (let tries = 0; tries < triesMax; tries++) {
    if ((await readPageTag(path)) !== tagBefore) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
