import { expect, test } from 'vitest'
import { bannedWordsIn } from './banned-words.ts'

test('finds banned words in names, comments and texts, with the term to write instead', () => {
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

test('ignores words that only contain a banned word', () => {
  expect(bannedWordsIn('almost indeed; at least; the longest of all; surveil')).toEqual([])
})
