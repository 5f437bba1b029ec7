import { ORPCError } from '@orpc/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { toast as messages } from 'sonner'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { catalogChoices, catalogPlace } from '../../../src-shared/catalog/screen.ts'
import type { ExportJob, ExportRequest, ExportSubject } from '../../../src-shared/export/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const withContent: ExportSubject = {
  items: 18_980,
  columns: ['GTIN', 'Name', 'Brand'],
  furtherColumns: ['Energy (kcal)'],
  screenColumns: { name: 'Name', servingEnergy: 'Energy (kcal)' },
  printedColumns: ['Brand'],
  contentItems: 12,
  retailers: [
    { id: 'r1', name: 'Corner Shop', items: 12 },
    { id: 'r2', name: 'Market Hall', items: 1 },
  ],
}
let subject = withContent
let job: ExportJob
let resolveWaiting: (() => void) | undefined
let refusal: string | undefined
let unreachable: string | undefined
/** The form of a table in English. */
const table = { delimiter: ',', decimal: 'point', codes: false }
const saved: unknown[] = []
const started: ExportRequest[] = []
const cancelled: string[] = []
const folders: unknown[] = []
/** URLs of the downloads started by the page. */
const downloads: string[] = []

/** Changes the state of the job, and answers the call that waits for it. */
function updateJob(changes: Partial<ExportJob>): void {
  job = { ...job, ...changes, revision: job.revision + 1 }
  resolveWaiting?.()
}

installBackend({
  workspace: {
    screens: () => ({ catalogChoices: catalogChoices.parse({}), catalogPlace: catalogPlace.parse({}) }),
    setScreens: (parts: unknown) => void saved.push(parts),
  },
  computer: { settings: () => ({ nutritionMarket: 'fda' }) },
  files: { confirm: ({ path }: { path: string }) => ({ path: `${path}/real` }) },
  exports: {
    describe: () => subject,
    start: (request: ExportRequest) => {
      if (refusal) throw new ORPCError('NOTHING_TO_EXPORT', { status: 422, message: refusal })
      started.push(request)
      return job
    },
    job: async ({ after }: { after: number }) => {
      if (unreachable) throw new ORPCError('SERVICE_UNAVAILABLE', { message: unreachable })
      if (job.revision === after)
        await new Promise<void>((resolve) => {
          resolveWaiting = resolve
        })
      return job
    },
    startPictures: (request: unknown) => {
      folders.push(request)
      return { ...job, format: 'pictures', file: '/pictures', fileName: 'pictures' }
    },
    cancel: ({ id }: { id: string }) => {
      if (refusal) throw new ORPCError('CONFLICT', { message: refusal })
      cancelled.push(id)
      updateJob({ state: 'cancelled' })
      return job
    },
  },
})

// The client captures `fetch` when it is created, so it is imported after the backend is installed.
const { queryClient } = await import('../../rpc/client.ts')
const { ExportDialog } = await import('./export-dialog.tsx')
const { Toaster } = await import('../../ui/overlays/toast.tsx')

/** Differs in each test, so that no test finds the export of another one. */
let source = { selection: { text: 'tea', brandIds: [], manufacturerIds: [] } }
function Example({ isOpenAtFirst = true }: { isOpenAtFirst?: boolean }) {
  const [open, setOpen] = useState(isOpenAtFirst)
  return (
    <QueryClientProvider client={queryClient}>
      <button type="button" onClick={() => setOpen(true)}>
        Open again
      </button>
      <Toaster theme="light" />
      <ExportDialog
        open={open}
        onOpenChange={setOpen}
        source={source}
        what="of this search"
        screenColumns={['servingEnergy', 'name']}
      />
    </QueryClientProvider>
  )
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const recordDownload = (event: MouseEvent): void => {
  if (!(event.target instanceof HTMLAnchorElement) || event.target.download === '') return
  event.preventDefault()
  downloads.push(new URL(event.target.href).pathname)
}

// The download link is clicked outside the document; the test records its URL instead of fetching it.
const { click } = HTMLAnchorElement.prototype
HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
  this.addEventListener('click', recordDownload, { once: true })
  click.call(this)
}
beforeEach(() => {
  queryClient.clear()
  // A toast stays as long as the pointer is over it, even into the next test, and covers other elements.
  messages.dismiss()
  source = { selection: { ...source.selection, text: `${source.selection.text} tea` } }
  subject = withContent
  refusal = unreachable = undefined
  for (const list of [started, cancelled, downloads, folders, saved]) list.length = 0
  job = {
    id: 'e1',
    format: 'csv',
    state: 'running',
    itemsTotal: 18_980,
    itemsDone: 0,
    itemsWritten: 0,
    bytes: 0,
    fileName: 'items-2026-11-21.csv',
    revision: 0,
  }
})

test('a table for spreadsheets is the default; it is downloaded when complete', async () => {
  await render(<Example />)
  await expect.element(page.getByText('18,980 items of this search')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Table (CSV)' })).toBeChecked()
  await button('Export').click()
  await expect.poll(() => started).toEqual([{ source, format: 'csv', cells: 'spreadsheet', table }])
  updateJob({ itemsDone: 9490, itemsWritten: 9490, bytes: 4_700_000 })
  await expect
    .element(page.getByRole('progressbar', { name: 'Export' }))
    .toHaveAttribute('aria-valuenow', '50')
  await expect.element(page.getByRole('status')).toHaveTextContent('9,490 of 18,980 items · 4.7 MB')
  expect(downloads).toEqual([])
  updateJob({
    state: 'completed',
    itemsDone: 18_980,
    itemsWritten: 18_980,
    bytes: 9_400_000,
    download: '/exports/e1/items-2026-11-21.csv',
  })
  await expect.element(page.getByRole('status')).toHaveTextContent('items-2026-11-21.csv')
  await expect.poll(() => downloads).toEqual(['/exports/e1/items-2026-11-21.csv'])
  await button('Download again').click()
  await expect.poll(() => downloads).toHaveLength(2)
  await button('Done').click()
  await button('Open again').click()
  await expect.element(button('Export')).toBeVisible()
})

test('the content of one retailer is exported; the note about the file stays visible', async () => {
  await render(<Example />)
  await page.getByText('Retailer content (Content+ feed)').click()
  await expect.element(page.getByText(/The content of 12 items for 2 retailers/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Retailer' }).click()
  await page.getByRole('option', { name: 'Market Hall (1 item)' }).click()
  await button('Export').click()
  await expect
    .poll(() => started)
    .toEqual([{ source, format: 'contentplus', cells: 'safe', retailerIds: ['r2'] }])
  updateJob({ state: 'completed', itemsWritten: 1, note: 'The feed is larger than 16 MB.' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('The feed is larger than 16 MB.')
})

test('without retailer content, that format is disabled, and the reason is shown', async () => {
  subject = { ...withContent, items: 3, contentItems: 0, retailers: [] }
  await render(<Example />)
  await expect.element(page.getByText(/None of these items has content for a retailer/)).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Retailer content (Content+ feed)' })).toBeDisabled()
})

test('a workbook has the chosen columns', async () => {
  await render(<Example />)
  await page.getByText('Workbook (XLSX)').click()
  await page.getByText('Choose single columns').click()
  await page.getByRole('checkbox', { name: 'Brand' }).click()
  await button('Export').click()
  await expect
    .poll(() => started)
    .toEqual([{ source, format: 'xlsx', cells: 'safe', columns: ['GTIN', 'Name'], table }])
})

test('a table has the columns of the screen, and the form that was chosen, which the dialog remembers', async () => {
  await render(<Example />)
  await button('As on screen').click()
  await expect.element(page.getByText('Columns: 2 of 4')).toBeVisible()
  await expect.element(button('As on screen')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('combobox', { name: 'Between the cells' }).click()
  await page.getByRole('option', { name: 'Semicolon' }).click()
  await page.getByRole('combobox', { name: 'Decimal mark of numbers' }).click()
  await page.getByRole('option', { name: 'Comma: 2,5' }).click()
  await page.getByRole('checkbox', { name: /^Words instead of codes/ }).click()
  await page.getByText('Keep the codes in columns of their own').click()
  await button('Export').click()
  const chosen = { delimiter: ';', decimal: 'comma', words: 'en', codes: true }
  await expect
    .poll(() => started)
    .toEqual([
      { source, format: 'csv', cells: 'spreadsheet', columns: ['Energy (kcal)', 'Name'], table: chosen },
    ])
  await expect.poll(() => saved.at(-1)).toMatchObject({ catalogChoices: { exportForm: chosen } })
})

test('a running export can be cancelled, and continues when the dialog is closed', async () => {
  await render(<Example />)
  await button('Export').click()
  await button('Continue in the background').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(cancelled).toEqual([])
  await button('Open again').click()
  await button('Cancel the export').click()
  await expect.element(page.getByText('The export was cancelled')).toBeVisible()
  expect(cancelled).toEqual(['e1'])
  expect(downloads).toEqual([])
})

test('the end of an export is reported by a toast if no dialog shows it, with an action for its file', async () => {
  const screen = await render(<Example />)
  await button('Export').click()
  await button('Continue in the background').click()
  await screen.unmount()
  // Another screen, on which the dialog is opened again.
  await render(<Example isOpenAtFirst={false} />)
  await button('Open again').click()
  await expect.element(page.getByRole('progressbar', { name: 'Export' })).toBeVisible()
  await button('Continue in the background').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  updateJob({ state: 'completed', itemsWritten: 3, download: '/exports/e1/items.csv' })
  await expect.element(page.getByText('The export is done')).toBeVisible()
  await button('Download again').click()
  await expect.poll(() => downloads).toHaveLength(2)
  await button('Open again').click()
  await expect.element(button('Export')).toBeVisible()
})

test('the failure of an export in the background is reported, and still shown when the dialog is opened', async () => {
  await render(<Example />)
  await button('Export').click()
  await button('Continue in the background').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  updateJob({ state: 'failed', note: 'The disk is full.' })
  await expect.element(page.getByText('The export failed')).toBeVisible()
  await button('Open again').click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The disk is full\./)
  await button('Done').click()
})

test('an export is followed again after an interruption; a refused cancellation is reported', async () => {
  await render(<Example />)
  await button('Export').click()
  await expect.element(page.getByRole('progressbar', { name: 'Export' })).toBeVisible()
  refusal = 'It is being written to the disk.'
  await button('Cancel the export').click()
  await expect.element(page.getByText('The export was not cancelled')).toBeVisible()
  refusal = undefined
  unreachable = 'The program does not answer.'
  updateJob({ itemsDone: 10 })
  await expect.element(page.getByText('The progress of the export could not be read')).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'Export' })).toBeVisible()
  expect(page.getByText('The export did not begin').elements()).toEqual([])
  unreachable = undefined
  await expect.element(page.getByText('The progress of the export could not be read')).not.toBeInTheDocument()
  updateJob({ state: 'completed', itemsWritten: 3, download: '/exports/e1/items.csv' })
  await expect.element(button('Done')).toBeVisible()
  await button('Done').click()
})

test('the reason is shown when an export fails or does not start', async () => {
  refusal = 'No item is in this selection.'
  await render(<Example />)
  await button('Export').click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/No item is in this selection\./)
  refusal = undefined
  await button('Export').click()
  updateJob({ state: 'failed', note: 'The disk is full. Free some space and try again.' })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The disk is full\./)
  expect(downloads).toEqual([])
})

test('a GDSN message contains the target market and the sender; an invalid GLN is rejected', async () => {
  await render(<Example />)
  await page.getByText('GDSN message (XML)').click()
  const company = page.getByRole('textbox', { name: 'GLN of your company' })
  await company.fill('4012345000001')
  await expect.element(page.getByText(/A GLN has thirteen digits/)).toBeVisible()
  await expect.element(button('Export')).toBeDisabled()
  await company.fill('4012345 000009')
  await button('Export').click()
  const gdsn = { targetMarket: 'US', language: 'en', informationProvider: '4012345000009' }
  await expect.poll(() => started).toEqual([{ source, format: 'gdsn', cells: 'safe', gdsn }])
})

test('pictures are written to the chosen folder; a cancelled export shows how many were written', async () => {
  await render(<Example />)
  await page.getByText('Pictures', { exact: true }).click()
  await page.getByText('Files in a folder').click()
  await expect.element(button('Export')).toBeDisabled()
  await page.getByRole('textbox', { name: 'Folder' }).fill('/home/kim/pictures')
  await button('Export').click()
  await expect.poll(() => folders).toEqual([{ source, folder: '/home/kim/pictures/real', replace: false }])
  updateJob({ state: 'cancelled', note: '12 pictures written.' })
  await expect.element(page.getByText('12 pictures written.')).toBeVisible()
})
