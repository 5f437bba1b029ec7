import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { outboxStateDescriptions } from '../../src-shared/outbox/outbox-state.ts'
import { StatusBadge } from './badge.tsx'
import { Button, IconButton } from './button.tsx'
import { Checkbox, Switch } from './checkbox.tsx'
import { CodeView } from './code-view.tsx'
import { Combobox } from './combobox.tsx'
import { CopyButton } from './copy-button.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { SearchField, TextField } from './field.tsx'
import { KeyValue } from './key-value.tsx'
import { Menu } from './menu.tsx'
import { Notice } from './notice.tsx'
import { PageHeader } from './page-header.tsx'
import { Pager } from './pager.tsx'
import { BlurUntilLoaded } from './picture.tsx'
import { PlainSelect } from './plain-select.tsx'
import { Meter, ProgressBar } from './progress-bar.tsx'
import { ScrollRegion } from './scroll-region.tsx'
import { Segmented } from './segmented.tsx'
import { type Option, Select } from './select.tsx'
import { ErrorState } from './states.tsx'
import { Tabs } from './tabs.tsx'
import { Toaster } from './toast.tsx'
import { TooltipProvider } from './tooltip.tsx'
import { byteSize, dateAndTime, dateOnly, relativeTime, shortCount, wholeNumber } from './words.ts'
import './theme.css'

const fruits: Option[] = [
  { value: 'a', label: 'Apple' },
  { value: 'b', label: 'Banana' },
]

test('a field is connected with its label, help and error', async () => {
  await render(<TextField label="Name" help="As printed." error="Enter a name." required />)
  const field = page.getByRole('textbox', { name: 'Name' })
  await expect.element(field).toHaveAccessibleDescription('Enter a name. As printed.')
  await expect.element(field).toBeInvalid()
  await expect.element(field).toBeRequired()
})

test('a search field has its role, and can be cleared', async () => {
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
  await expect.poll(() => asked.at(-1)).toBe('zz')
  await expect.element(page.getByText('2 fruits')).toBeVisible()
  await page.getByRole('option', { name: 'Banana' }).click()
  await expect.element(box).toHaveValue('Banana')
})

test('checkboxes and switches are found by their labels', async () => {
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

test('an absent value is shown as a dash and read as words', async () => {
  await render(<KeyValue entries={[{ label: 'Brand', value: '' }]} />)
  await expect.element(page.getByRole('definition')).toHaveTextContent('–not given')
})

test('XML can be read, and edited only when the view is an editor', async () => {
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

test('hidden content of a scrolling part does not make the page scroll', async () => {
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

describe('lists that open under a field, by the keyboard', () => {
  test('a select: opened, chosen and closed; Escape chooses nothing and the focus stays', async () => {
    function Example() {
      const [value, setValue] = useState('a')
      return <Select label="Fruit" options={fruits} value={value} onValueChange={setValue} />
    }
    await render(<Example />)
    const select = page.getByRole('combobox', { name: 'Fruit' })
    ;(select.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('option', { name: 'Apple' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Escape}')
    await expect.poll(() => page.getByRole('option').elements().length).toBe(0)
    await expect.element(select).toHaveFocus()
    expect(select.element().textContent).toBe('Apple')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('option', { name: 'Apple' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => select.element().textContent).toBe('Banana')
    await expect.element(select).toHaveFocus()
  })

  test('a select shows a value that is none of its options, and takes it back', async () => {
    function Example() {
      const [value, setValue] = useState('x')
      return (
        <PlainSelect aria-label="Fruit" options={fruits} value={value} onValueChange={setValue} none="No" />
      )
    }
    await render(<Example />)
    const select = page.getByRole('combobox', { name: 'Fruit' })
    await expect.element(select).toHaveValue('x')
    const words = [...(select.element() as HTMLSelectElement).options].map((option) => option.text)
    expect(words).toEqual(['No', 'Apple', 'Banana', 'x'])
    await select.selectOptions('No')
    await expect.element(select).toHaveValue('')
  })

  test('a combobox filters, says when nothing matches, and can be emptied', async () => {
    function Example() {
      const [value, setValue] = useState<Option | null>(null)
      return <Combobox label="Fruit" options={fruits} value={value} onValueChange={setValue} />
    }
    await render(<Example />)
    const box = page.getByRole('combobox', { name: 'Fruit' })
    await box.fill('zz')
    await expect.element(page.getByText('Nothing matches.')).toBeVisible()
    await box.fill('ban')
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(box).toHaveValue('Banana')
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.element(box).toHaveValue('')
  })

  test('a menu returns the focus; disabled actions do nothing', async () => {
    const chosen: string[] = []
    await render(
      <Menu
        trigger={<Button>More</Button>}
        actions={[
          { label: 'Copy', onSelect: () => chosen.push('copy') },
          { label: 'Delete', onSelect: () => chosen.push('delete'), disabled: true },
        ]}
      />,
    )
    const trigger = page.getByRole('button', { name: 'More' })
    ;(trigger.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem', { name: 'Copy' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(chosen).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(trigger).toHaveFocus()
  })
})

describe('visible choices', () => {
  test('segments: arrows choose, Tab passes, and a disabled group takes no choice', async () => {
    function Example({ disabled }: { disabled: boolean }) {
      const [value, setValue] = useState<string | undefined>(undefined)
      return (
        <Segmented
          label="Fruit"
          options={fruits}
          value={value}
          onValueChange={setValue}
          disabled={disabled}
        />
      )
    }
    const screen = await render(<Example disabled={false} />)
    expect(page.getByRole('radio', { checked: true }).elements()).toEqual([])
    await userEvent.tab()
    await userEvent.keyboard(' {ArrowRight}')
    await expect.element(page.getByRole('radio', { name: 'Banana' })).toBeChecked()
    await screen.rerender(<Example disabled />)
    await expect.element(page.getByRole('radio', { name: 'Apple' })).toBeDisabled()
  })

  test('a checkbox for several values shows when they differ', async () => {
    await render(
      <Checkbox label="All" labelHidden checked={false} indeterminate onCheckedChange={() => {}} />,
    )
    await expect.element(page.getByRole('checkbox', { name: 'All' })).toBePartiallyChecked()
  })
})

describe('states', () => {
  test('an error has a title and a reason, is announced at once, and has a button to try again', async () => {
    let tried = 0
    await render(
      <ErrorState title="The list cannot be shown" error={new TypeError('fetch')} onRetry={() => tried++} />,
    )
    const alert = page.getByRole('alert')
    // The browser's message for a failed call is not meant for people.
    expect(alert.element().textContent).toMatch(/^The list cannot be shown.*does not answer/)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => tried).toBe(1)
  })

  test('errors are announced at once; other notices are not', async () => {
    await render(
      <>
        <Notice title="Good to know" />
        <Notice tone="warn" title="Take care" />
        <Notice tone="bad" title="Broken" />
      </>,
    )
    expect(
      page
        .getByRole('note')
        .elements()
        .map((one) => one.textContent),
    ).toEqual(['Good to know'])
    expect(
      page
        .getByRole('alert')
        .elements()
        .map((one) => one.textContent),
    ).toEqual(['Take care', 'Broken'])
  })

  test('progress stays between 0 and 1, and has no number when it is unknown', async () => {
    await render(
      <>
        <ProgressBar label="Over" value={1.5} detail="150 of 100" />
        <ProgressBar label="Unknown" value={null} />
        <Meter
          label="Room"
          detail="6 of 4 GB"
          most={4}
          parts={[
            { value: 6, className: 'bg-accent' },
            { value: 0.0001, className: 'bg-good' },
          ]}
        />
      </>,
    )
    const over = page.getByRole('progressbar', { name: 'Over' })
    await expect.element(over).toHaveAttribute('aria-valuenow', '100')
    await expect.element(over).toHaveAttribute('aria-valuetext', '150 of 100')
    await expect
      .element(page.getByRole('progressbar', { name: 'Unknown' }))
      .not.toHaveAttribute('aria-valuenow')
    const room = page.getByRole('meter', { name: 'Room' })
    await expect.element(room).toHaveAttribute('aria-valuenow', '100')
    await expect.element(room).toHaveAttribute('aria-valuetext', '6 of 4 GB')
    const slightest = room.element().querySelector('.bg-good')
    expect(slightest?.getBoundingClientRect().width).toBeGreaterThan(1)
  })

  test('every state has its word', async () => {
    await render(
      <>
        <StatusBadge status="looked-for" />
        <StatusBadge status="interrupted" />
        <StatusBadge status="done" label="Done, 1 refused" />
      </>,
    )
    const looked = outboxStateDescriptions['looked-for'].label
    expect(document.body.textContent).toContain(`${looked}InterruptedDone, 1 refused`)
  })
})

describe('a long list', () => {
  test('the pager says which part is shown, and stops at the ends of the list', async () => {
    const turned: number[] = []
    const screen = await render(
      <section>
        <Pager offset={0} shown={100} total={1234} pageSize={100} onPage={(next) => turned.push(next)} />
      </section>,
    )
    await expect.element(page.getByText('1–100 of 1,234')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await page.getByRole('button', { name: 'Next' }).click()
    await screen.rerender(
      <section>
        <Pager offset={1200} shown={34} total={1234} pageSize={100} onPage={(next) => turned.push(next)} />
      </section>,
    )
    await expect.element(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await page.getByRole('button', { name: 'Previous' }).click()
    expect(turned).toEqual([2, 12])
  })
})

describe('words', () => {
  test.each([
    [wholeNumber(18_980), '18,980'],
    [shortCount(9_999), '9,999'],
    [shortCount(18_980), '19k'],
    [byteSize(999), '999 bytes'],
    [byteSize(4_700), '4.7 kB'],
    [byteSize(999_999), '1000 kB'],
    [byteSize(1_200_000_000_000), '1200 GB'],
    [dateOnly('not a date'), 'not a date'],
    [dateAndTime('not a date'), 'not a date'],
    [relativeTime('not a date'), 'not a date'],
    [relativeTime(new Date(Date.now() - 44_000).toISOString()), 'just now'],
    [relativeTime(new Date(Date.now() - 5 * 60_000).toISOString()), '5 minutes ago'],
    [relativeTime(new Date(Date.now() + 2 * 60_000 + 500).toISOString()), 'in 2 minutes'],
  ])('%s', (words, expected) => {
    expect(words).toBe(expected)
  })

  test('a time is shown in the time zone of this computer', () => {
    const moment = new Date(2026, 10, 21, 10, 17)
    expect(dateAndTime(moment.toISOString())).toBe('21 Nov 2026, 10:17')
    expect(dateOnly(moment.toISOString())).toBe('21 Nov 2026')
  })
})

test('copying shows a confirmation, or an error when the clipboard refuses', async () => {
  const texts: string[] = []
  let refuses = false
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      async writeText(text: string) {
        if (refuses) throw new Error('Not now.')
        texts.push(text)
      },
    },
  })
  await render(
    <TooltipProvider>
      <CopyButton text="9520000000011" label="Copy the GTIN" />
      <Toaster theme="light" />
    </TooltipProvider>,
  )
  await page.getByRole('button', { name: 'Copy the GTIN' }).click()
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(texts).toEqual(['9520000000011'])
  await expect.element(page.getByRole('button', { name: 'Copy the GTIN' })).toBeVisible()
  refuses = true
  await page.getByRole('button', { name: 'Copy the GTIN' }).click()
  await expect.element(page.getByText('The text could not be copied')).toBeVisible()
  await expect.element(page.getByText('Not now.')).toBeVisible()
  Reflect.deleteProperty(navigator, 'clipboard')
})

test('a picture is blurred until it is loaded, and has its text for assistive technology', async () => {
  const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  const screen = await render(<BlurUntilLoaded src={undefined} placeholder={dot} alt="Front" />)
  expect(screen.container.querySelectorAll('img')).toHaveLength(1)
  expect(page.getByRole('img', { name: 'Front' }).elements()).toEqual([])
  await screen.rerender(<BlurUntilLoaded src={`${dot}#`} placeholder={dot} alt="Front" />)
  await expect.poll(() => screen.container.querySelectorAll('img').length).toBe(1)
  expect(screen.container.querySelector('img')?.alt).toBe('Front')
})

test('the title of the window names the screen, or only the program while the name is unknown', async () => {
  const screen = await render(<PageHeader title="Feeds" back={{ href: '/catalog', label: 'Catalog' }} />)
  expect(document.title).toBe('Feeds · Catalog Desk')
  await expect.element(page.getByRole('link', { name: 'Catalog' })).toHaveAttribute('href', '/catalog')
  await screen.rerender(<PageHeader title={<em>Feeds</em>} />)
  expect(document.title).toBe('Catalog Desk')
})
