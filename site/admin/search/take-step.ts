/** Focuses the place of a step in the opened record once it is there; whoever goes on by hand meanwhile is not called back. */
export function takeStep(step: string, over: AbortSignal, onEnd: () => void): void {
  const drawer = document.querySelector('dialog[data-place=side]')
  const waiting = new AbortController()
  const { signal } = waiting
  function end() {
    waiting.abort()
    onEnd()
  }
  function find() {
    const place = drawer?.querySelector<HTMLElement>(`[data-step="${CSS.escape(step)}"]:not(:disabled)`)
    if (!place) return
    place.focus()
    end()
  }
  // The parts of a record come one after the other.
  const observer = new MutationObserver(find)
  signal.addEventListener('abort', () => observer.disconnect())
  over.addEventListener('abort', () => waiting.abort(), { signal })
  for (const sign of ['pointerdown', 'keydown']) document.addEventListener(sign, end, { signal })
  if (drawer) observer.observe(drawer, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  find()
}
