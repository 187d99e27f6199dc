// The picture of a shared link: the site's card with the company's logo and name in its dark block.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { openSharp } from '#platform/storage/images.ts'
import { escapeHtml } from '#server/lib/html.ts'

export interface ShareCardOptions {
  /** A picture of the built site; null: there is none, or it is no file of it. */
  readFile: (path: string) => Promise<Buffer | null>
  facts: () => { companyName: string; logo: string | null }
  /** Noto Serif SemiBold, since a server may have no font of its own. */
  font: string
}

/** The dark block of card.png. */
const block = { left: 730, top: 492, width: 470, height: 138 }
const margin = 32
const logoEdge = 72
const nameLengthMax = 60

export function createShareCard({
  readFile,
  facts,
  font,
}: ShareCardOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  /** The last that was drawn, for the name and logo that it shows. */
  let drawn: { of: string; card: Promise<Buffer | null> } | undefined

  async function draw(companyName: string, logo: string | null): Promise<Buffer | null> {
    const card = await readFile('/card.png')
    if (!card) return null
    const mark = await readLogo(logo)
    const left = block.left + margin + (mark ? logoEdge + 20 : 0)
    const name = await drawName(companyName, block.left + block.width - margin - left)
    const centre = block.top + block.height / 2
    const parts = [
      ...(mark ? [{ input: mark, left: block.left + margin, top: Math.round(centre - logoEdge / 2) }] : []),
      { input: name.data, left, top: Math.max(block.top, Math.round(centre - name.info.height / 2)) },
    ]
    return (await openSharp(card)).composite(parts).png({ palette: true }).toBuffer()
  }

  /** The logo of staff; our own mark where they have none; nothing where theirs is no raster image of the site. */
  async function readLogo(logo: string | null): Promise<Buffer | null> {
    const file = await readFile(logo ?? '/icon-192.png')
    if (!file) return null
    const image = await openSharp(file)
    return image
      .resize({ width: logoEdge, height: logoEdge, fit: 'contain', background: '#00000000' })
      .png()
      .toBuffer()
      .catch(() => null)
  }

  async function drawName(companyName: string, width: number) {
    const capitalised = companyName.charAt(0).toUpperCase() + companyName.slice(1)
    const name =
      capitalised.length > nameLengthMax
        ? `${capitalised.slice(0, nameLengthMax - 1).trimEnd()}…`
        : capitalised
    const points = name.length > 36 ? 11 : name.length > 16 ? 13 : 17
    const text = `<span font_family="Noto Serif SemiBold" size="${points}pt" foreground="#fbf8f1">${escapeHtml(name)}</span>`
    return (await openSharp({ text: { text, fontfile: font, width, dpi: 144, rgba: true } }))
      .png()
      .toBuffer({ resolveWithObject: true })
  }

  app.get('/share-card.png', async (c) => {
    const { companyName, logo } = facts()
    const of = JSON.stringify([companyName, logo])
    if (drawn?.of !== of) {
      drawn = { of, card: draw(companyName, logo) }
      drawn.card.catch(() => {
        drawn = undefined
      })
    }
    const card = await drawn.card
    if (!card) return c.notFound()
    return c.body(new Uint8Array(card), 200, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=300',
    })
  })
  return app
}
