/** A message and the page around it: it covers nothing there, and does not go along to the next one. */

/** The message that came along to another page, for what it offers. */
let broughtAlong = 0

/** Until the answer is called. `offers`: whether this message offers something for a while. */
export function watchPage(id: number, dismiss: () => void, offers: () => boolean): () => void {
  let leaving: ReturnType<typeof setTimeout> | undefined
  // What it offered is over.
  if (broughtAlong === id && !offers()) leaving = setTimeout(dismiss)
  // Who leaves by a link or by Back has read it; within the place that is named for it an undo stays as long as it can be done.
  const leaveFor = (path: string) => {
    if (offers() && isWithin(path)) broughtAlong = id
    else dismiss()
  }
  const closeOnLeaving = ({ target }: MouseEvent) => {
    const link =
      target instanceof Element && target.closest<HTMLAnchorElement>('a[href]:not([href^="#"], [target])')
    // After the click, which is a long task by itself.
    if (link) leaving = setTimeout(leaveFor, 0, link.pathname)
  }
  const closeOnBack = () => leaveFor(location.pathname)
  const frame = requestAnimationFrame(uncover)
  document.addEventListener('click', closeOnLeaving)
  window.addEventListener('popstate', closeOnBack)
  return () => {
    // The next message has come in between.
    clearTimeout(leaving)
    cancelAnimationFrame(frame)
    document.removeEventListener('click', closeOnLeaving)
    window.removeEventListener('popstate', closeOnBack)
  }
}

function isWithin(path: string): boolean {
  const place = document.querySelector<HTMLElement>('.site-top[data-stays]')?.dataset.stays
  return place !== undefined && (path === place || path.startsWith(`${place}/`))
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
