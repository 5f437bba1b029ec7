import { expect, test } from 'vitest'
import type { IngestItem } from '../../vocabulary/elements/ingest.ts'
import { pictureOfProblem } from './picture-of-problem.ts'

const item: IngestItem = {
  ecommerceTitle: 'Oats',
  media: [{ view: 'A1C1', url: 'https://media.example/1.jpg' }, { url: ' https://media.example/2.jpg ' }, {}],
  contentPlus: { images: [{ url: 'https://media.example/3.jpg' }] },
}

test.each([
  ['media/medium[2]/@view', 'https://media.example/2.jpg'],
  ['media/medium[1]', 'https://media.example/1.jpg'],
  ['contentPlus/images/medium[1]/url', 'https://media.example/3.jpg'],
  ['media/medium[3]/@view', undefined],
  ['media', undefined],
  ['ecommerceTitle', undefined],
  ['media/medium[x]/url', undefined],
])('the picture of a problem at %s', (path, address) => {
  expect(pictureOfProblem('create', item, path)).toBe(address)
})
