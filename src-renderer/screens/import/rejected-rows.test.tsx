import { expect, test } from 'vitest'
import { rejectedAsCsv } from './rejected-rows.tsx'

test('the saved file keeps quotes, line breaks and commas, and no cell is a formula', () => {
  const csv = rejectedAsCsv([
    { line: 7, code: 'GTIN_INVALID', reason: 'A "wrong", code', raw: '=HYPERLINK("x")\nnext' },
  ])
  expect(csv).toBe(
    '\uFEFFline,code,reason,row\r\n"7","GTIN_INVALID","A ""wrong"", code","\'=HYPERLINK(""x"")\nnext"\r\n',
  )
})
