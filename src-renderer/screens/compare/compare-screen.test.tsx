import { QueryClientProvider } from '@tanstack/react-query'
import axe from 'axe-core'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const bodies: Record<string, string> = {
  a: '<name>Green tea</name><marketingDescription>Loose leaf tea</marketingDescription><otherDescription>same</otherDescription>',
  b: '<name>Green tea</name><marketingDescription>Loose fine tea</marketingDescription><otherDescription>same</otherDescription>',
  c: '<name>Black tea</name><otherDescription>same</otherDescription>',
}
installBackend({
  catalog: {
    item: ({ id }: { id: string }) => ({
      id,
      xml: `<item id="${id}">${bodies[id]}</item>`,
      namespace: 'https://ns.catalog-desk.example/item',
      pictures: [],
      retailerContent: [],
      receivedAt: '2026-11-01T00:00:00Z',
    }),
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { CompareScreen } = await import('./compare-screen.tsx')
const { TooltipProvider } = await import('../../ui/overlays/tooltip.tsx')

beforeEach(() => queryClient.clear())
function show(ids: string[]) {
  const { hook, searchHook } = memoryLocation({ path: `/compare?${ids.map((id) => `id=${id}`).join('&')}` })
  return render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <Router hook={hook} searchHook={searchHook}>
          <main>
            <CompareScreen />
          </main>
        </Router>
      </TooltipProvider>
    </QueryClientProvider>,
  )
}
const row = (name: RegExp) => page.getByRole('row', { name })

test('differing words are marked with `ins`; equal fields are shown on request', async () => {
  await show(['a', 'b'])
  await expect.element(row(/Marketing description/)).toBeVisible()
  expect(
    row(/Marketing description/)
      .element()
      .querySelector('ins')?.textContent,
  ).toBe('fine')
  await expect.element(row(/Other description/)).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Only differences' }).click()
  await expect.element(row(/Other description/)).toBeVisible()
  const { violations } = await axe.run(document.querySelector('main') ?? document.body)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
})

test('N and P move through the differences; an item can be removed', async () => {
  await show(['a', 'b', 'c'])
  await expect.element(row(/Marketing description/)).toBeVisible()
  await userEvent.keyboard('n')
  await expect.element(page.getByText(/^Difference 1 of/)).toBeVisible()
  await userEvent.keyboard('p')
  await expect.element(page.getByText(/^Difference (\d+) of \1$/)).toBeVisible()
  await page.getByRole('button', { name: 'Leave out Black tea' }).click()
  await expect.element(page.getByRole('columnheader', { name: /Black tea/ })).not.toBeInTheDocument()
})
