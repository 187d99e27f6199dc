// For search engines: which addresses there are, and which are nobody's business; for a home screen: the name to show.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Content } from '#domain/company/content.ts'
import { indexedPaths } from '#domain/company/indexed-paths.ts'
import { type CatalogueProduct, makeProductSlug } from '#domain/market/products.ts'
import { escapeHtml } from '#server/lib/html.ts'

export interface AddressesOptions {
  siteUrl: string
  content: () => Content
  companyName: () => string
  listProducts: () => Promise<Pick<CatalogueProduct, 'id' | 'name'>[]>
}

const closed = [
  '/admin',
  '/account',
  '/auth',
  '/forms/',
  '/newsletter/',
  '/stock-alerts/',
  '/rest/',
  '/auth/',
  '/storage/',
  '/dev/',
]

export function createAddresses({
  siteUrl,
  content,
  companyName,
  listProducts,
}: AddressesOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const headers = { 'cache-control': 'public, max-age=300' }

  app.get('/sitemap.xml', async (c) => {
    const { board, careers } = content()
    const paths = [
      ...indexedPaths,
      ...board.map(({ id }) => `/board/${id}`),
      ...careers.flatMap(({ positions }) => positions.map(({ id }) => `/careers/${id}`)),
      ...(await listProducts()).map((product) => `/marketplace/${makeProductSlug(product)}`),
    ]
    const urls = paths.map((path) => `<url><loc>${escapeHtml(siteUrl + path)}</loc></url>`)
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
    return c.body(xml, 200, { ...headers, 'content-type': 'application/xml; charset=utf-8' })
  })

  app.get('/robots.txt', (c) => {
    const lines = [
      'User-agent: *',
      ...closed.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${siteUrl}/sitemap.xml`,
    ]
    return c.text(`${lines.join('\n')}\n`, 200, headers)
  })

  app.get('/manifest.webmanifest', (c) => {
    const name = companyName().charAt(0).toUpperCase() + companyName().slice(1)
    const manifest = {
      name,
      short_name: name,
      lang: 'en-NG',
      start_url: '/',
      display: 'minimal-ui',
      background_color: '#fbf8f1',
      theme_color: '#123a26',
      icons: [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-180.png', sizes: '180x180', type: 'image/png' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
      ],
    }
    return c.body(JSON.stringify(manifest), 200, { ...headers, 'content-type': 'application/manifest+json' })
  })
  return app
}
