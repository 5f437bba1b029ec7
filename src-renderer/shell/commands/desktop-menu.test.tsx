import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ChosenCommand, MenuGroup } from '../../../src-shared/desktop-bridge.ts'

let shown: MenuGroup[] = []
let choose = (_chosen: ChosenCommand): void => {}
let calls = 0
const opened: string[] = []
let menus: string[][] = []
let choice: string | undefined
window.catalogDesk = {
  notify: async () => {},
  openItem: async (id: string) => void opened.push(id),
  async chooseFromMenu(labels: string[]) {
    menus.push(labels)
    return choice === undefined ? undefined : labels.indexOf(choice)
  },
  setMenuCommands: async (groups: MenuGroup[]) => {
    shown = groups
    calls++
  },
  onCommand(listener: typeof choose) {
    choose = listener
    return () => {
      choose = () => {}
    }
  },
} as Partial<typeof window.catalogDesk> as NonNullable<typeof window.catalogDesk>
const { path, shell, show } = await import('../../testing/shown-shell.tsx')
const { useCommands } = await import('./command-registry.ts')
const { itemCommands } = await import('./shortcuts.tsx')

const done: string[] = []
function Items() {
  useCommands('Items', [{ ...itemCommands.next, run: () => done.push('next') }])
  return null
}
const labelsIn = (place: MenuGroup['place']) =>
  shown.filter((group) => group.place === place).flatMap(({ commands }) => commands.map(({ label }) => label))
const command = (id: string) => shown.flatMap(({ commands }) => commands).find((one) => one.id === id)

beforeEach(() => {
  done.length = 0
  opened.length = 0
  menus = []
  choice = undefined
})

test('shows every command of the palette in its menu, with the keys that the person chose', async () => {
  shell.settings = { ...shell.settings, shortcuts: { '/quality': 'Mod+Q' } }
  await show(<Items />)
  await expect.poll(() => command('/quality')?.keys).toBe('Mod+Q')
  expect(labelsIn('go')).toEqual(
    expect.arrayContaining(['Quality', 'Catalog', 'Settings', 'Find duplicates']),
  )
  expect(labelsIn('actions').slice(0, 2)).toEqual(['Next item', 'Previous item'])
  expect(labelsIn('actions')).toContain('Make a backup now')
  expect(labelsIn('view')).toContain('Appearance: dark')
  expect(command('/catalog')).toMatchObject({ keys: 'G C', printedKeys: 'G C', isEnabled: true })
})

test('commands of another screen are listed, but not enabled', async () => {
  await show(<Items />)
  await expect.poll(() => command('next-item')?.isEnabled).toBe(true)
  expect(command('edit-item')?.isEnabled).toBe(false)
})

test('runs a chosen command; keys do nothing behind a dialog, as on the page', async () => {
  await show(<Items />)
  await expect.poll(() => command('next-item')?.isEnabled).toBe(true)
  choose({ id: 'next-item', isByKeys: true })
  choose({ id: 'edit-item', isByKeys: false })
  expect(done).toEqual(['next'])
  choose({ id: 'shortcuts', isByKeys: false })
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  choose({ id: 'next-item', isByKeys: true })
  expect(done).toEqual(['next'])
  choose({ id: 'next-item', isByKeys: false })
  expect(done).toEqual(['next', 'next'])
  await userEvent.keyboard('{Escape}')
  choose({ id: '/feeds', isByKeys: false })
  await expect.poll(path).toBe('/feeds')
})

test('tells the menu only what changes', async () => {
  await show(<Items />)
  await expect.poll(() => command('next-item')?.isEnabled).toBe(true)
  await expect.poll(() => calls).toBeGreaterThan(0)
  const before = calls
  await userEvent.click(page.getByRole('textbox', { name: 'Note' }))
  await userEvent.keyboard('abc')
  expect(calls).toBe(before)
})

const Rows = () => (
  <table>
    <tbody>
      <tr>
        <td>
          <a href="/catalog/17%2F4">Oats</a>
        </td>
        <td>Cereal</td>
      </tr>
      <tr>
        <td>
          <a href="/outbox/f1">Spring</a>
        </td>
        <td>Sent</td>
      </tr>
      <tr>
        <td>Total</td>
      </tr>
    </tbody>
  </table>
)
const rightClick = (text: string) =>
  userEvent.click(page.getByText(text, { exact: true }), { button: 'right' })

test('a row has a menu that opens it; an item also opens in a new window', async () => {
  await show(<Rows />)
  choice = 'Open in new window'
  await rightClick('Cereal')
  await expect.poll(() => opened).toEqual(['17/4'])
  choice = 'Open'
  await rightClick('Sent')
  await expect.poll(path).toBe('/outbox/f1')
  expect(menus).toEqual([['Open', 'Open in new window'], ['Open']])
})

test('links, and rows that lead nowhere, are left to the menu of the window', async () => {
  await show(<Rows />)
  await rightClick('Total')
  await rightClick('Oats')
  expect(menus).toEqual([])
})
