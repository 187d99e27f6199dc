// Finds a real Chromium, or installs Debian's as root; else says in one line what to do. Its headless shell comes first:
// the same engine without a window's tabs and menus, which since Chromium 156 cost 0.3 s for each page that opens.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

export function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH ?? '', ...places].find((path) => path && existsSync(path))
}

export function ensureChromium(): string {
  const result = findChromium()
  if (result) return result
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium (Debian package)...')
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'],
    ]) {
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    }
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Error(
    'The browser tests need Chromium or Chrome: install it, or set CHROMIUM_PATH to its program',
  )
}
