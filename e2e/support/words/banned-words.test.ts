import { expect, test } from 'vitest'
import { bannedWordsIn } from './banned-words.ts'

test('a banned word is found in names, comments and texts, with the term to write instead', () => {
  const text = [
    'const mostRows = 3',
    '// The likest first.',
    'const maxRows = 3, longestSide = 5',
    "'a deed'",
  ].join('\n')
  expect(bannedWordsIn(text)).toEqual([
    { line: 1, word: 'mostRows', instead: 'max… or min…' },
    { line: 2, word: 'likest', instead: 'most similar' },
    { line: 4, word: 'deed', instead: 'action' },
  ])
})

test('words that only contain one are no findings', () => {
  expect(bannedWordsIn('almost indeed; at least; the longest of all; surveil')).toEqual([])
})
