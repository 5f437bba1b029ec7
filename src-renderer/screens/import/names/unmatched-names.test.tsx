import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { UnmatchedNames } from '../../../../src-shared/import/names.ts'
import type { ImportReport } from '../../../../src-shared/import/report.ts'
import { clusterValues } from '../../../../src-shared/names/cluster-values.ts'
import { installBackend } from '../../../testing/test-backend.ts'
import '../../../ui/theme.css'

const brand = (name: string, count: number) => ({
  ...{ kind: 'brand' as const, column: 'brand', line: 2, became: 'keep' as const },
  name,
  count,
})
const others = Array.from({ length: 210 }, (_, index) => brand(`Brand ${index}`, 1))
const report: ImportReport = {
  columns: [],
  names: [
    brand('Unknown', 50),
    brand('Moorhen', 9),
    brand('MOORHEN', 2),
    brand('OATLARK', 3),
    brand('Otlark', 1),
    { ...brand('Various', 1), became: 'leave', isDecided: true },
    ...others,
  ],
  moreNames: {},
}
const entry = { id: 'b1', name: 'Oatlark' }
let decisions = 7
installBackend({
  imports: {
    nameMatches: () => ({
      matches: [
        { name: 'OATLARK', likeness: 'same', entry },
        { name: 'Otlark', likeness: 'near', entry },
      ],
      isCut: false,
    }),
    alikeNames: () => clusterValues(report.names.map(({ name, count }) => ({ text: name, count }))),
    nearNames: () => [],
  },
  names: {
    decided: () => ({ count: decisions }),
    forget: () => {
      decisions = 0
      return { forgotten: 7 }
    },
  },
})
const { queryClient } = await import('../../../rpc/client.ts')
const { UnmatchedNamesView } = await import('./unmatched-names.tsx')

let current: UnmatchedNames
function TestView() {
  const [names, setNames] = useState<UnmatchedNames>({ choices: {} })
  current = names
  return (
    <UnmatchedNamesView
      job="look"
      report={report}
      place={{ target: 'drafts', sandbox: false }}
      names={names}
      onNames={setNames}
    />
  )
}
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <TestView />
    </QueryClientProvider>,
  )
const choices = () => current.choices.brand ?? {}
const names = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => row.getAttribute('aria-label') ?? '')
const button = (name: string | RegExp) => page.getByRole('button', { name })

test('lists matches first, pages the others, and finds by name or entry', async () => {
  await show()
  await expect.poll(() => names().slice(0, 4)).toEqual(['OATLARK', 'Otlark', 'Unknown', 'Moorhen'])
  expect(names()).toHaveLength(200)
  await userEvent.click(button('Next'))
  expect(names()).toHaveLength(16)
  await userEvent.click(page.getByText('Most values'))
  expect(names()[0]).toBe('Unknown')
  await userEvent.fill(page.getByRole('searchbox', { name: 'Find names' }), 'oatl')
  await expect.poll(names).toEqual(['OATLARK', 'Otlark'])
})

test('accepts all matches at once, merges spellings, and undoes each step', async () => {
  await show()
  await userEvent.click(button('Accept 2 matches…'))
  await expect.element(page.getByRole('checkbox', { name: 'Accept Oatlark for Otlark' })).toBeChecked()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(choices()).toEqual({ OATLARK: { choose: 'b1' }, Otlark: { choose: 'b1' } })
  await userEvent.click(button('Merge alike names…'))
  await userEvent.click(button('Merge 1 value'))
  expect(choices()).toMatchObject({ MOORHEN: { as: 'Moorhen' }, OATLARK: { choose: 'b1' } })
  await userEvent.click(button('Undo'))
  await userEvent.click(button('Undo'))
  expect(choices()).toEqual({})
  await expect.element(button('Undo')).toBeDisabled()
})

test('works by keyboard: accepts, moves on, removes a choice, undoes', async () => {
  await show()
  await expect.poll(() => names()[0]).toBe('OATLARK')
  document.querySelector<HTMLElement>('tbody tr')?.focus()
  await userEvent.keyboard('a')
  expect(choices()).toEqual({ OATLARK: { choose: 'b1' } })
  await userEvent.keyboard('{ArrowDown}a')
  expect(Object.keys(choices())).toEqual(['OATLARK', 'Otlark'])
  await userEvent.keyboard('{Delete}')
  expect(Object.keys(choices())).toEqual(['OATLARK'])
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(Object.keys(choices())).toEqual(['OATLARK', 'Otlark'])
})

test('treats all names without a choice alike, and forgets choices for earlier files', async () => {
  await show()
  await userEvent.fill(page.getByRole('searchbox', { name: 'Find names' }), 'brand 20')
  await userEvent.click(button('All found…'))
  await userEvent.click(page.getByRole('menuitem', { name: 'Leave out: 11 names' }))
  expect(Object.keys(choices())).toHaveLength(11)
  expect(choices()).toMatchObject({ 'Brand 209': 'leave' })
  await userEvent.click(button('Forget…'))
  await userEvent.click(page.getByRole('button', { name: 'Forget', exact: true }))
  await expect.poll(() => decisions).toBe(0)
})
