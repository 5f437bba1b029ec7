import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TableFormat } from './broken-quotation.ts'
import type { SourceRow } from './source-row.ts'
import { readTable } from './table-rows.ts'

const csv: TableFormat = { format: 'csv', delimiter: ',' }

async function rowsOf(pieces: string[], format = csv): Promise<SourceRow[]> {
  const reading = {
    bytesRead: () => 0,
    async *[Symbol.asyncIterator]() {
      yield* pieces
    },
  }
  const rows: SourceRow[] = []
  for await (const row of readTable(reading, format)) rows.push(row)
  return rows
}
/** Line and cells of each row; of a faulty one its text. */
const outline = (rows: SourceRow[]) => rows.map(({ line, cells, text }) => [line, cells ?? text])

const [one, two, three] = ['4006381333931', '4006381333948', '4006381333955'] as const

describe('a quotation mark that is never closed', () => {
  test('costs its row, and not the rows below', async () => {
    const rows = await rowsOf(['a,b\n1,2\n3,"four\n5,6\n7,"8, ""9"""\n'])
    expect(outline(rows)).toEqual([
      [1, ['a', 'b']],
      [2, ['1', '2']],
      [3, '3,"four'],
      [4, ['5', '6']],
      [5, ['7', '8, "9"']],
    ])
    expect(rows[2]?.fault).toContain('never closed')
  })

  test('costs its row too if a later quotation mark closes it', async () => {
    const rows = await rowsOf([
      `gtin,name,brand\n${one},"Big pan,Y\n${two},"B",Y\n${three},"C, ""c""\n""d""",Z`,
    ])
    expect(outline(rows).slice(1)).toEqual([
      [2, `${one},"Big pan,Y`],
      [3, [two, 'B', 'Y']],
      [4, [three, 'C, "c"\n"d"', 'Z']],
    ])
  })

  test('costs the row whose line it is on, with the lines above that belong to it', async () => {
    const rows = await rowsOf(['a,b,c\n1,"two\nlines","open,x\n2,"B",y\n3,d,e'])
    expect(outline(rows)).toEqual([
      [1, ['a', 'b', 'c']],
      [2, '1,"two\nlines","open,x'],
      [4, ['2', 'B', 'y']],
      [5, ['3', 'd', 'e']],
    ])
  })

  test('no part of a text becomes a row: those below have as many cells, and closed quotation marks', async () => {
    // A truncated file.
    const cut = await rowsOf(['a,b,c\n1,2,3\n4,"A text\nof lines, that is\ncut'])
    expect(cut.filter(({ cells }) => cells)).toHaveLength(2)
    // A text that mentions another product in a list.
    const mention = await rowsOf([`gtin,name,brand\n${one},"Big pan, see\n${two},3",Y`])
    expect(mention.filter(({ cells }) => cells)).toHaveLength(1)
    expect(mention.filter(({ fault }) => fault).map(({ line }) => line)).toEqual([2, 3])
    // Inches end no text.
    const inches = await rowsOf(['a,b\n1,"open\n2,12" pan\n3,pan of 12"\n'])
    expect(inches.map(({ cells }) => cells?.[1])).toEqual(['b', undefined, '12" pan', undefined])
    const [legal] = await rowsOf([`${one},T,"""Best"" tea\nwater, ""salt"""`])
    expect(legal?.cells).toEqual([one, 'T', '"Best" tea\nwater, "salt"'])
  })

  test('in a long file costs its row, also when the rest is longer than a row may be', async () => {
    const many = 400_000
    const lines = Array.from({ length: many }, (_, at) => `${at},name ${at}\n`)
    const rows = await rowsOf(['a,b\n1,"open\n', ...chunks(lines)])
    expect(rows).toHaveLength(many + 2)
    expect(rows[1]).toMatchObject({ line: 2, fault: expect.stringContaining('never closed') })
    expect(rows.filter(({ fault }) => fault)).toHaveLength(1)
    expect(rows.at(-1)).toMatchObject({ line: many + 2, cells: [`${many - 1}`, `name ${many - 1}`] })
  })

  test('in every row of a long file costs no more than a limit', async () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `${at},"open ${at}\n`)
    await expect(rowsOf(['a,b\n', ...chunks(lines)])).rejects.toMatchObject({
      code: 'FORMAT_UNKNOWN',
      message: expect.stringMatching(/The quotation mark on line \d+ is never closed/),
    })
  })

  test('in the headings leaves no row to read', async () => {
    await expect(rowsOf(['gtin,"name\n1,2\n'])).rejects.toMatchObject({
      message: expect.stringContaining('The quotation mark on line 1 is never closed'),
    })
    const [closed] = await rowsOf([`${one},"Big pan,Y\n${two},3",Y`])
    expect(closed?.fault).toContain('further lines are part of its value')
  })

  const word = fc.stringMatching(/^[a-zé€]{1,4}$/)
  const cell = fc
    .array(word, { minLength: 1, maxLength: 3 })
    .chain((words) => fc.constantFrom(' ', ', ', '\n', ' "x" ').map((between) => words.join(between)))
  const line = fc.tuple(cell, cell, cell)
  const written = (cells: string[]) =>
    cells.map((text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')

  test('leaves all rows on other lines as they are, wherever it stands', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.nat(8),
        fc.constantFrom('"x,y,z', 'x,"y,z', 'x,y,"z', 'x,y,"'),
        fc.nat(60),
        async (lines, place, broken, cut) => {
          const texts = lines.map(written)
          texts.splice(place, 0, broken)
          const whole = `a,b,c\n${texts.join('\n')}\n`
          const rows = await rowsOf([whole.slice(0, cut), whole.slice(cut)])
          expect(rows.flatMap(({ cells }) => (cells ? [cells] : []))).toEqual([['a', 'b', 'c'], ...lines])
          expect(rows.filter(({ fault }) => fault)).toHaveLength(1)
        },
      ),
    )
  })

  test('with another one in the same row costs this row', async () => {
    const rows = await rowsOf([`a,b,c\n1,"Big pan,Y,"B"\n2,"Tea, green" (big),x\n3,"d",e\n`])
    expect(outline(rows)).toEqual([
      [1, ['a', 'b', 'c']],
      [2, '1,"Big pan,Y,"B"'],
      [3, ['2', '"Tea, green" (big)', 'x']],
      [4, ['3', 'd', 'e']],
    ])
  })
})

test('a row that is too long has no quotation mark to blame', async () => {
  await expect(rowsOf([`a,b\n1,${'x'.repeat(4_100_000)}\n`])).rejects.toMatchObject({
    message: expect.stringContaining('is longer than'),
  })
})

/** Joins lines to pieces as they are read from a file. */
function chunks(lines: string[]): string[] {
  const text = lines.join('')
  return Array.from({ length: Math.ceil(text.length / 65_536) }, (_, at) =>
    text.slice(at * 65_536, (at + 1) * 65_536),
  )
}
