// No page's script is heavier than it was in release 0.2.0, by the files that it imports and by the bars over what it loads.
import { expect, it } from 'vitest'
import { adminBar, scriptBars } from '../e2e/script-bars.ts'
import { isOfAdmin, releaseWeights, siteFolder, weighPages } from './page-weights.ts'

const { imported, loaded } = releaseWeights

/** Pages that 0.2.0 did not have: the page of that release that showed the same, or most of it. */
const forerunners: Record<string, string> = {
  '/account/documents': '/account',
  '/account/orders': '/account',
  '/export': '/marketplace',
}

it('no page of visitors or members imports more script than in 0.2.0', () => {
  const weights = weighPages(siteFolder)
  const then = Object.entries(imported).filter(([path]) => !isOfAdmin(path))
  expect(then.length).toBeGreaterThan(40)
  const heavier = [
    ...then,
    ...Object.entries(forerunners).map(([path, before]): [string, number] => [path, imported[before] ?? 0]),
  ].flatMap(([path, most]) => {
    const weight = weights[path] ?? Number.POSITIVE_INFINITY
    return weight > most ? [`${path}: ${weight} of ${most}`] : []
  })
  expect(heavier).toEqual([])
  // A new one is compared with what was there before it.
  const known = new Set([...Object.keys(imported), ...Object.keys(forerunners)])
  expect(Object.keys(weights).filter((path) => !isOfAdmin(path) && !known.has(path))).toEqual([])
})

it('no bar over what a page loads is above what the page loaded in 0.2.0', () => {
  const bars = Object.values(scriptBars).flatMap((group) => Object.entries<number>(group))
  expect(bars.length).toBeGreaterThan(40)
  const tooHigh = bars.flatMap(([path, max]) => {
    const before = forerunners[path] ?? path
    const most = loaded[before] ?? imported[before] ?? 0
    return max > most ? [`${path}: ${max} of ${most}`] : []
  })
  expect(tooHigh).toEqual([])
})

it('the bar over each page of the desk is not above what the page loaded in 0.2.0', () => {
  const adminPages = Object.entries(loaded).filter(
    ([path]) => isOfAdmin(path) && !(path in scriptBars.member),
  )
  expect(adminPages.length).toBeGreaterThan(9)
  expect(adminPages.filter(([, bytes]) => bytes < adminBar)).toEqual([])
})
