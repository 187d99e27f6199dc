// The last step of a rendered page: scripts wait until the page stands, and the policy learns the hash of each script and style of ours.
import { createHash } from 'node:crypto'

export interface FinishedPage {
  html: string
  /** `sha256-…` of our inline scripts and styles, for the content security policy. */
  hashes: { scripts: string[]; styles: string[] }
}

export interface PageParts {
  /** The router has drawn its inline scripts with this nonce, which is new for each drawing. */
  mark: string
  firstScript: string
  /** The texts that a `<style>` of ours may hold. */
  inlineStyles: readonly string[]
}

/** Behind the page's hero; a page without one has its content first. */
const placeOfFirstScript = /<main\b[\s\S]*?(?:<\/header>|(?=<\/main>))/

/**
 * The first script of the site is put behind what people see first. React Router's entry becomes `type="text/late"`,
 * which no browser runs; a small script of the page's own brings it to life after load. The modules that it will
 * need are listed on it, so that they can then be fetched at once, and the page's data moves into it: nobody reads
 * that before (imports run first, the entry itself is imported last). The emptied elements stay, since React counts
 * them. This leans on React Router's exact markup (its version is pinned): a page without exactly one entry is an
 * error.
 *
 * The policy allows what is put in here and nothing else: an inline script without the mark was not written by the
 * router, wherever it stands and whatever it contains, and a style counts by its text. Neither gets a hash.
 */
export function finishPage(rendered: string, { mark, firstScript, inlineStyles }: PageParts): FinishedPage {
  const nonce = ` nonce="${mark}"`
  const modules: string[] = []
  let data = ''
  const entries: string[] = []
  let mains = 0
  const html = withoutUnread(rendered)
    .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, (link) => {
      const [, href] = /\bhref="([^"]+)"/.exec(link) ?? []
      if (href && link.includes(nonce)) modules.push(href)
      return ''
    })
    .replace(inlineScriptWith(nonce), (_, code: string) => {
      data += `${code}\n`
      return '<script></script>'
    })
    .replace(inlineScriptWith(`${nonce} type="module" async=""`), (_, code: string) => {
      const late = inOneBody(data) + code
      entries.push(late)
      return `<script type="text/late" data-modules="${modules.join(' ')}">${late}</script>`
    })
    .replace(placeOfFirstScript, (beginning) => {
      mains++
      return `${beginning}<script>${firstScript}</script>`
    })
    .replaceAll(nonce, '')
  if (entries.length !== 1)
    throw new Error(`a page must have one entry script, this one has ${entries.length}`)
  if (mains !== 1) throw new Error('a page must have a main part')
  const styles = inlineStyles.filter((text) => text && html.includes(`>${text}</style>`))
  return { html, hashes: { scripts: [firstScript, ...entries].map(hashText), styles: styles.map(hashText) } }
}

/**
 * Leaves out what nobody reads. From React Router: marks in links and how to find further routes, where all are known; flags
 * that are off. From React: the end of each shape by its name.
 */
function withoutUnread(rendered: string): string {
  return rendered
    .replaceAll(' data-discover="true"', '')
    .replace('"routeDiscovery":{"mode":"initial"},', '')
    .replace(/(?<="future":\{[^{}]*)"unstable_\w+":false,?/g, '')
    .replace(/><\/(?:path|circle|rect|ellipse)>/g, '/>')
}

/** The router's stream, which is filled text by text: a page that waits for nothing has its one text at once. */
function inOneBody(data: string): string {
  return data.replace(
    /window\.__reactRouterContext\.stream = new ReadableStream\(.*?TextEncoderStream\(\)\);\s*window\.__reactRouterContext\.streamController\.enqueue\(("(?:[^"\\]|\\.)*")\);\s*window\.__reactRouterContext\.streamController\.close\(\);/s,
    (_, text: string) => `window.__reactRouterContext.stream = new Response(${text}).body;`,
  )
}

function inlineScriptWith(attributes: string): RegExp {
  return new RegExp(`<script${attributes}>([\\s\\S]*?)</script>`, 'g')
}

/** As a policy names a text. The parser turns CRLF into LF before a browser hashes, and so do we. */
export function hashText(text: string): string {
  return `sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}`
}
