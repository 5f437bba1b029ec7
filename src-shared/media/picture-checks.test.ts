import { expect, test } from 'vitest'
import { checkPicture, type PictureFacts, type PictureRule } from './picture-checks.ts'

const good: PictureFacts = {
  view: 'A1C1',
  width: 1000,
  height: 800,
  mimeType: 'image/jpeg',
  background: 'white',
  cutEdges: [],
  margins: { left: 0.05, top: 0.1, right: 0.05, bottom: 0.02 },
  colourSpace: 'srgb',
  orientation: 1,
  frames: 1,
  isTransparent: false,
  sharpness: 900,
}
const checks = (facts: Partial<PictureFacts>, rules?: PictureRule[]): string[] =>
  checkPicture({ ...good, ...facts }, rules).map(({ check }) => check)

test.each<[string, Partial<PictureFacts>, string[]]>([
  ['a usual front', {}, []],
  ['a stamp', { width: 400, height: 300 }, ['longer-side']],
  ['a stamp of a larger source', { width: 400, height: 300, isReduced: true }, []],
  ['a front of 900 pixels', { width: 900, height: 100 }, []],
  ['a front too large', { width: 100, height: 2401 }, ['longer-side']],
  ['high resolution with 2400 pixels', { view: 'C1C1', width: 2400, height: 2400 }, ['longer-side']],
  ['high resolution', { view: 'C1C1', width: 3000, height: 3000 }, []],
  [
    'a picture that is not measured',
    { width: undefined, height: undefined, background: undefined } as never,
    [],
  ],
  ['another format', { mimeType: 'image/webp' }, ['format']],
  ['a kitchen behind it', { background: 'other' }, ['background']],
  ['supporting elements may have a background', { view: 'B1C1', background: 'other' }, []],
  ["a view of the service's own", { view: 'A1A3', background: 'other' }, []],
  ["a stamp with a view of the service's own", { view: 'A1A3', width: 400, height: 300 }, ['longer-side']],
  ['no view', { view: '' }, ['view']],
  ['a blurred picture', { sharpness: 12 }, ['sharpness']],
  ['a product that the edge cuts', { cutEdges: ['bottom'] }, ['cut-edges']],
  ['colours for print', { colourSpace: 'cmyk' }, ['colour-space']],
  ['a picture stored turned', { orientation: 6 }, ['orientation']],
  ['an animation', { frames: 2 }, ['animation']],
  ['a front that is a nutrition table', { content: 'nutrition-table' }, ['front']],
  ['a front that is a list of ingredients', { view: 'b1n1', content: 'ingredients' }, ['front']],
  ['a back that is a nutrition table', { view: 'A7C1', content: 'nutrition-table' }, []],
  ["a nutrition table with a view of the service's own", { view: 'A1A3', content: 'nutrition-table' }, []],
])('%s', (_what, facts, expected) => {
  expect(checks(facts)).toEqual(expected)
})

test.each<[PictureRule, Partial<PictureFacts>, string]>([
  [{ check: 'margins', least: 3 }, {}, 'Its margin is 2% at one edge (bottom); 3% or more is required.'],
  [{ check: 'margins', most: 8 }, {}, 'Its margin is 10% at one edge (top); 8% or less is required.'],
  [
    { check: 'aspect', most: 1.1 },
    {},
    'Its longer side is 1.25 times its shorter side; 1.1 or less is required.',
  ],
  [
    { check: 'aspect', least: 2 },
    {},
    'Its longer side is 1.25 times its shorter side; 2 or more is required.',
  ],
  [{ check: 'transparency', accepted: ['transparent'] }, {}, 'It has no transparent parts.'],
  [{ check: 'transparency', accepted: ['opaque'] }, { isTransparent: true }, 'It has transparent parts.'],
  [
    { check: 'background', accepted: ['white'] },
    { background: 'transparent' },
    'Its background is not white.',
  ],
  [{ check: 'longer-side', least: 1500 }, {}, 'Its longer side has 1000 pixels; 1500 or more are required.'],
])('a profile with %j', (rule, facts, message) => {
  expect(checkPicture({ ...good, ...facts }, [rule])).toEqual([{ check: rule.check, message }])
})

test('a rule for a type of image applies to no other', () => {
  const rules: PictureRule[] = [{ check: 'transparency', types: 'C', accepted: ['transparent'] }]
  expect(checks({}, rules)).toEqual([])
  expect(checks({ view: 'C1C1' }, rules)).toEqual(['transparency'])
})
