/** One Chromium for each worker of the tests, and one whose device has a camera. */
import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../scripts/chromium.ts'

/** What Playwright turns off by itself: of several such switches the last one counts (`device.test.ts`). */
export const playwrightDisables = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
]

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One for each device: what a page compiled, the device's next one need not (device.ts).
  '--renderer-process-limit=1',
  // A script that arrives is compiled on a thread beside the page, also where the device's process has compiled it before.
  `--disable-features=${[...playwrightDisables, 'ScriptStreaming'].join()}`,
  // A page of a test lives for seconds: what the optimising compilers make is never used. More threads than cores only wait.
  '--js-flags=--no-opt --no-maglev --single-threaded',
]
/** Chromium's own camera, and a person who always lets a page use it. */
const cameraArguments = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

const open = new Map<string, Promise<Browser>>()

/** The same one for every file of a worker, with which it ends. */
export function openChromium(device: 'plain' | 'camera'): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium found: install it, or set CHROMIUM_PATH')
  const args = device === 'camera' ? [...launchArguments, ...cameraArguments] : launchArguments
  const browser = open.get(device) ?? chromium.launch({ executablePath, args })
  open.set(device, browser)
  return browser
}
