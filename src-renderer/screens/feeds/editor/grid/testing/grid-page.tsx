/** Test fixture: the grid on a page with a draft in memory, and helpers to inspect it. */
import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { CatalogRow, ItemPick } from '../../../../../../src-shared/catalog/model.ts'
import type { DraftSelection } from '../../../../../../src-shared/feeds/draft/edits.ts'
import type { GridLayout } from '../../../../../../src-shared/feeds/draft/grid-layout.ts'
import type { FeedKind } from '../../../../../../src-shared/feeds/kinds/kinds.ts'
import { installBackend } from '../../../../../testing/test-backend.ts'
import { Toaster } from '../../../../../ui/overlays/toast.tsx'
import { TooltipProvider } from '../../../../../ui/overlays/tooltip.tsx'
import type { MemorySource } from './memory-source.ts'
import '../../../../../ui/theme.css'

const entriesOf = (kind: string) =>
  Array.from({ length: 9 }, (_, index) => ({
    id: `${kind[0]}${index + 1}`,
    name: `${kind} number ${index + 1}`,
  }))

installBackend({
  catalog: {
    lookup: ({ text, kind }: { text: string; kind: string }) => {
      const entries = entriesOf(kind).filter(({ id, name }) => id.includes(text) || name.includes(text))
      return { total: entries.length, entries }
    },
    named: ({ kind, texts }: { kind: string; texts: string[] }) =>
      texts.map((text) =>
        entriesOf(kind).filter(({ id, name }) => id === text || name === text.toLowerCase().trim()),
      ),
    itemRow: ({ id }: { id: string }) => catalogItems.find((row) => row.id === id) ?? null,
    pickItem: async ({ text }: { text: string }): Promise<ItemPick> => {
      await picking.held
      const byCode = catalogItems.filter(({ code }) => code === text)
      const isCode = /^[0-9]{8,}$/.test(text)
      const named = catalogItems.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      const rows = isCode ? byCode : named
      return { rows, total: rows.length, isCode, isIdentifier: false }
    },
    near: ({ kind }: { kind: string }) => entriesOf(kind).slice(2, 4),
    pictures: ({ wanted }: { wanted: { code?: string }[] }) => {
      pictureRequests.push(wanted.length)
      return wanted.map(({ code }) => (code?.endsWith('7') ? { placeholder: dot } : {}))
    },
  },
})
const catalogItem = (id: string, name: string, code: string): CatalogRow => ({
  manufacturer: 'Norrvik',
  lastUpdated: '',
  size: '',
  category: '',
  status: '',
  packageType: '',
  views: [],
  imageCount: 0,
  id,
  name,
  brand: 'Oatlark',
  code,
})
const catalogItems = [
  catalogItem('i1', 'Oat drink', '4006381333931'),
  catalogItem('i2', 'Oat bar', '036000291452'),
  catalogItem('i3', 'Oat bar, large', '96385074'),
  catalogItem('i4', 'Oat bar, small', '96385074'),
]
/** Set `held` to a promise to delay search results. */
export const picking: { held: Promise<void> } = { held: Promise.resolve() }
/** Number of pictures requested by each call. */
export const pictureRequests: number[] = []
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const { queryClient } = await import('../../../../../rpc/client.ts')
const { DraftGrid } = await import('../draft-grid.tsx')

beforeEach(() => page.viewport(1280, 800))
afterEach(() => queryClient.clear())

function Screen({ source, layouts }: { source: MemorySource; layouts: Map<FeedKind, GridLayout> }) {
  const revision = useSyncExternalStore(source.onChange, () => source.revision)
  const [filter, setFilter] = useState<DraftSelection>({})
  const memory = useMemo(
    () => ({
      read: (kind: FeedKind) => layouts.get(kind),
      keep: (kind: FeedKind, layout: GridLayout) => layouts.set(kind, layout),
    }),
    [layouts],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <main id="root" style={{ height: 600 }}>
          <DraftGrid
            source={source}
            kind={source.kind}
            version={String(revision)}
            filter={filter}
            onFilterChange={setFilter}
            memory={memory}
          />
        </main>
        <Toaster theme="light" />
      </TooltipProvider>
    </QueryClientProvider>
  )
}

export async function openGrid(source: MemorySource, layouts = new Map<FeedKind, GridLayout>()) {
  const screen = await render(<Screen source={source} layouts={layouts} />)
  await expect.element(page.getByRole('grid', { name: 'Items' })).toBeVisible()
  await expect.poll(() => cell(0, 'E-commerce title')?.textContent).not.toBe('')
  // Tests find cells by their text, so all names must be loaded first.
  const cellsWithoutName = () =>
    [...grid().querySelectorAll('[role=gridcell]')].filter(({ textContent }) => /^[bm]\d$/.test(textContent))
  await expect.poll(() => cellsWithoutName().length).toBe(0)
  return screen
}

export const grid = () => page.getByRole('grid', { name: 'Items' }).element() as HTMLElement
const columnHeaders = () => [...grid().querySelectorAll('[role=columnheader]')]

/** The cell of a row (0-based) in the column with this title, if it is rendered. */
export function cell(row: number, title: string): HTMLElement | undefined {
  const head = columnHeaders().find((one) => one.textContent?.startsWith(title))
  const column = head?.getAttribute('aria-colindex')
  return (
    grid().querySelector<HTMLElement>(`[aria-rowindex="${row + 2}"] > [aria-colindex="${column}"]`) ??
    undefined
  )
}
export const text = (row: number, title: string) => cell(row, title)?.textContent
export const selected = () => grid().querySelectorAll('[role=gridcell][aria-selected=true]').length

export function paste(table: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', table)
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
}

export function copied(): { text: string; markup: string } {
  const clipboardData = new DataTransfer()
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
  )
  return { text: clipboardData.getData('text/plain'), markup: clipboardData.getData('text/html') }
}

export const name = 'E-commerce title'

export const click = (row: number, title: string) => userEvent.click(cell(row, title) ?? grid())
