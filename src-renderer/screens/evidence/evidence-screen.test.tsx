import { QueryClientProvider } from '@tanstack/react-query'
import axe from 'axe-core'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type {
  DecisionKind,
  EvidenceState,
  FindingKey,
  FindingRow,
} from '../../../src-shared/evidence/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const box = { x: 0.2, y: 0.4, width: 0.3, height: 0.05 }
const label = (id: string, path: string, printed: string): FindingRow => ({
  kind: 'label-differs',
  sha256: id.padStart(64, '0'),
  view: 'A2C1',
  message: `The label shows ${printed}.`,
  value: { path, label: 'Protein', recorded: '9 g / 100 g', printed, box },
  item: { id, name: `Item ${id}` },
})
const protein = 'products/product[1]/grocery/nutritions/nutrition[1]/protein'
const findings: FindingRow[] = [
  {
    kind: 'unknown-code',
    sha256: 'a'.repeat(64),
    view: 'A7C1',
    message: 'The picture shows the code 9521234543213, which no item of the catalog has.',
    code: { format: 'EAN-13', gtin14: '09521234543213', box },
    item: { id: '1', name: 'Oats' },
  },
  label('2', protein, '10 g'),
  label('3', 'products/product[1]/grocery/ingredients', 'Oats, salt'),
]
let state: EvidenceState
let dismissed: (FindingKey & { reason: string; note: string })[]
const calls: string[] = []
const none = Object.fromEntries(
  [
    'allergen',
    'other-item',
    'label-differs',
    'unknown-code',
    'check',
    'unreadable',
    'right-code',
    'label-found',
  ].map((kind) => [kind, 0]),
) as EvidenceState['counts']
interface ManyDecided {
  which: { kinds: string[] } | { findings: FindingKey[] }
  decision: DecisionKind
}
let lastStep: string[] = []
/** By item. */
const decisions = new Map<string, DecisionKind>()
const now = '2026-11-20T10:00:00Z'
const note = (call: string) => {
  calls.push(call)
  return state
}
installBackend({
  computer: { settings: () => ({ shortcuts: {} }) },
  catalog: { item: () => ({ xml: '<item id="1"><name>Oats</name></item>', namespace: '' }) },
  evidence: {
    state: () => state,
    start: () => note('start'),
    stop: () => note('stop'),
    setMode: ({ mode }: { mode: string }) => note(mode),
    list: (wanted: { kinds: string[]; decision?: DecisionKind }) => {
      const found = findings
        .map((one) => {
          const kind = decisions.get(one.item.id)
          return kind ? { ...one, decision: { kind, reason: '', note: '', at: now, by: 'kim' } } : one
        })
        .filter((one) => {
          const kind = decisions.get(one.item.id)
          return (
            wanted.kinds.includes(one.kind) &&
            (wanted.decision ? kind === wanted.decision : kind !== 'dismissed')
          )
        })
      const undecided = found.filter((one) => !('decision' in one)).length
      return { total: found.length, undecided, offset: 0, findings: found }
    },
    agree: ({ itemId }: FindingKey) => {
      decisions.set(itemId, 'agreed')
      state = { ...state, agreed: 1 }
    },
    dismiss: (one: (typeof dismissed)[number]) => {
      dismissed.push(one)
      decisions.set(one.itemId, 'dismissed')
      state = { ...state, dismissed: dismissed.length }
    },
    decideMany: ({ which, decision }: ManyDecided) => {
      const chosen = findings.filter(
        (one) =>
          !decisions.has(one.item.id) &&
          ('kinds' in which
            ? which.kinds.includes(one.kind)
            : which.findings.some(({ itemId }) => itemId === one.item.id)),
      )
      for (const one of chosen) decisions.set(one.item.id, decision)
      lastStep = chosen.map(({ item }) => item.id)
      return { decided: chosen.length, step: 7 }
    },
    undoDecisions: () => {
      for (const id of lastStep) decisions.delete(id)
    },
    restore: ({ itemId }: FindingKey) => {
      dismissed = dismissed.filter((one) => one.itemId !== itemId)
      decisions.delete(itemId)
      state = { ...state, agreed: 0, dismissed: dismissed.length }
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { EvidenceScreen } = await import('./evidence-screen.tsx')
const { Shortcuts } = await import('../../testing/shortcuts.tsx')
const { Toaster } = await import('../../ui/overlays/toast.tsx')

beforeEach(async () => {
  queryClient.clear()
  history.replaceState(null, '', '/evidence')
  dismissed = []
  decisions.clear()
  calls.length = 0
  state = {
    ...{ mode: 'on-demand', pictures: 3, read: 3, unreadable: 0, agreed: 0, dismissed: 0 },
    isOutOfDate: false,
    counts: { ...none, 'unknown-code': 1, 'label-differs': 2, 'right-code': 5 },
  }
  await page.viewport(1280, 800)
})
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shortcuts />
      <main className="h-screen">
        <EvidenceScreen />
      </main>
      <Toaster theme="light" />
    </QueryClientProvider>,
  )
const heading = (name: string) => page.getByRole('heading', { level: 2, name })

test('says what reading does before it, and reads on request', async () => {
  state = { ...state, mode: 'off', read: 0, counts: none }
  await show()
  await expect.element(heading('Reading pictures is switched off')).toBeVisible()
  await expect.element(page.getByText(/nothing leaves it/)).toBeVisible()
  await page.getByRole('button', { name: 'Switch on and read pictures' }).click()
  await expect.poll(() => calls).toEqual(['on-demand', 'start'])
})

test('a catalog without pictures says how to get them', async () => {
  state = { ...state, pictures: 0, read: 0, counts: none }
  await show()
  await expect.element(page.getByRole('link', { name: 'Choose the pictures to keep' })).toBeVisible()
})

test('a run shows its progress and can be stopped', async () => {
  state = { ...state, read: 1, running: { step: 'reading', done: 1, total: 3 } }
  await show()
  await expect.element(page.getByText('Reading pictures… 1 of 3')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => calls).toEqual(['stop'])
})

test('findings that are out of date are compared again on request', async () => {
  state = { ...state, isOutOfDate: true }
  await show()
  await page.getByRole('button', { name: 'Compare again' }).click()
  await expect.poll(() => calls).toEqual(['start'])
})

test('J and K go from finding to finding, and the values stand side by side', async () => {
  await show()
  await expect.element(heading('Oats')).toBeVisible()
  await expect.element(page.getByText('9521234543213 (EAN-13)')).toBeVisible()
  const { violations } = await axe.run(document.querySelector('main') ?? document.body)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await userEvent.keyboard('j')
  await expect.element(heading('Item 2')).toBeVisible()
  await expect.element(page.getByRole('grid', { name: 'Findings' })).toHaveFocus()
  await expect.element(page.getByText('9 g / 100 g')).toBeVisible()
  await expect.element(page.getByRole('definition').filter({ hasText: /^10 g$/ })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(heading('Item 3')).toBeVisible()
  await userEvent.keyboard('kk')
  await expect.element(heading('Oats')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Take into a draft' })).not.toBeInTheDocument()
  await userEvent.keyboard('o')
  await expect.poll(() => location.pathname).toBe('/catalog/1')
})

test('D dismisses with a reason and shows the next finding; undo brings it back', async () => {
  await show()
  await expect.element(heading('Oats')).toBeVisible()
  await userEvent.keyboard('d')
  await expect.element(page.getByRole('dialog', { name: 'Dismiss this finding' })).toBeVisible()
  await userEvent.keyboard('2')
  await expect.element(heading('Item 2')).toBeVisible()
  expect(dismissed).toEqual([
    {
      ...{ itemId: '1', kind: 'unknown-code', sha256: 'a'.repeat(64), subject: '09521234543213' },
      ...{ reason: 'misread', note: '' },
    },
  ])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(heading('Oats')).toBeVisible()
  expect(dismissed).toEqual([])
})

test('A agrees and goes on; the finding stays with who agreed and when, until it is taken back', async () => {
  await show()
  await expect.element(heading('Oats')).toBeVisible()
  await userEvent.keyboard('a')
  await expect.element(heading('Item 2')).toBeVisible()
  await expect.element(page.getByRole('gridcell', { name: 'Oats Unknown code, agreed' })).toBeVisible()
  await page.getByRole('button', { name: 'Agreed (1)' }).click()
  await expect.element(page.getByText(/^Agreed .* by kim$/)).toBeVisible()
  await userEvent.keyboard('a')
  await expect.element(page.getByText('Nothing is agreed.')).toBeVisible()
  expect(decisions.size).toBe(0)
})

test('one decision about several findings, and about all that are left, each taken back in one step', async () => {
  await show()
  const bar = page.getByRole('region', { name: 'Selected findings' })
  await expect.element(bar.getByText('3 left to decide')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Item 2' }).click()
  await page.getByRole('checkbox', { name: 'Select Item 3' }).click()
  await expect.element(bar.getByText('2 selected of 3 left')).toBeVisible()
  await bar.getByRole('button', { name: 'Agree with 2' }).click()
  await expect.element(bar.getByText('1 left to decide')).toBeVisible()
  // A message of an earlier test may still be there.
  const message = page.getByRole('listitem').filter({ hasText: 'Agreed with 2 findings' })
  await message.getByRole('button', { name: 'Undo' }).click()
  await expect.element(bar.getByText('3 left to decide')).toBeVisible()
  expect(decisions.size).toBe(0)

  page.getByRole('grid', { name: 'Findings' }).element().focus()
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(bar.getByText('3 selected of 3 left')).toBeVisible()
  await userEvent.keyboard('d')
  await expect.element(page.getByRole('dialog', { name: 'Dismiss 3 findings' })).toBeVisible()
  await userEvent.keyboard('2')
  await expect.poll(() => [...decisions.values()]).toEqual(['dismissed', 'dismissed', 'dismissed'])
})

test('another reason is typed, and the finding can be listed and restored', async () => {
  await show()
  await expect.element(heading('Oats')).toBeVisible()
  await userEvent.keyboard('d')
  await page.getByRole('button', { name: 'Another reason' }).click()
  await userEvent.keyboard('A case of it{Enter}')
  await expect.element(heading('Item 2')).toBeVisible()
  expect(dismissed[0]).toMatchObject({ reason: 'other', note: 'A case of it' })
  await page.getByRole('button', { name: 'Dismissed (1)' }).click()
  await expect.element(heading('Oats')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect.element(page.getByText('Nothing is dismissed.')).toBeVisible()
})

test('supporting findings are listed on request only', async () => {
  await show()
  await expect.element(page.getByRole('button', { name: 'All differences (3)' })).toBeVisible()
  await page.getByRole('button', { name: 'Codes that are right (5)' }).click()
  await expect.poll(() => location.search).toBe('?show=right-code')
})

test('no difference is said with what was read', async () => {
  state = { ...state, counts: { ...none, 'right-code': 3 } }
  findings.splice(0)
  await show()
  await expect.element(heading('No differences found')).toBeVisible()
  await expect.element(page.getByText(/^In 3 pictures that were read/)).toBeVisible()
})

test('the list says which rule a picture breaks', async () => {
  state = { ...state, counts: { ...none, check: 1 } }
  const message = 'Its longer side has 680 pixels; 900 or more are required.'
  findings.push({
    ...{ kind: 'check', rule: 'side', message, sha256: 'c'.repeat(64), view: 'A1C1' },
    item: { id: '9', name: 'Rye' },
  })
  await show()
  await expect.element(page.getByRole('row', { name: `Select Rye Rye ${message}` })).toBeVisible()
  findings.pop()
})
