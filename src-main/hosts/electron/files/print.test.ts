import { readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../../../testing/temporary-workspace.ts'

vi.mock('electron', () => import('../fixtures/electron.ts'))
const { answers, BrowserWindow, takeCalls } = await import('../fixtures/electron.ts')
const { createPrinting } = await import('./print.ts')
const { createTemporaryFiles } = await import('./temporary-files.ts')

const page = new BrowserWindow({}).webContents as never
const { print, preview } = createPrinting(createTemporaryFiles(temporaryDirectory()))
beforeEach(() => {
  Object.assign(answers, { printFailure: '', openFailure: '', country: 'DE' })
  takeCalls()
})

test('prints with the dialog of the system', async () => {
  await print(page)
  expect(takeCalls()).toEqual([['print', { printBackground: true }]])
})

test('a cancelled dialog is no failure, a missing printer is one', async () => {
  answers.printFailure = 'Print job canceled'
  await print(page)
  answers.printFailure = 'Invalid printer settings'
  await expect(print(page)).rejects.toThrow('The page was not printed. Cause: Invalid printer settings')
})

test.each([
  ['DE', 'A4'],
  ['US', 'Letter'],
])('the preview in %s is a PDF on %s in the PDF program', async (country, pageSize) => {
  answers.country = country
  await preview(page, 'Oat drink: 1 l')
  const [made, opened] = takeCalls()
  expect(made).toEqual(['pdf', { printBackground: true, pageSize }])
  expect(opened).toEqual(['open path', expect.stringMatching(/Oat drink_ 1 l\.pdf$/)])
  expect(readFileSync(String(opened?.[1]), 'utf8')).toBe('%PDF')
})

test('a missing PDF program is reported', async () => {
  answers.openFailure = 'No application'
  await expect(preview(page, 'a')).rejects.toThrow('No program opened the PDF. Cause: No application')
})
