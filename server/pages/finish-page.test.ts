import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { finishPage, hashInline } from './finish-page.ts'

const firstScript = 'document.currentScript.remove()'
const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

const rendered = `<!DOCTYPE html><html><head><style id="styles">a{b:c}</style>
<link rel="modulepreload" href="/assets/manifest-1.js"/><link rel="modulepreload" href="/assets/entry-2.js"/>
<link rel="icon" href="/favicon.svg"/></head><body><header>House</header><main><h1>A</h1></main><script>window.x = 1;</script>
<script type="application/ld+json">{"a":1}</script><script src="/assets/a.js"></script>
<script type="module" async="">import "/assets/manifest-1.js";</script></body></html>`

describe('a finished page', () => {
  it('is refused without its one entry script, since it would never come to life', () => {
    expect(() => finishPage('<html><main></main><script>1</script></html>', firstScript)).toThrow(
      'one entry script',
    )
    const entry = '<script type="module" async="">1</script>'
    expect(() => finishPage(`<main></main>${entry}${entry}`, firstScript)).toThrow('one entry script')
  })

  it('puts the first script behind the hero, or where there is none behind the content', () => {
    const script = `<script>${firstScript}</script>`
    expect(finishPage(rendered, firstScript).html).toContain(`<main><h1>A</h1>${script}</main>`)
    const withHero = rendered.replace('<h1>A</h1>', '<header><h1>A</h1></header><p>B</p><header>C</header>')
    expect(finishPage(withHero, firstScript).html).toContain(
      `<main><header><h1>A</h1></header>${script}<p>B</p><header>C</header></main>`,
    )
    expect(() => finishPage(rendered.replaceAll('main>', 'div>'), firstScript)).toThrow('a main part')
  })

  it('loads no script before its time, and knows which ones it will need', () => {
    const { html } = finishPage(rendered, firstScript)
    expect(html).not.toContain('modulepreload')
    expect(html).not.toContain('type="module"')
    expect(html).toContain(
      '<script type="text/late" data-modules="/assets/manifest-1.js /assets/entry-2.js">',
    )
    expect(html).toContain('<link rel="icon" href="/favicon.svg"/>')
  })

  it('runs nothing of its data before then either, and all of it before the entry', () => {
    const withData = rendered
      .replace('<script type="module"', '<script>window.__reactRouterContext = {};</script>$&')
      .replace('</body>', '<script>window.__reactRouterContext.close("$1");</script></body>')
    const { html, hashes } = finishPage(withData, firstScript)
    const late = `window.__reactRouterContext = {};
window.__reactRouterContext.close("$1");
import "/assets/manifest-1.js";`
    expect(html).toContain(`/assets/entry-2.js">${late}</script><script></script></body>`)
    expect(hashes.scripts).toEqual([sha256(firstScript), sha256('window.x = 1;'), sha256(late)])
  })

  it('names the hash of every inline style and of every inline script that runs', () => {
    expect(finishPage(rendered, firstScript).hashes).toEqual({
      scripts: [sha256(firstScript), sha256('window.x = 1;'), sha256('import "/assets/manifest-1.js";')],
      styles: [sha256('a{b:c}')],
    })
  })

  it('hashes what a browser hashes: line ends as LF', () => {
    expect(hashInline('<script>a\r\nb</script>').scripts).toEqual([sha256('a\nb')])
  })
})
