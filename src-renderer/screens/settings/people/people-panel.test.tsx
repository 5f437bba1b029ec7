import { QueryClientProvider } from '@tanstack/react-query'
import axe from 'axe-core'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { PersonEntry } from '../../../../src-shared/team/people-model.ts'
import type { Person } from '../../../../src-shared/team/person.ts'
import { installBackend } from '../../../testing/test-backend.ts'
import '../../../ui/theme.css'

let me: Person | null
let people: PersonEntry[]
let listFails = false
const entry = (name: string, more: Partial<PersonEntry> = {}): PersonEntry => ({
  ...{ name, role: 'author', isDisabled: false, hasPassword: true },
  ...{ madeAt: '2026-01-01T10:00:00.000Z', signedInAt: null, ...more },
})
const change = (name: string, more: Partial<PersonEntry>) => {
  people = people.map((one) => (one.name === name ? { ...one, ...more } : one))
  return people
}
installBackend({
  people: {
    me: () => ({ person: me, isEmpty: false }),
    list() {
      if (listFails) throw new Error('The list is not there.')
      return people
    },
    add({ name, role }: Person) {
      people = [...people, entry(name, { role })]
      return { name, password: 'only-once-made' }
    },
    setRole: ({ name, role }: Person) => change(name, { role }),
    setDisabled: ({ name, isDisabled }: PersonEntry) => change(name, { isDisabled }),
    newPassword: ({ name }: Person) => ({ name, password: 'fresh-word-made' }),
    remove({ name }: Person) {
      people = people.filter((one) => one.name !== name)
      return people
    },
  },
})
const { queryClient } = await import('../../../rpc/client.ts')
const { PeoplePanel } = await import('./people-panel.tsx')

beforeEach(() => {
  queryClient.clear()
  listFails = false
  me = { name: 'Ana', role: 'administrator' }
  people = [entry('Ana', { role: 'administrator', signedInAt: '2026-02-01T10:00:00.000Z' }), entry('Ben')]
})
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <main>
        <PeoplePanel />
      </main>
    </QueryClientProvider>,
  )
const row = (name: RegExp) => page.getByRole('row', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const choose = async (person: string, action: string) => {
  await button(`Actions for ${person}`).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('lists people, and adds one whose made password is shown once', async () => {
  await show()
  await expect.element(row(/Ben/)).toMatchTextContent(/Author.*never/)
  const { violations } = await axe.run(document.querySelector('main') ?? document.body)
  expect(violations.map(({ id }) => id)).toEqual([])
  await button('Add person').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add person' }).click()
  await expect.element(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByRole('textbox', { name: /Name/ }).fill('Cleo')
  await dialog.getByRole('button', { name: 'Add person' }).click()
  await expect.element(page.getByText('only-once-made')).toBeVisible()
  await button('Done').click()
  await expect.element(row(/Cleo/)).toBeVisible()
  expect(page.getByText('only-once-made').elements()).toEqual([])
})

test('disables, enables, gives a new password, and removes', async () => {
  await show()
  await choose('Ben', 'Disable')
  await expect.element(row(/Ben/)).toMatchTextContent(/Disabled/)
  await choose('Ben', 'Enable')
  await expect.element(row(/Ben/)).not.toMatchTextContent(/Disabled/)
  await choose('Ben', 'New password…')
  await button('Generate new password').click()
  await expect.element(page.getByText('fresh-word-made')).toBeVisible()
  await button('Done').click()
  await choose('Ben', 'Remove…')
  await button('Remove').click()
  await expect.poll(() => people.map(({ name }) => name)).toEqual(['Ana'])
})

test('a person without the role sees why, and without a team nothing is shown', async () => {
  me = { name: 'Ben', role: 'sender' }
  const shown = await show()
  await expect.element(page.getByText(/Only administrators of the team see/)).toBeVisible()
  await shown.unmount()
  queryClient.clear()
  me = null
  await show()
  expect(page.getByRole('heading', { name: 'People' }).elements()).toEqual([])
})

test('a list that cannot be loaded is said', async () => {
  listFails = true
  await show()
  await expect.element(page.getByText('The people cannot be shown')).toBeVisible()
})
