import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ProfileList, RecordScore, RequirementProfile } from '../../../src-shared/completeness/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const profile = (name: string): RequirementProfile => ({
  name,
  kinds: ['create', 'refresh'],
  requirements: [{ path: 'categoryId', need: 'required' }],
})
let list: ProfileList = {
  profiles: ['Shelf', 'Shop'].map((name) => ({ id: name, isShipped: false, profile: profile(name) })),
  defaultId: 'Shelf',
  serviceId: 'service',
}
const score = (name: string, missing: RecordScore['missing']): RecordScore => ({
  score: missing.length === 0 ? 1 : 0,
  required: { met: 1 - missing.length, of: 1 },
  wished: { met: 0, of: 0 },
  missing,
  notChecked: [],
  profileId: name,
  profileName: name,
  kind: 'refresh',
})
let drafts: unknown[] = []
installBackend({
  completeness: {
    profiles: () => list,
    choose: ({ defaultId }: { defaultId: string }) => {
      list = { ...list, defaultId }
      return list
    },
    ofItem: ({ profileId = list.defaultId }: { profileId?: string }) =>
      score(
        profileId,
        profileId === 'Shelf'
          ? []
          : [
              {
                path: 'categoryId',
                label: 'Category',
                section: 'identity',
                kind: 'required',
                isAbsent: true,
                reason: 'not given',
              },
            ],
      ),
  },
  feeds: {
    createDraft(input: unknown) {
      drafts.push(input)
      return { id: 'd1' }
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { ItemCompleteness } = await import('./item-completeness.tsx')

beforeEach(() => {
  queryClient.clear()
  drafts = []
})

test('shows the score by the default profile, and the missing fields by another, each with a link to its draft field', async () => {
  await render(
    <QueryClientProvider client={queryClient}>
      <ItemCompleteness itemId="i1" />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('100 % by the profile Shelf')).toBeVisible()
  await page.getByText('Completeness', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Profile' }).selectOptions('Shop')
  // The chosen profile is that of the catalog, of Quality and of drafts too.
  await expect.poll(() => list.defaultId).toBe('Shop')
  await queryClient.invalidateQueries()
  await expect.element(page.getByText('0 % by the profile Shop, 1 field missing')).toBeVisible()
  await page.getByRole('button', { name: /^Category/ }).click()
  await expect.poll(() => drafts).toEqual([{ kind: 'refresh', fromItemIds: ['i1'] }])
  await expect
    .poll(() => `${location.pathname}${location.search}`)
    .toBe(`/feeds/d1?field=${encodeURIComponent('items/item[1]/categoryId')}`)
})
