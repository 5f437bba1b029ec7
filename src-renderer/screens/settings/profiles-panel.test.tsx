import { ORPCError } from '@orpc/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type {
  ProfileList,
  RequirementProfile,
  StoredProfile,
} from '../../../src-shared/completeness/model.ts'
import { validateProfile } from '../../../src-shared/completeness/read-profile.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const shelf: RequirementProfile = {
  name: 'Shelf',
  kinds: ['create', 'refresh'],
  requirements: [{ path: 'ecommerceTitle', need: 'required', least: 5 }],
}
let list: ProfileList
let chosen: unknown[]
/** The error of reading the list; undefined while it succeeds. */
let failure: string | undefined
const store = (id: string, profile: RequirementProfile): StoredProfile => {
  const stored = { id, isShipped: false, profile }
  list = { ...list, profiles: [...list.profiles.filter((one) => one.id !== id), stored] }
  return stored
}
const find = (id: string) => list.profiles.find((one) => one.id === id) as StoredProfile
installBackend({
  completeness: {
    profiles() {
      if (failure !== undefined) throw new ORPCError('CONFLICT', { message: failure })
      return list
    },
    save({ id = 'new', profile }: { id?: string; profile: unknown }) {
      const read = validateProfile(profile)
      if ('problems' in read)
        throw new ORPCError('PROFILE_INVALID', {
          message: 'This is no requirement profile.',
          data: { problems: read.problems },
        })
      return store(id, read.profile)
    },
    duplicate: ({ id, name }: { id: string; name: string }) => store('copy', { ...find(id).profile, name }),
    delete({ id }: { id: string }) {
      const found = find(id)
      list = { ...list, profiles: list.profiles.filter((one) => one.id !== id) }
      return found
    },
    import({ text }: { text: string }) {
      if (text === 'broken') throw new ORPCError('PROFILE_INVALID', { message: 'This is not JSON.' })
      return store('imported', JSON.parse(text))
    },
    choose(input: unknown) {
      chosen.push(input)
      return list
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { ProfilesPanel } = await import('./profiles-panel.tsx')
const { Toaster } = await import('../../ui/overlays/toast.tsx')
const { TooltipProvider } = await import('../../ui/overlays/tooltip.tsx')

beforeEach(async () => {
  queryClient.clear()
  chosen = []
  failure = undefined
  list = {
    profiles: [
      { id: 'shelf', isShipped: true, profile: shelf },
      { id: 'own', isShipped: false, profile: { ...shelf, name: 'Our own' } },
    ],
    defaultId: 'shelf',
    serviceId: 'shelf',
  }
  await render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <ProfilesPanel />
        <Toaster theme="light" />
      </TooltipProvider>
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('row', { name: /Our own/ })).toBeVisible()
})
const button = (name: string) => page.getByRole('button', { name, exact: true })
const refetch = () => queryClient.invalidateQueries()

test('an example can be copied but not edited; a copy is edited in a table, and an invalid field is reported', async () => {
  expect(button('Edit Shelf').elements()).toEqual([])
  await button('More actions for Shelf').click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit profile' })
  await expect.element(dialog.getByLabelText(/^Name/)).toHaveValue('Shelf (copy)')
  await dialog.getByLabelText('Maximum characters of E-commerce title').fill('3')
  await dialog.getByRole('combobox', { name: 'Add a field' }).fill('net content')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('row', { name: /Net content/ })).toBeVisible()
  await dialog.getByLabelText('Importance of Net content').selectOptions('wished')
  await button('Save').click()
  await expect.element(dialog.getByRole('alert').getByText('requirements[1].most')).toBeVisible()
  await dialog.getByLabelText('Maximum characters of E-commerce title').fill('30')
  await button('Save').click()
  await expect.poll(() => dialog.elements().length).toBe(0)
  expect(find('copy').profile.requirements).toEqual([
    { path: 'ecommerceTitle', need: 'required', least: 5, most: 30 },
    { path: 'packageData/netWeight/measure', need: 'wished' },
  ])
})

test('Undo restores a deleted profile', async () => {
  await button('More actions for Our own').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.poll(() => list.profiles.length).toBe(1)
  await refetch()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => list.profiles.map(({ id }) => id)).toEqual(['shelf', 'own'])
})

test('a file can be imported; an invalid one shows the reason', async () => {
  const input = page.getByLabelText('Import…')
  await input.upload(new File(['broken'], 'broken.json'))
  await expect.element(page.getByText('This is not JSON.')).toBeVisible()
  await input.upload(new File([JSON.stringify({ ...shelf, name: 'From a file' })], 'shelf.json'))
  await expect.poll(() => list.profiles.map(({ id }) => id)).toContain('imported')
})

test('the profile for scoring items can be chosen', async () => {
  await page.getByRole('combobox', { name: 'Items are scored by' }).click()
  await page.getByRole('option', { name: 'Our own' }).click()
  await expect.poll(() => chosen).toEqual([{ defaultId: 'own' }])
})

test('each profile links to the quality of the catalog by that profile', async () => {
  const scores = (name: RegExp) => page.getByRole('row', { name }).getByRole('link', { name: 'Scores' })
  await expect.element(scores(/Our own/)).toHaveAttribute('href', '/quality?profile=own')
})

test('a list that cannot be read says why, and can be read again', async () => {
  failure = 'The disk does not answer.'
  void queryClient.resetQueries()
  await expect.element(page.getByText('The disk does not answer.')).toBeVisible()
  failure = undefined
  await page.getByRole('button', { name: /again/i }).click()
  await expect.element(page.getByRole('row', { name: /Our own/ })).toBeVisible()
})
