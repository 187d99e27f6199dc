import { expect, it } from 'vitest'
import { takeTurns } from './attempts.ts'

it('equal attempts at once are done one after the other, also after one that failed; others wait for nobody', async () => {
  const inTurn = takeTurns()
  const steps: string[] = []
  const finish: (() => void)[] = []
  const attempt = (key: string, name: string, fails = false) =>
    inTurn(key, async () => {
      steps.push(`${name} begins`)
      await new Promise<void>((resolve) => finish.push(resolve))
      steps.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const all = Promise.allSettled([attempt('a', 'first', true), attempt('a', 'second'), attempt('b', 'other')])
  await expect.poll(() => steps).toEqual(['first begins', 'other begins'])
  finish.shift()?.()
  await expect.poll(() => steps.at(-1)).toBe('second begins')
  for (const go of finish) go()
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(steps.slice(0, 4)).toEqual(['first begins', 'other begins', 'first ends', 'second begins'])
})
