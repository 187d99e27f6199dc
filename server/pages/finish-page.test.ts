import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { finishPage, hashText } from './finish-page.ts'

const firstScript = 'document.currentScript.remove()'
const parts = { mark: 'm4rk', firstScript, inlineStyles: ['a{b:c}', 'd{e:f}'] }
const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

const rendered = `<!DOCTYPE html><html><head><style id="styles">a{b:c}</style>
<link rel="modulepreload" href="/assets/manifest-1.js" nonce="m4rk"/><link nonce="m4rk" rel="modulepreload" href="/assets/entry-2.js"/>
<link rel="icon" href="/favicon.svg" nonce="m4rk"/></head><body><header>App</header><main><h1>A</h1></main>
<script type="application/ld+json">{"a":1}</script><script src="/assets/a.js"></script>
<script nonce="m4rk" type="module" async="">import "/assets/manifest-1.js";</script></body></html>`

describe('a finished page', () => {
  it('is refused without its one entry script, since it would never come to life', () => {
    expect(() => finishPage('<html><main></main><script>1</script></html>', parts)).toThrow(
      'one entry script',
    )
    const entry = '<script nonce="m4rk" type="module" async="">1</script>'
    expect(() => finishPage(`<main></main>${entry}${entry}`, parts)).toThrow('one entry script')
    expect(() => finishPage(`<main></main>${entry.replace('m4rk', 'other')}`, parts)).toThrow(
      'one entry script',
    )
  })

  it('puts the first script behind the hero, or where there is none behind the content', () => {
    const script = `<script>${firstScript}</script>`
    expect(finishPage(rendered, parts).html).toContain(`<main><h1>A</h1>${script}</main>`)
    const withHero = rendered.replace('<h1>A</h1>', '<header><h1>A</h1></header><p>B</p><header>C</header>')
    expect(finishPage(withHero, parts).html).toContain(
      `<main><header><h1>A</h1></header>${script}<p>B</p><header>C</header></main>`,
    )
    expect(() => finishPage(rendered.replaceAll('main>', 'div>'), parts)).toThrow('a main part')
  })

  it('goes without what no browser needs to read', () => {
    const drawn = rendered.replace(
      '<h1>A</h1>',
      '<a data-discover="true"><svg><path d="M0 0"></path></svg></a>',
    )
    expect(finishPage(drawn, parts).html).toContain('<a><svg><path d="M0 0"/></svg></a>')
    const flags = `<script nonce="m4rk">x = {"future":{"unstable_a":false,"unstable_b":true}}</script>`
    expect(finishPage(flags + rendered, parts).html).toContain('x = {"future":{"unstable_b":true}}')
  })

  it('loads no script before its time, and knows which ones it will need', () => {
    const { html } = finishPage(rendered, parts)
    expect(html).not.toContain('modulepreload')
    expect(html).not.toContain('type="module"')
    expect(html).toContain(
      '<script type="text/late" data-modules="/assets/manifest-1.js /assets/entry-2.js">',
    )
    expect(html).toContain('<link rel="icon" href="/favicon.svg"/>')
  })

  it('runs nothing of its data before then either, and all of it before the entry', () => {
    const withData = rendered
      .replace(
        '<script nonce="m4rk" type="module"',
        '<script nonce="m4rk">window.__reactRouterContext = {};</script>$&',
      )
      .replace('</body>', '<script nonce="m4rk">window.__reactRouterContext.close("$1");</script></body>')
    const { html, hashes } = finishPage(withData, parts)
    const late = `window.__reactRouterContext = {};
window.__reactRouterContext.close("$1");
import "/assets/manifest-1.js";`
    expect(html).toContain(`/assets/entry-2.js">${late}</script><script></script></body>`)
    expect(hashes.scripts).toEqual([sha256(firstScript), sha256(late)])
  })

  it('gives the router its data as the body that its stream makes of it', async () => {
    const context = 'window.__reactRouterContext'
    const text = '["a $1 ₦",1]\n'
    const begin = `${context}.stream = new ReadableStream({start(controller){${context}.streamController = controller;}}).pipeThrough(new TextEncoderStream());`
    const end = [
      `${context}.streamController.enqueue(${JSON.stringify(text)});`,
      `${context}.streamController.close();`,
    ]
    const finish = (scripts: string[]) =>
      finishPage(scripts.map((code) => `<script nonce="m4rk">${code}</script>`).join('') + rendered, parts)
    const { html } = finish([begin, ...end])
    const [, body] = /stream = (new Response\(.*\)\.body);/.exec(html) ?? []
    expect(html).not.toContain('streamController')
    const stream = new Function(`return ${body}`)() as ReadableStream
    expect(await new Response(stream).text()).toBe(text)
    // What still waits comes text by text, as the router writes it.
    expect(finish([begin, `${context}.streamController.enqueue("1");`, ...end]).html).toContain(begin)
  })

  it('names the hash of our scripts and of those of our styles that it holds, and no mark', () => {
    const { html, hashes } = finishPage(rendered, parts)
    expect(hashes).toEqual({
      scripts: [sha256(firstScript), sha256('import "/assets/manifest-1.js";')],
      styles: [sha256('a{b:c}')],
    })
    expect(html).not.toContain('m4rk')
  })

  it.each([
    '<script>steal()</script>',
    '<script >steal()</script>',
    '<SCRIPT>steal()</SCRIPT>',
    '<script type="module">steal()</script>',
    '<script type="module" async="">steal()</script>',
    '<script type="text/late" data-modules="">steal()</script>',
    '<script>window.__reactRouterContext = steal()</script>',
    '<script nonce="">window.__reactRouterContext = steal()</script>',
    '<script nonce="guess" type="module" async="">steal()</script>',
    '<link rel="modulepreload" href="steal()"/>',
    '<style>steal()</style>',
    '<style id="styles">steal()</style>',
  ])('allows nothing that came into it by its content: %s', (injected) => {
    const plain = finishPage(rendered, parts)
    for (const place of ['<h1>', '</main>', '</head>', '</body>']) {
      const { html, hashes } = finishPage(rendered.replace(place, `${injected}${place}`), parts)
      expect(hashes).toEqual(plain.hashes)
      expect(html.match(/data-modules="[^"]*"/g)?.join()).not.toContain('steal')
    }
  })

  it('hashes what a browser hashes: line ends as LF', () => {
    expect(hashText('a\r\nb')).toBe(sha256('a\nb'))
  })
})
