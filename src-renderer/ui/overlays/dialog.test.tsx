import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../button.tsx'
import { ConfirmDialog } from './dialog.tsx'
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
