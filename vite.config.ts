/** Build of the site: React Router's plugin, Tailwind, and our import aliases. */
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'site/public',
  build: {
    // Files are referenced by hashed URL; nothing is inlined as data: so that the content policy stays strict.
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
})
