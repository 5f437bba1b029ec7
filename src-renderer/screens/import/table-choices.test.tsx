import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ImportPreview } from '../../../src-shared/import/model.ts'
import { TableChoices } from './table-choices.tsx'
import '../../ui/theme.css'

const preview: ImportPreview = {
  file: '/tmp/polish.csv',
  format: 'csv',
  compressed: false,
  encoding: 'windows-1250',
  isEncodingGuessed: true,
  separator: 'semicolon',
  firstRowIsData: false,
  headingLine: 1,
  firstLines: [{ line: 1, words: 'GTIN · Name' }],
  columns: [{ name: 'GTIN', samples: ['4006381333931'] }],
  mapping: {},
  numbers: { columns: {} },
  names: { choices: {} },
  fields: [],
}

test('shows that the encoding is guessed, and lets another encoding and separator be selected', async () => {
  const choose = vi.fn()
  await render(<TableChoices preview={preview} onChoose={choose} />)
  await expect.element(page.getByText(/The encoding is a guess/)).toBeVisible()
  const encoding = page.getByRole('combobox', { name: 'Encoding' })
  await expect.element(encoding).toHaveValue('windows-1250')
  await encoding.selectOptions('Western European (Windows-1252)')
  expect(choose).toHaveBeenLastCalledWith({ separator: 'semicolon', encoding: 'windows-1252' })
  await page.getByRole('combobox', { name: 'Separator' }).selectOptions('Comma')
  // The encoding is detected again.
  expect(choose).toHaveBeenLastCalledWith({ encoding: undefined, separator: 'comma' })
})

test('shows no encoding or separator for a workbook, but a note on its hidden sheets', async () => {
  const { encoding: _encoding, isEncodingGuessed: _guessed, separator: _separator, ...workbook } = preview
  const notes = ['Hidden sheets are read only when they are chosen by name: Old.']
  await render(<TableChoices preview={{ ...workbook, format: 'xlsx', notes }} onChoose={() => {}} />)
  await expect.element(page.getByText(/^Hidden sheets/)).toBeVisible()
  expect(page.getByRole('combobox', { name: /Encoding|Separator/ }).elements()).toEqual([])
})
