import { expect, test } from 'vitest'
import { wantedMedia } from './picture-choice.ts'

const media = (...views: string[]) =>
  views.map((word) => {
    const [view = '', type = 'original'] = word.split(':')
    return { view, type }
  })
const words = (wanted: { view: string; type: string }[]) =>
  wanted.map(({ view, type }) => (type === 'original' ? view : `${view}:${type}`))

test.each([
  ['front', ['A7C1', 'A1C1', 'A2C1'], ['A1C1']],
  ['front', ['C1C1', 'A1N1'], ['A1N1']],
  ['front', ['A1C1', 'A1C1:edited'], ['A1C1:edited']],
  ['front', ['X', 'Y'], ['X']],
  ['front', ['A2A3', 'A1A3'], ['A1A3']],
  ['front', ['X', 'E_A1A3_1000x1000'], ['E_A1A3_1000x1000']],
  ['front', ['E_A1A3_1000x1000', 'A1A3'], ['A1A3']],
  ['sides', ['E_A8C1_600x600', 'E_A1A3_1000x1000', 'A2C1'], ['E_A1A3_1000x1000', 'A2C1', 'E_A8C1_600x600']],
  ['front', [], []],
  ['sides', ['A8C1', 'A1C1', 'A2C1', 'A3C1'], ['A1C1', 'A2C1', 'A8C1']],
  ['sides', ['A7C1', 'A2C1'], ['A7C1', 'A2C1']],
  ['sides', ['A2C1'], ['A2C1']],
  ['all', ['A7C1', 'A1C1', 'X'], ['A7C1', 'A1C1', 'X']],
] as const)('selects for %s from %j: %j', (views, given, wanted) => {
  expect(words(wantedMedia(media(...given), views))).toEqual(wanted)
})
