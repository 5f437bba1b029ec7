import { expect, test } from 'vitest'
import type { IngestItem } from '../../vocabulary/elements/ingest.ts'
import { pictureOfProblem, withoutPictures } from './picture-of-problem.ts'

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

test('removes the pictures of several problems, and a list that they leave empty', () => {
  const paths = ['media/medium[1]/url', 'media/medium[3]', 'contentPlus/images/medium[1]/url']
  expect(withoutPictures('create', item, paths)).toEqual({
    ecommerceTitle: 'Oats',
    media: [{ url: ' https://media.example/2.jpg ' }],
    contentPlus: {},
  })
  expect(withoutPictures('create', item, ['ecommerceTitle', 'media'])).toEqual(item)
})
