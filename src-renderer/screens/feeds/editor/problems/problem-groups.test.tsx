import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { DraftEdit } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { Draft, DraftProblemGroup } from '../../../../../src-shared/feeds/draft/model.ts'
import { installBackend } from '../../../../testing/test-backend.ts'
import type { DraftWork } from '../session/use-draft.ts'

let groups: DraftProblemGroup[] = []
installBackend({ feeds: { draftProblems: () => ({ groups, uncheckedCount: 0 }) } })
const { queryClient } = await import('../../../../rpc/client.ts')
const { ProblemGroups } = await import('./problem-groups.tsx')

const draft = { id: 'd1', kind: 'create', itemCount: 82, uncheckedCount: 0, revision: 1 } as Draft
const group = (more: Partial<DraftProblemGroup>): DraftProblemGroup => ({
  code: 'UNIT_UNKNOWN',
  path: 'packageData/netWeight/uom',
  column: 'packageData/netWeight/uom',
  severity: 'warning',
  message: 'A message.',
  differs: false,
  items: 1,
  suggested: 0,
  fixes: [],
  canRefresh: false,
  canDrop: false,
  ...more,
})
const unit = (found: string, value: string, items: number) =>
  group({
    found,
    items,
    suggested: items,
    fixes: [{ value, items }],
    example: { before: found, after: value, why: '' },
  })
const energy = group({
  code: 'ENERGY_NOT_OF_NUTRIENTS',
  path: 'products/product/grocery/nutritions/nutrition/energy',
  column: 'products/0/grocery/nutritions/0/energy',
  differs: true,
  items: 82,
  suggested: 63,
  fixes: [
    { value: '120', items: 1 },
    { value: '90', items: 1 },
  ],
  example: { before: '0', after: '120', why: 'Fat and so on.' },
})

/** The edits made; each removes the groups that it fixes. */
let made: DraftEdit[][] = []
const work = {
  edit: async (_label: string, edits: DraftEdit[], done?: (changed: never) => string) => {
    made.push(edits)
    const fixed = edits.flatMap((edit) => (edit.do === 'fix' ? edit.problem.found : []))
    groups = groups.filter(({ found = '' }) => !fixed.includes(found))
    const changed = { draft, items: 63 }
    told.push(done?.(changed as never) ?? '')
    await queryClient.invalidateQueries()
    return changed
  },
} as unknown as DraftWork
let told: string[] = []
beforeEach(() => {
  queryClient.clear()
  made = []
  told = []
})
const show = async (...shown: DraftProblemGroup[]) => {
  groups = shown
  await render(
    <QueryClientProvider client={queryClient}>
      <ProblemGroups
        draft={draft}
        work={work}
        onShow={() => undefined}
        onField={(problem) => told.push(`field ${problem.path}`)}
      />
    </QueryClientProvider>,
  )
}

test('fixes a group by keyboard, and moves the focus to the next fix', async () => {
  await show(unit('Fl', 'OZA', 31), unit('grms', 'GRM', 5))
  const fix = page.getByRole('button', { name: 'Fix 31' })
  await fix.click()
  await expect.element(page.getByRole('heading', { name: /“Fl” is not a unit/ })).not.toBeInTheDocument()
  expect(made).toEqual([
    [{ do: 'fix', problem: { code: 'UNIT_UNKNOWN', path: 'packageData/netWeight/uom', found: 'Fl' } }],
  ])
  await expect.element(page.getByRole('button', { name: 'Fix 5' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => made.length).toBe(2)
})

test('offers no single value for amounts of 82 items, and says which items stay', async () => {
  await show(energy)
  await expect.element(page.getByText(/For 19 items no right value is known/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Set for all…' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Fix 63' }).click()
  await expect.poll(() => told).toEqual(['Fixed 63 items; 19 items have no known value and stay as they are'])
})

test('removes the pictures that the service cannot fetch from all items, or opens the first address', async () => {
  const path = 'media/medium/url'
  await show(group({ code: 'PICTURE_UNREACHABLE', path, column: 'media/0/url', severity: 'error', items: 3 }))
  await expect
    .element(page.getByRole('heading', { name: '3 items: a picture that the service cannot fetch' }))
    .toBeVisible()
  await page.getByRole('button', { name: 'Enter an address' }).click()
  await page.getByRole('button', { name: 'Remove from 3 items' }).click()
  await expect
    .poll(() => made)
    .toEqual([[{ do: 'drop-pictures', problem: { code: 'PICTURE_UNREACHABLE', path, found: '' } }]])
  expect(told).toEqual([`field ${path}`, 'Removed pictures from 63 items'])
})

test('fixes all groups with a known value in one step', async () => {
  await show(unit('Fl', 'OZA', 31), group({ found: 'hogshead' }), energy)
  await page.getByRole('button', { name: 'Fix all' }).click()
  await expect.poll(() => made).toHaveLength(1)
  expect(made[0]?.map((edit) => edit.do === 'fix' && edit.problem.code)).toEqual([
    'UNIT_UNKNOWN',
    'ENERGY_NOT_OF_NUTRIENTS',
  ])
})

test('“Fix all” moves the focus to the next problem, or to the words that none is left', async () => {
  await show(unit('Fl', 'OZA', 31), unit('grms', 'GRM', 5), group({ found: 'hogshead' }))
  await page.getByRole('button', { name: 'Fix all' }).click()
  await expect.element(page.getByRole('list', { name: 'Problems of all items' })).toHaveFocus()
  groups = [unit('Fl', 'OZA', 31), unit('grms', 'GRM', 5)]
  await queryClient.invalidateQueries()
  await page.getByRole('button', { name: 'Fix all' }).click()
  await expect.element(page.getByText(/Every item fits/)).toHaveFocus()
})

test('a likely value is offered on its own, and is no part of “Fix all”', async () => {
  const maker = group({
    code: 'MANUFACTURER_REQUIRED',
    path: 'manufacturerId',
    column: 'manufacturerId',
    severity: 'error',
    items: 3,
    suggested: 2,
    isLikely: true,
    fixes: [{ value: 'm1', name: 'Northwind Mills', items: 2 }],
    example: {
      before: '',
      after: 'm1',
      why: 'The catalog’s other items of the brand are by “Northwind Mills”.',
    },
  })
  await show(unit('Fl', 'OZA', 31), unit('grms', 'GRM', 5), maker)
  await expect.element(page.getByText('For 2 problems the right value is known.')).toBeVisible()
  await page.getByRole('button', { name: 'Fix all' }).click()
  await expect
    .poll(() => made[0]?.map((edit) => edit.do === 'fix' && edit.problem.code))
    .toEqual(['UNIT_UNKNOWN', 'UNIT_UNKNOWN'])
  await expect.element(page.getByText(/For 1 item there is no suggestion/)).toBeVisible()
  await page.getByRole('button', { name: 'Use for 2 items' }).click()
  await expect.poll(() => made[1]).toMatchObject([{ problem: { code: 'MANUFACTURER_REQUIRED' } }])
})
