import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { defaultContent } from '#domain/company/content-defaults.ts'
import type { PageContext } from '#domain/page-context.ts'
import { readPublished } from './page-content.ts'
import { pageContext } from './page-context.ts'

it('people and positions that have not been read yet are no empty list: the page says to come back', () => {
  const context = new RouterContextProvider()
  const hold = (isRead: boolean) =>
    context.set(pageContext, { content: { ...defaultContent, isRead } } as PageContext)
  hold(false)
  expect(() => readPublished(context)).toThrow(expect.objectContaining({ status: 503 }))
  hold(true)
  expect(readPublished(context).board).toEqual([])
})
