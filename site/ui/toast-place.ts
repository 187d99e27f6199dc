/** A message and the page around it: it covers nothing there, and does not go along to the next one. */

/** Until the answer is called. */
export function watchPage(dismiss: () => void): () => void {
  // A visitor who leaves by a link or by Back has read it. After the click, which is a long task by itself.
  let leaving: ReturnType<typeof setTimeout> | undefined
  const closeOnLeaving = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a[href]:not([href^="#"], [target])'))
      leaving = setTimeout(dismiss)
  }
  const frame = requestAnimationFrame(uncover)
  document.addEventListener('click', closeOnLeaving)
  window.addEventListener('popstate', dismiss)
  return () => {
    // The next message has come in between.
    clearTimeout(leaving)
    cancelAnimationFrame(frame)
    document.removeEventListener('click', closeOnLeaving)
    window.removeEventListener('popstate', dismiss)
  }
}

/**
 * The header is lower now: controls and codes that have come to stand under it are moved out again, and so is what was just used
 * and has come to stand below the screen. Beside it none does.
 */
function uncover() {
  const message = document.querySelector('.toast')
  // In a small window all of a dialog scrolls.
  if (message?.closest('dialog')) return message.scrollIntoView({ block: 'nearest' })
  const card = message?.getBoundingClientRect()
  const head = document.querySelector('.site-top')?.getBoundingClientRect()
  if (!card || !head) return
  // Large text on a phone leaves the header where the page begins: it has no box around both then.
  const edge = Math.max(head.bottom, card.bottom)
  const covered = [
    ...document.querySelectorAll('main :is(a, button, summary, input, select, textarea, .code)'),
  ]
    .map((element) => element.getBoundingClientRect())
    .filter(
      ({ top, bottom, left }) =>
        left < Math.max(head.right, card.right) && top < edge && bottom > edge - card.height,
    )
  if (covered.length > 0) return scrollBy(0, Math.min(...covered.map(({ top }) => top)) - edge - 8)
  const used = document.activeElement?.closest('main *')?.getBoundingClientRect()
  if (used && used.bottom > innerHeight && used.bottom - card.height <= innerHeight)
    scrollBy(0, Math.min(used.bottom - innerHeight, used.top - edge) + 8)
}
