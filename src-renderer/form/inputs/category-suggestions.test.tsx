import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { CategorySuggestion, CategoryTexts } from '../../../src-shared/catalog/model.ts'
import { kinds } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { IngestItem } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { installBackend } from '../../testing/test-backend.ts'
import { createFormStore, FormStoreProvider } from '../form-store.ts'
import { entryPlace, memberPlace, rootPlace } from '../place.ts'
import '../../ui/theme.css'

const asked: CategoryTexts[] = []
let found: CategorySuggestion[] = []
installBackend({
  catalog: {
    suggestCategories: (texts: CategoryTexts) => {
      asked.push(texts)
      return found
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { CategorySuggestions } = await import('./category-suggestions.tsx')

const { payload } = kinds.create
const item = entryPlace(rootPlace(payload.document.root), payload.itemMember, 0)
const member = payload.item.members.find(({ key }) => key === 'categoryId')
const chosen: string[] = []

function show(value: IngestItem) {
  if (!member) throw new Error('no category')
  return render(
    <QueryClientProvider client={queryClient}>
      <FormStoreProvider value={createFormStore({ item: [value] })}>
        <CategorySuggestions place={memberPlace(item, member)} onChoose={(id) => chosen.push(id)} />
      </FormStoreProvider>
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  queryClient.clear()
  asked.length = 0
  chosen.length = 0
  found = [
    { id: '10', name: 'Milk', around: 'Food', like: 'Oat drink 1 l', isSure: true },
    { id: '20', name: 'Rice', like: 'Basmati', isSure: false },
  ]
})

test('offers the categories of similar items, and takes the clicked one', async () => {
  await show({ ecommerceTitle: 'Oat drink', products: [{ brandId: 'b1', description: 'With calcium' }] })
  await page.getByRole('button', { name: 'Rice' }).click()
  expect(chosen).toEqual(['20'])
  expect(asked).toEqual([{ name: 'Oat drink', brandId: 'b1', description: 'With calcium', ingredients: '' }])
  await expect
    .element(page.getByRole('button', { name: 'Milk' }))
    .toHaveAttribute('title', 'Food › Milk, such as “Oat drink 1 l”')
})

test('shows nothing for an empty item, and without similar items', async () => {
  const { container, unmount } = await show({})
  expect(container.textContent).toBe('')
  expect(asked).toEqual([])
  await unmount()
  found = []
  const other = await show({ ecommerceTitle: 'Zzz' })
  await expect.poll(() => asked.length).toBe(1)
  await expect.poll(() => other.container.textContent).toBe('')
})
