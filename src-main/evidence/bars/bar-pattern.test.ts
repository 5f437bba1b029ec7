import { expect, test } from 'vitest'
import { checkDigit } from '../../../src-shared/values/gtin.ts'
import { codeModules } from '../../testing/code-pictures.ts'
import { barPattern } from './bar-pattern.ts'

const withCheckDigit = (body: string): string => body + checkDigit(body)

test.each([
  ...Array.from('0123456789', (first) => ['EAN13', withCheckDigit(`${first}12345678905`)] as const),
  ['UPCA', '036000291452'],
  ['EAN8', '96385074'],
] as const)('%s %s has the bars that a library draws', async (format, code) => {
  expect(barPattern(code).modules).toBe(await codeModules(format, code))
})
