import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { KeyValue } from '../layout/key-value.tsx'
import { tableText } from './clipboard.ts'
import { CopyFields } from './copy-field.tsx'

const texts: string[] = []
const tables: Record<string, string>[] = []

// The clipboard of the test browser requires a permission prompt, so writes are captured here instead.
vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void texts.push(text))
vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
  const parts = (item?.types ?? []).map(async (type) => [type, await (await item?.getType(type))?.text()])
  tables.push(Object.fromEntries(await Promise.all(parts)))
})

const rows = [
  ['Nutrient', '% DV'],
  ['Fat <all>', '5/10'],
]

beforeEach(async () => {
  texts.length = 0
  tables.length = 0
  await render(
    <>
      <CopyFields>
        <KeyValue
          entries={[
            { label: 'GTIN', value: '00012345678905', copied: '00012345678905' },
            { label: 'Size', value: '1 kg', copied: '1 kg' },
          ]}
        />
        <details>
          <summary>More</summary>
          <KeyValue entries={[{ label: 'Hidden', value: 'x', copied: 'x' }]} />
        </details>
        <KeyValue entries={[{ label: 'Nutrition', value: 'a table', copied: rows }]} />
      </CopyFields>
      <button type="button">After</button>
    </>,
  )
})

const button = (name: string) => page.getByRole('button', { name: `Copy ${name}`, exact: true })

test('the copy buttons are one tab stop; arrow keys move between visible ones, and Enter copies and announces it', async () => {
  await userEvent.tab()
  await expect.element(button('GTIN')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => texts).toEqual(['00012345678905'])
  await expect.element(page.getByRole('status')).toHaveTextContent('GTIN copied')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(button('Size')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(button('Nutrition')).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(page.getByText('More')).toHaveFocus()
  await userEvent.tab()
  await expect.element(button('Nutrition')).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus()
})

test('a table is copied as HTML with text cells, and as tab-separated lines', async () => {
  await button('Nutrition').click()
  await expect.poll(() => tables.length).toBe(1)
  expect(tables[0]?.['text/plain']).toBe('Nutrient\t% DV\nFat <all>\t5/10')
  const container = document.createElement('div')
  container.innerHTML = tables[0]?.['text/html'] ?? ''
  expect(
    [...container.querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => cell.textContent)),
  ).toEqual(rows)
  expect(tables[0]?.['text/html']).toContain("mso-number-format:'\\@'")
})

test('a cell is one line without tabs', () => {
  expect(tableText([['a\tb', 'c\nd']])).toBe('a b\tc d')
})
