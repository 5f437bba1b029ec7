/**
 * Printing time grows linearly up to the limit: a text that is four times as long takes about four times as
 * long.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { printLimits } from '../../../src-shared/file-limits.ts'
import { growthOfReading } from '../../../src-shared/vocabulary/kit/testing/growth.ts'
import { pdfFunctions } from './pdf-writer.ts'

const font = (name: string) => readFileSync(new URL(`../../../resources/fonts/${name}`, import.meta.url))
const fonts = { regular: font('DejaVuSansCondensed.ttf'), bold: font('DejaVuSansCondensed-Bold.ttf') }

test.each([
  ['one word', (n: number) => 'x'.repeat(n)],
  ['words', (n: number) => 'oat '.repeat(n / 4)],
  ['lines', (n: number) => '\n'.repeat(n / 20)],
  ['characters that the font lacks', (n: number) => '茶'.repeat(n)],
  ['control characters', (n: number) => '\u0007'.repeat(n)],
])('prints a text of %s in linear time', async (_name, text) => {
  const growth = await growthOfReading(
    text,
    async (input) => {
      await pdfFunctions.begin('growth', fonts, 'Catalogue', 0)
      pdfFunctions.add('growth', [
        { id: '1', code: '1', name: 'Oats', facts: [['Ingredients', input]], labels: [] },
      ])
      pdfFunctions.end('growth')
    },
    printLimits.text / 8,
  )
  expect(growth).toMatchObject({ isLinear: true })
})
