import { expect, test } from 'vitest'
import { rowLimits } from '../../../src-shared/file-limits.ts'
import { cachedByName } from './cached-by-name.ts'

test('reads each name once, and forgets them when there are too many', () => {
  const read: string[] = []
  const cached = cachedByName((name) => {
    read.push(name)
    return name === 'none' ? undefined : name.length
  })
  expect(['Brand', 'Brand', 'none', 'none'].map(cached)).toEqual([5, 5, undefined, undefined])
  expect(read).toEqual(['Brand', 'none'])
  for (let index = 0; index < 2 * rowLimits.cells; index++) cached(`column ${index}`)
  cached('Brand')
  expect(read.at(-1)).toBe('Brand')
})
