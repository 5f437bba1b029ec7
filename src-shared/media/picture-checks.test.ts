import { expect, test } from 'vitest'
import { checkPicture, type PictureFacts } from './picture-checks.ts'

const good: PictureFacts = {
  view: 'A1C1',
  width: 1000,
  height: 800,
  mimeType: 'image/jpeg',
  background: 'white',
}
const codes = (facts: Partial<PictureFacts>): string[] =>
  checkPicture({ ...good, ...facts }).map(({ code }) => code)

test.each<[string, Partial<PictureFacts>, string[]]>([
  ['a usual front', {}, []],
  ['a stamp', { width: 400, height: 300 }, ['small']],
  ['a front of 900 pixels', { width: 900, height: 100 }, []],
  ['a front too large', { width: 100, height: 2401 }, ['large']],
  ['high resolution with 2400 pixels', { view: 'C1C1', width: 2400, height: 2400 }, ['small']],
  ['high resolution', { view: 'C1C1', width: 3000, height: 3000 }, []],
  [
    'a picture not loaded',
    { width: undefined, height: undefined, background: undefined } as Partial<PictureFacts>,
    [],
  ],
  ['another format', { mimeType: 'image/webp' }, ['format']],
  ['a kitchen behind it', { background: 'other' }, ['background']],
  ['supporting elements may have a background', { view: 'B1C1', background: 'other' }, []],
  ["a view of the service's own", { view: 'A1A3', background: 'other' }, []],
  ['no view', { view: '' }, ['view']],
])('%s', (_what, facts, expected) => {
  expect(codes(facts)).toEqual(expected)
})
