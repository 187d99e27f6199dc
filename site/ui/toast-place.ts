/** A message and the page around it: it covers nothing there, and does not go along to the next one. */

/** Until the answer is called. */
export function watchPage(dismiss: () => void): () => void {
  // A visitor who leaves by a link or by Back has read it.
  const closeOnLeaving = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a[href]:not([href^="#"], [target])')) dismiss()
  }
  const frame = requestAnimationFrame(uncover)
  document.addEventListener('click', closeOnLeaving)
  window.addEventListener('popstate', dismiss)
  return () => {
    cancelAnimationFrame(frame)
    document.removeEventListener('click', closeOnLeaving)
    window.removeEventListener('popstate', dismiss)
  }
}

/** The header is lower now: controls and codes that have come to stand under it are moved out again. Beside it none does. */
function uncover() {
  const card = document.querySelector('.toast')?.getBoundingClientRect()
  const head = document.querySelector('.site-top')?.getBoundingClientRect()
  if (!card || !head) return
  const covered = [
    ...document.querySelectorAll('main :is(a, button, summary, input, select, textarea, .code)'),
  ]
    .map((element) => element.getBoundingClientRect())
    .filter(
      ({ top, bottom, left }) => left < head.right && top < head.bottom && bottom > head.bottom - card.height,
    )
  if (covered.length > 0) scrollBy(0, Math.min(...covered.map(({ top }) => top)) - head.bottom - 8)
}
