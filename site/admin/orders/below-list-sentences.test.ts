import { Children, isValidElement } from 'react'
import { expect, it } from 'vitest'
import { BelowListSentences } from './below-list-sentences.tsx'

it('two lines of a quote about which the same is said are two lines, and no one of them takes the place of the other', () => {
  const same = 'Maize: 20% below the list price'
  const list = BelowListSentences({ sentences: [same, 'Rice: 10% below the list price', same] })
  const items = Children.map(list.props.children, (item) => (isValidElement(item) ? item.key : null)) ?? []
  expect(items).toHaveLength(3)
  expect(new Set(items).size).toBe(3)
})
