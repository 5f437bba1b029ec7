/** Test fixture: the catalog screen on a backend with a million items. */
import { ORPCError } from '@orpc/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Route, Switch } from 'wouter'
import { installBackend } from '../../../testing/test-backend.ts'
import '../../../ui/theme.css'

interface SearchInput {
  text: string
  brandIds: string[]
  sort?: { by: string; descending: boolean }
  offset: number
  limit: number
}

export const million = 1_000_000
export const searches: SearchInput[] = []
export const drafts: unknown[] = []
/** Delay of the response to a search text, in milliseconds. */
export const delays: Record<string, number> = {}

const row = (index: number, text: string) => ({
  id: `i${index}`,
  name: text ? `${text} ${index}` : `Item ${index}`,
  brand: 'Oatfield',
  manufacturer: 'Mill & Sons',
  code: String(10_000_000 + index),
  lastUpdated: '2026-10-01T00:00:00Z',
  size: '250 g',
  category: 'Drinks',
  status: 'Published',
  packageType: '',
  views: [],
  imageCount: 0,
})

/** Index of the only item with a code. */
export const codes: Record<string, number> = {}
const exactResult = { isTotalExact: true, problems: [], alsoShowing: [] }

const noFacets = {
  state: 'ready',
  progress: 1,
  ...Object.fromEntries(
    [
      ...['brands', 'manufacturers', 'categories', 'statuses', 'packageTypes', 'views'],
      ...['completeness', 'allergens', 'missing', 'changedIn'],
    ].map((list) => [list, []]),
  ),
  notListed: 0,
  inDraft: 0,
  inOutbox: 0,
  findings: [],
}

/** Set to make counting fail. */
export const counting: { failure?: string | undefined } = {}

/** State of the count of scores. */
export const scoring: { state: 'current' | 'counting'; progress: number } = { state: 'current', progress: 1 }

installBackend({
  workspace: {
    state: () => ({
      role: 'connected',
      directory: '/data',
      host: 'headless',
      version: '0',
      localApi: { running: false, username: 'local' },
      items: million,
    }),
  },
  catalog: {
    search: async (input: SearchInput) => {
      searches.push(input)
      await new Promise((resolve) => setTimeout(resolve, delays[input.text] ?? 0))
      if (input.text === 'broken')
        throw new ORPCError('INTERNAL_SERVER_ERROR', { message: 'The disk does not answer.' })
      const scanned = codes[input.text]
      if (scanned !== undefined) return { ...exactResult, total: 1, offset: 0, rows: [row(scanned, '')] }
      if (input.text === 'many' && searches.filter(({ text }) => text === 'many').length === 1)
        return { ...exactResult, isTotalExact: false, total: 1, offset: 0, rows: [row(0, 'many')] }
      const total = ['nothing', 'yoghurt'].includes(input.text) ? 0 : input.text === '' ? million : 3
      const count = Math.max(0, Math.min(input.limit, total - input.offset))
      const rows = Array.from({ length: count }, (_, index) => row(input.offset + index, input.text))
      return { ...exactResult, total, offset: input.offset, rows }
    },
    facets: () => {
      if (counting.failure) throw new ORPCError('INTERNAL_SERVER_ERROR', { message: counting.failure })
      return {
        ...noFacets,
        brands: [
          { id: 'b1', name: 'Oatfield', count: 12 },
          { id: 'b2', name: 'Crème du Pré', count: 3 },
          ...Array.from({ length: 8 }, (_, n) => ({ id: `c${n}`, name: `Carrefour ${n}`, count: 2 })),
        ],
      }
    },
    position: ({ id, text }: { id: string; text: string }) => {
      const index = Number(id.slice(1))
      return text === '' || index < 3 ? index : null
    },
    ids: ({ offset, limit, text }: SearchInput) =>
      Array.from(
        { length: Math.max(0, Math.min(limit, (text === '' ? million : 3) - offset)) },
        (_, n) => `i${offset + n}`,
      ),
    near: ({ text }: { text: string }) => (text === 'nothing' ? [{ id: 'b9', name: 'Noting' }] : []),
    correctedText: ({ text }: { text: string }) => (text === 'yoghurt' ? 'yogurt' : null),
    complete: () => ({ from: 0, to: 0, options: [] }),
    item: ({ id }: { id: string }) => ({
      id,
      xml: `<item id="${id}"><name>Opened ${id}</name></item>`,
      namespace: '',
      pictures: [],
      retailerContent: [],
      receivedAt: '2026-10-01T00:00:00Z',
    }),
  },
  completeness: {
    scores: () => ({ profileId: 'own', profileName: 'Our own', ...scoring }),
  },
  computer: { settings: () => ({ shortcuts: {} }) },
  feeds: {
    createDraft: (input: unknown) => {
      drafts.push(input)
      return { id: 'd1', kind: 'refresh', name: '', xml: '', revision: 1, createdAt: '', updatedAt: '' }
    },
  },
})

// The RPC client captures `fetch` when it is created, so it is imported after the backend is installed.
export const { queryClient } = await import('../../../rpc/client.ts')
const { TooltipProvider } = await import('../../../ui/overlays/tooltip.tsx')
export const { tableLineHeight: rowHeight } = await import('../list/table/table-line.tsx')
export const { headHeight: headerHeight } = await import('../list/table/table-head.tsx')
const { CatalogScreen } = await import('../catalog-screen.tsx')
const { useShortcuts } = await import('../../../shell/commands/shortcuts.tsx')

/** Registers the shell's keyboard shortcuts. */
function Keys() {
  useShortcuts()
  return null
}

/** A screen that never finishes loading. */
const NextScreen = lazy(() => new Promise<never>(() => {}))

/** Renders the screen at an address. */
export async function open(path = '/catalog') {
  history.replaceState(null, '', path)
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <Keys />
        <div style={{ height: 700 }}>
          <Suspense>
            <Switch>
              <Route path="/catalog/:itemId?">{({ itemId }) => <CatalogScreen itemId={itemId} />}</Route>
              <Route path="/next" component={NextScreen} />
            </Switch>
          </Suspense>
        </div>
      </TooltipProvider>
    </QueryClientProvider>,
  )
  return screen
}

export const rowNamed = (name: RegExp) => page.getByRole('row', { name })
export const search = () => page.getByRole('combobox', { name: 'Search the catalog' })

beforeEach(async () => {
  Object.assign(scoring, { state: 'current', progress: 1 })
  await page.viewport(1200, 800)
  queryClient.clear()
  searches.length = 0
  drafts.length = 0
  for (const text of Object.keys(delays)) delete delays[text]
})
