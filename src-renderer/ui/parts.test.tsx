import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button, IconButton } from './button.tsx'
import { Checkbox, Switch } from './checkbox.tsx'
import { CodeView } from './code-view.tsx'
import { Combobox } from './combobox.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { SearchField, TextField } from './field.tsx'
import { KeyValue } from './key-value.tsx'
import { Menu } from './menu.tsx'
import { ScrollRegion } from './scroll-region.tsx'
import { Segmented } from './segmented.tsx'
import { type Option, Select } from './select.tsx'
import { Tabs } from './tabs.tsx'
import { TooltipProvider } from './tooltip.tsx'
import './theme.css'

const fruits: Option[] = [
  { value: 'a', label: 'Apple' },
  { value: 'b', label: 'Banana' },
]

test('a field is tied to its label, help and error', async () => {
  await render(<TextField label="Name" help="As printed." error="Enter a name." required />)
  const field = page.getByRole('textbox', { name: 'Name' })
  await expect.element(field).toHaveAccessibleDescription('Enter a name. As printed.')
  await expect.element(field).toBeInvalid()
  await expect.element(field).toBeRequired()
})

test('a search field clears, and is searched by its role', async () => {
  function Example() {
    const [text, setText] = useState('oat')
    return <SearchField label="Search" value={text} onValueChange={setText} />
  }
  await render(<Example />)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
})

test('a select chooses by keyboard and keeps a value that is not among its options', async () => {
  function Example() {
    const [value, setValue] = useState('x')
    return <Select label="Fruit" options={fruits} value={value} onValueChange={setValue} />
  }
  await render(<Example />)
  const select = page.getByRole('combobox', { name: 'Fruit' })
  await expect.element(select).toHaveTextContent('x')
  await select.click()
  await page.getByRole('option', { name: 'Banana' }).click()
  await expect.element(select).toHaveTextContent('Banana')
})

test('a combobox with a search of its own filters nothing itself', async () => {
  const asked: string[] = []
  function Example() {
    const [value, setValue] = useState<Option | null>(null)
    return (
      <Combobox
        label="Fruit"
        options={fruits}
        value={value}
        onValueChange={setValue}
        onSearch={(text) => asked.push(text)}
        status="2 fruits"
      />
    )
  }
  await render(<Example />)
  const box = page.getByRole('combobox', { name: 'Fruit' })
  await box.fill('zz')
  expect(asked.at(-1)).toBe('zz')
  await expect.element(page.getByText('2 fruits')).toBeVisible()
  await page.getByRole('option', { name: 'Banana' }).click()
  await expect.element(box).toHaveValue('Banana')
})

test('boxes and switches are found by their words', async () => {
  function Example() {
    const [on, setOn] = useState(false)
    return (
      <>
        <Checkbox label="Organic" checked={on} onCheckedChange={setOn} />
        <Switch label="Serve" help="On this computer only." checked={on} onCheckedChange={setOn} />
      </>
    )
  }
  await render(<Example />)
  await page.getByRole('checkbox', { name: 'Organic' }).click()
  await expect.element(page.getByRole('switch', { name: 'Serve' })).toBeChecked()
  await page.getByRole('switch', { name: 'Serve' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Organic' })).not.toBeChecked()
})

test('a confirmation is closed by Escape without doing anything', async () => {
  let done = 0
  function Example() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Delete</Button>
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title="Delete the draft?"
          description="It cannot be brought back."
          confirmLabel="Delete draft"
          onConfirm={() => done++}
          dangerous
        />
      </>
    )
  }
  await render(<Example />)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Delete the draft?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
  expect(done).toBe(0)
  await expect.element(page.getByRole('button', { name: 'Delete' })).toHaveFocus()
})

test('a menu runs the action one chooses', async () => {
  const chosen: string[] = []
  await render(
    <Menu
      trigger={<Button>More</Button>}
      actions={[
        { label: 'Copy', onSelect: () => chosen.push('copy') },
        null,
        { label: 'Delete', onSelect: () => chosen.push('delete') },
      ]}
    />,
  )
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  expect(chosen).toEqual(['delete'])
})

test('a busy button cannot be pressed twice; an icon button has a name', async () => {
  let pressed = 0
  await render(
    <TooltipProvider>
      <Button busy onClick={() => pressed++}>
        Save
      </Button>
      <IconButton label="Close" icon={<span />} onClick={() => pressed++} />
    </TooltipProvider>,
  )
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByRole('button', { name: 'Close' }).click()
  expect(pressed).toBe(1)
})

test('tabs show one panel, chosen by arrow keys', async () => {
  function Example() {
    const [tab, setTab] = useState<'one' | 'two'>('one')
    return (
      <Tabs
        label="Parts"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'one', label: 'One', panel: 'First' },
          { value: 'two', label: 'Two', count: 3, panel: 'Second' },
        ]}
      />
    )
  }
  await render(<Example />)
  await expect.element(page.getByText('First')).toBeVisible()
  await page.getByRole('tab', { name: 'One' }).click()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await expect.element(page.getByText('Second')).toBeVisible()
})

test('an absent fact is a dash to the eye and words to the ear', async () => {
  await render(<KeyValue entries={[{ label: 'Brand', value: '' }]} />)
  await expect.element(page.getByRole('definition')).toHaveTextContent('–not given')
})

test('XML can be read, and edited only where an edit is wanted', async () => {
  const edits: string[] = []
  const screen = await render(
    <div style={{ height: 200 }}>
      <CodeView label="XML" value="<a/>" />
    </div>,
  )
  const box = page.getByRole('textbox', { name: 'XML' })
  await expect.element(box).toMatchTextContent(/<a\/>/)
  await expect.element(box).toHaveAttribute('contenteditable', 'false')
  await screen.rerender(
    <div style={{ height: 200 }}>
      <CodeView label="XML" value="<a/>" onChange={(text) => edits.push(text)} />
    </div>,
  )
  await box.click()
  await userEvent.keyboard('b')
  await expect.poll(() => edits.at(-1)).toContain('b')
})

test('what stands out of sight in a part that scrolls does not make the page scroll', async () => {
  await render(
    <ScrollRegion style={{ height: 200 }} aria-label="Page">
      <div style={{ height: 5000 }} />
      <Segmented
        label="Theme"
        value="light"
        onValueChange={() => undefined}
        options={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
    </ScrollRegion>,
  )
  page.getByRole('radio', { name: 'Light' }).element().scrollIntoView()
  expect(page.getByLabelText('Page').element().scrollTop).toBeGreaterThan(4000)
  const { scrollHeight, clientHeight } = document.documentElement
  expect(scrollHeight).toBe(clientHeight)
})
