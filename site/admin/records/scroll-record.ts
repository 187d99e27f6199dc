/** The record of a drawer scrolls between its name and its buttons: where one of these has the focus, it is moved too. */
export function scrollRecord(key: string, target: HTMLElement | null): boolean {
  const part = document.querySelector('.records > [data-place=side][open] > .dialog-body')
  // In a small window the whole drawer scrolls, by the browser's own keys.
  if (!part || part.contains(target) || getComputedStyle(part).overflowY === 'visible') return false
  // Another dialog over it has keys of its own.
  if (target !== document.body && target?.closest('dialog') !== part.parentElement) return false
  const page = part.clientHeight * 0.9
  const by = {
    ArrowDown: 40,
    ArrowUp: -40,
    PageDown: page,
    PageUp: -page,
    Home: -part.scrollHeight,
    End: part.scrollHeight,
    // It presses what has the focus elsewhere.
    ...((target === document.body || target?.matches('h2')) && { ' ': page }),
  }[key]
  if (by === undefined) return false
  part.scrollBy(0, by)
  return true
}
