// The last step of a rendered page: scripts wait until the page stands, and every inline piece gets its hash.
import { createHash } from 'node:crypto'

export interface FinishedPage {
  html: string
  /** `sha256-…` of each inline script and style, for the content security policy. */
  hashes: { scripts: string[]; styles: string[] }
}

const moduleScript = /<script type="module" async="">/g
const dataScript = /<script>(window\.__reactRouterContext\b[\s\S]*?)<\/script>/g
const modulePreload = /<link\b[^>]*\brel="modulepreload"[^>]*>/g

/** Behind the page's hero; a page without one has its content first. */
const placeOfFirstScript = /<main\b[\s\S]*?(?:<\/header>|(?=<\/main>))/

/**
 * The first script of the site is put behind what people see first. React Router's entry becomes `type="text/late"`,
 * which no browser runs; a small script of the page's own brings it to life after load. The modules that it will
 * need are listed on it, so that they can then be fetched at once, and the page's data moves into it: nobody reads
 * that before (imports run first, the entry itself is imported last). The emptied elements stay, since React counts
 * them. This leans on React Router's exact markup (its version is pinned): a page without exactly one entry is an
 * error.
 */
export function finishPage(rendered: string, firstScript: string): FinishedPage {
  const modules = [...rendered.matchAll(modulePreload)].flatMap(
    ([link]) => /\bhref="([^"]+)"/.exec(link)?.[1] ?? [],
  )
  let data = ''
  let [entries, mains] = [0, 0]
  const html = rendered
    .replace(modulePreload, '')
    .replace(dataScript, (_, code: string) => {
      data += `${code}\n`
      return '<script></script>'
    })
    .replace(moduleScript, () => {
      entries++
      return `<script type="text/late" data-modules="${modules.join(' ')}">${data}`
    })
    .replace(placeOfFirstScript, (beginning) => {
      mains++
      return `${beginning}<script>${firstScript}</script>`
    })
  if (entries !== 1) throw new Error(`a page must have one entry script, this one has ${entries}`)
  if (mains !== 1) throw new Error('a page must have a main part')
  return { html, hashes: hashInline(html) }
}

const inlineScript = /<script\b([^>]*)>([\s\S]*?)<\/script>/g
const inlineStyle = /<style\b[^>]*>([\s\S]*?)<\/style>/g

export function hashInline(html: string): FinishedPage['hashes'] {
  const scripts = [...html.matchAll(inlineScript)]
    .filter(([, attributes = '', text]) => text && !/\bsrc=/.test(attributes) && isRun(attributes))
    .map(([, , text = '']) => hash(text))
  const styles = [...html.matchAll(inlineStyle)].map(([, text = '']) => hash(text))
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] }
}

/** Data blocks (JSON-LD and the like) are never run, so the policy does not ask for them. */
function isRun(attributes: string): boolean {
  const type = /\btype="([^"]*)"/.exec(attributes)?.[1] ?? ''
  return ['', 'module', 'text/late', 'text/javascript', 'importmap'].includes(type)
}

// The parser turns CRLF into LF before a browser hashes, and so do we.
function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}`
}
