import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { DraggedFile } from '../../src-shared/desktop-bridge.ts'

const started: DraggedFile[][] = []
let failure: Error | undefined
window.catalogDesk = {
  async startDrag(files: DraggedFile[]) {
    if (failure) throw failure
    started.push(files)
  },
} as Partial<typeof window.catalogDesk> as NonNullable<typeof window.catalogDesk>
const { DragHandle } = await import('./drag-handle.tsx')
const { Toaster } = await import('../ui/overlays/toast.tsx')
const { TooltipProvider } = await import('../ui/overlays/tooltip.tsx')

/** Begins a drag on the handle. @returns whether the page has left it to the host */
const beginDrag = (): boolean => {
  const event = new DragEvent('dragstart', { bubbles: true, cancelable: true })
  document.querySelector('[data-drag-files]')?.dispatchEvent(event)
  return event.defaultPrevented
}

test('a drag on the handle starts a drag with the files; a failure is shown', async () => {
  const files = [{ name: 'a.jpg', picture: '/pictures/1' }, { path: '/b.csv' }]
  await render(
    <TooltipProvider>
      <DragHandle label="Drag all pictures" files={() => files} />
      <Toaster theme="light" />
    </TooltipProvider>,
  )
  expect(beginDrag()).toBe(true)
  await vi.waitFor(() => expect(started).toEqual([files]))
  failure = new Error('The picture a.jpg is not on this computer.')
  beginDrag()
  await expect.element(page.getByText('The files could not be dragged')).toBeVisible()
})
