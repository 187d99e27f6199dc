/** Makes this form's page one that opens again without a line: by a service worker of its own, which gets the list of what the page has loaded. */
import { serviceWorkerPath } from '#domain/service-worker.ts'

export async function storePage(): Promise<void> {
  // Not there on a page without https, and in some private windows.
  if (!navigator.serviceWorker) return
  const { active, waiting, installing } = await navigator.serviceWorker.register(serviceWorkerPath, {
    scope: window.location.pathname,
  })
  // For the rest of the site: it says that there is no line, and which forms open without one.
  navigator.serviceWorker.register(serviceWorkerPath).catch(() => {}) // then the browser says it
  const worker = active ?? waiting ?? installing
  if (!worker) return
  const reportLoaded = () => {
    // Also of what has been loaded before, and of what comes when a later step needs it.
    new PerformanceObserver((list) => {
      const paths = list.getEntries().map(({ name }) => new URL(name).pathname)
      worker.postMessage(paths.filter((path) => path.startsWith('/assets/')))
    }).observe({ type: 'resource', buffered: true })
  }
  if (worker.state === 'activated') reportLoaded()
  else
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') reportLoaded()
    })
}
