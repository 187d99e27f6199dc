/** What the server wrote into the page for scripts: the publishable key of the services. */

/** The key is public by design: it names this site to the services and opens nothing by itself. */
export function readPublishableKey(): string {
  const key = document.querySelector<HTMLMetaElement>('meta[name="publishable-key"]')?.content
  if (!key) throw new Error('The page carries no publishable key (meta name="publishable-key")')
  return key
}
