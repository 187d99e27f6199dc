// Devices in words.
import { expect, it } from 'vitest'
import { describeDevice } from './devices.ts'

it.each([
  [
    'Mozilla/5.0 (Linux; Android 13; itel A665L) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36 OPR/76.2',
    'Opera on an Android phone or tablet',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    'Safari on an iPhone or iPad',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0',
    'Edge on a Windows computer',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0', 'Firefox on a Linux computer'],
  ['node', 'A device that does not say what it is'],
  [null, 'A device that does not say what it is'],
])('%s is described as "%s"', (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words)
})
