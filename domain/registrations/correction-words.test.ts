// What a refused correction says before its last sentence.
import { expect, it } from 'vitest'
import { endSentence } from './correction-words.ts'

it('a refusal has one full stop before another sentence', () => {
  expect(['Please wait', 'Please wait.', 'Is it there?'].map(endSentence)).toEqual([
    'Please wait.',
    'Please wait.',
    'Is it there?',
  ])
})
