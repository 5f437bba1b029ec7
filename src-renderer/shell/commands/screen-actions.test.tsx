import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { noDialog, path, show } from '../../testing/shown-shell.tsx'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'

const { useRowCommands } = await import('./use-row-commands.ts')

const done: string[] = []
const Actions = () => (
  <>
    <Button onClick={() => done.push('columns')}>Columns</Button>
    <Button disabled>Compare</Button>
    <Button>Export all items…</Button>
    <ButtonLink href="/duplicates">Inspect twins</ButtonLink>
    <Menu
      trigger={<IconButton label="More actions" icon="…" />}
      actions={[{ label: 'Delete draft', onSelect: () => done.push('delete') }, null]}
    />
    <ul>
      <li>
        <Button>Delete Oats</Button>
      </li>
    </ul>
  </>
)
const inPalette = async (words: string) => {
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('combobox', { name: 'Search or go to' })).toHaveFocus()
  await userEvent.keyboard(words)
}
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)

test('the palette has the enabled buttons and menu entries of the screen, each once, and no buttons of rows', async () => {
  await show(<Actions />)
  await inPalette('delete')
  await expect.poll(options).toEqual(['Delete draft'])
  await userEvent.keyboard('{Enter}')
  await noDialog()
  await expect.poll(() => done).toEqual(['delete'])
  await expect.element(page.getByRole('button', { name: 'More actions' })).toHaveFocus()
  await inPalette('export all')
  await expect.poll(() => options().length).toBe(1)
  await userEvent.keyboard('{Escape}')
  await noDialog()
  await inPalette('inspect')
  await expect.poll(options).toEqual(['Inspect twins'])
  await userEvent.keyboard('{Escape}')
  await noDialog()
  await inPalette('compare')
  await expect.element(page.getByText(/Nothing matches/)).toBeVisible()
})

test('J, K, X and E work on the rows of a table, and not while typing', async () => {
  function Rows() {
    useRowCommands({ isSelectable: true })
    return (
      <table>
        <tbody>
          {['one', 'two'].map((name) => (
            <tr key={name}>
              <td>
                <input type="checkbox" aria-label={`Select ${name}`} />
              </td>
              <td>
                <a href={`/feeds/${name}`}>{name}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )
  }
  await show(<Rows />)
  await userEvent.keyboard('jj')
  await expect.element(page.getByRole('link', { name: 'two' })).toHaveFocus()
  await userEvent.keyboard('kx')
  await expect.element(page.getByRole('link', { name: 'one' })).toHaveFocus()
  await expect.element(page.getByRole('checkbox', { name: 'Select one' })).toBeChecked()
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.click()
  await userEvent.keyboard('jxe')
  await expect.element(note).toHaveValue('jxe')
  await expect.element(page.getByRole('checkbox', { name: 'Select one' })).toBeChecked()
  expect(path()).toBe('/catalog')
})

test('J, K and E work on marked lists; a screen decides what E does, and lists all keys in the help', async () => {
  const edited: string[] = []
  function Rows() {
    useRowCommands({ edit: (href) => edited.push(href) })
    return (
      <>
        <ul data-rows>
          <li>
            <a href="/catalog/i1">one</a>
          </li>
          <li>Without a link</li>
        </ul>
        <ul>
          <li>
            <a href="/help">Not a row</a>
          </li>
        </ul>
        <ul data-rows>
          <li>
            <a href="/catalog/i2">two</a>
          </li>
        </ul>
      </>
    )
  }
  await show(<Rows />)
  await userEvent.keyboard('jj')
  await expect.element(page.getByRole('link', { name: 'two' })).toHaveFocus()
  await userEvent.keyboard('ekek')
  expect(edited).toEqual(['/catalog/i2', '/catalog/i1'])
  await expect.element(page.getByRole('link', { name: 'one' })).toHaveFocus()
  await userEvent.keyboard('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const command of ['Next row', 'Previous row', 'Edit the row', 'Select the item'])
    await expect.element(dialog.getByText(command, { exact: true }).first()).toBeVisible()
  await expect.element(dialog.getByText('Main action of the screen or dialog')).toBeVisible()
})

test('Ctrl+Enter presses the main button of the dialog, else of the screen, also while typing', async () => {
  const pressed: string[] = []
  const Screen = () => {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Ask</Button>
        <Button variant="primary" onClick={() => pressed.push('screen')}>
          Queue
        </Button>
        <Dialog
          open={isOpen}
          onOpenChange={() => {}}
          title="Sure?"
          actions={
            <Button variant="primary" onClick={() => pressed.push('dialog')}>
              Yes
            </Button>
          }
        >
          <input aria-label="Name" />
        </Dialog>
      </>
    )
  }
  await show(<Screen />)
  await page.getByRole('textbox', { name: 'Note' }).click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(pressed).toEqual(['screen'])
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(pressed).toEqual(['screen', 'dialog'])
})
