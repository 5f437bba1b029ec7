import { useEffect, useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../button.tsx'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { keepFocus } from './last-focus.ts'
import '../theme.css'

test('Escape closes a confirmation without running its action', async () => {
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

test('a key that follows the opening at once reaches the dialog', async () => {
  const keys: string[] = []
  function Example() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onKeyDown={({ key }) => key === 'd' && setOpen(true)}>Finding</Button>
        <Dialog open={open} onOpenChange={setOpen} title="Dismiss">
          <Button onKeyDown={({ key }) => keys.push(key)}>Misread</Button>
        </Dialog>
      </>
    )
  }
  await render(<Example />)
  await expect.element(page.getByRole('button', { name: 'Finding' })).toBeVisible()
  // A busy computer draws the next frame after the next key.
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  try {
    page.getByRole('button', { name: 'Finding' }).element().focus()
    await userEvent.keyboard('d')
    await userEvent.keyboard('3')
    expect(keys).toEqual(['3'])
  } finally {
    frames.mockRestore()
  }
})

test.each([
  ['part of the screen', 'Second'],
  ['screen', 'Heading'],
])('the focus goes to the %s if the opener is gone', async (place, focused) => {
  function Example() {
    const [open, setOpen] = useState(false)
    const [isGone, setGone] = useState(false)
    return (
      <main>
        <h1>Heading</h1>
        {(place !== 'screen' || !isGone) && (
          <section>
            {!isGone && <Button onClick={() => setOpen(true)}>Delete</Button>}
            {place !== 'screen' && <Button>Second</Button>}
          </section>
        )}
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title="Delete the draft?"
          description="It cannot be brought back."
          confirmLabel="Delete draft"
          onConfirm={() => {
            setGone(true)
            setOpen(false)
          }}
        />
      </main>
    )
  }
  await render(<Example />)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await expect.poll(() => document.activeElement?.textContent).toBe(focused)
})

test('the focus moves on when the element that has it is removed, not after a click on an empty place', async () => {
  function Rows() {
    const [rows, setRows] = useState(['First', 'Second', 'Third'])
    const root = useRef<HTMLElement>(null)
    useEffect(() => (root.current ? keepFocus(root.current) : undefined), [])
    return (
      <main ref={root}>
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <Button onClick={() => setRows(rows.filter((other) => other !== row))}>{row}</Button>
            </li>
          ))}
        </ul>
        <p>empty place</p>
        <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => setRows([])}>
          remove all
        </button>
      </main>
    )
  }
  await render(<Rows />)
  await page.getByRole('button', { name: 'First' }).click()
  await expect.element(page.getByRole('button', { name: 'Second' })).toHaveFocus()
  await page.getByText('empty place').click()
  await page.getByRole('button', { name: 'remove all' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Third' }).elements().length).toBe(0)
  expect(document.activeElement).toBe(document.body)
})

test('a double click opens a dialog, and a click outside closes it', async () => {
  let closings = 0
  function Example() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>New</Button>
        <Dialog
          open={open}
          onOpenChange={(next) => {
            if (!next) closings++
            setOpen(next)
          }}
          title="New feed"
        />
      </>
    )
  }
  await render(<Example />)
  const opener = page.getByRole('button', { name: 'New' }).element()
  const clickAt = (target: Element, detail: number) => {
    const { left, top } = target.getBoundingClientRect()
    const init = { bubbles: true, cancelable: true, detail, clientX: left + 1, clientY: top + 1 }
    target.dispatchEvent(new PointerEvent('pointerdown', { ...init, pointerType: 'mouse' }))
    target.dispatchEvent(new MouseEvent('click', init))
  }
  clickAt(opener, 1)
  await expect.element(page.getByRole('dialog', { name: 'New feed' })).toBeVisible()
  const backdrop = document.elementFromPoint(2, 2) as Element
  clickAt(backdrop, 2)
  expect(closings).toBe(0)
  clickAt(backdrop, 1)
  expect(closings).toBe(1)
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
})
