/** A device in the words of its owner, out of what its browser says of itself. */

const systems: readonly [pattern: RegExp, name: string][] = [
  [/iPhone|iPad|iPod/, 'iPhone or iPad'],
  [/Android/, 'Android phone or tablet'],
  [/KaiOS/, 'KaiOS phone'],
  [/Windows/, 'Windows computer'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux computer'],
]

// Most browsers name several; the first that fits here is the one that they are.
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

export function describeDevice(userAgent: string | null): string {
  const find = (known: typeof systems) => known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const system = find(systems)
  const browser = find(browsers)
  if (system && browser) return `${browser} on ${/^[AEIO]/i.test(system) ? 'an' : 'a'} ${system}`
  return browser ?? system ?? 'A device that does not say what it is'
}
