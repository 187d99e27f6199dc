import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { questionNotes } from '#domain/form-words.ts'
import { FieldGroup } from './field-group.tsx'

const Boxes = ({ optional }: { optional?: boolean }) =>
  FieldGroup({ id: 'crops', label: 'Crops', optional, children: 'boxes' })

const draw = (optional?: boolean) =>
  renderToStaticMarkup(createElement(Boxes, { optional })).replace(/<(?!\/?legend)[^>]*>/g, '')

describe('the name of several boxes that answer one question', () => {
  it('says that an answer is required, to those who hear it too', () => {
    expect(draw()).toContain(`<legend class="field-label">Crops ${questionNotes.required}</legend>`)
  })

  it('says so where none is', () => {
    expect(draw(true)).toContain(`<legend class="field-label">Crops ${questionNotes.optional}</legend>`)
  })
})
