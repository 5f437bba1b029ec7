import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { UpdateState } from '../../src-shared/update-state.ts'
import '../ui/theme.css'

let update: UpdateState | undefined
const actions: string[] = []
let tell = (): void => {}
window.catalogDesk = {
  updateState: async () => update,
  actOnUpdate: async (action: string) => void actions.push(action),
  onUpdate: (listener: () => void) => {
    tell = listener
    return () => {}
  },
} as NonNullable<typeof window.catalogDesk>
const { queryClient } = await import('../rpc/client.ts')
const { UpdateNotice } = await import('./update-notice.tsx')

const offered: UpdateState = {
  version: '1.0.0',
  step: 'offered',
  offer: { version: '1.1.0', notes: '' },
  waitsFor: [],
  installsOnQuit: false,
}
async function show(shown: UpdateState): Promise<void> {
  update = shown
  await render(
    <QueryClientProvider client={queryClient}>
      <UpdateNotice />
    </QueryClientProvider>,
  )
}
beforeEach(() => queryClient.clear())
const notice = page.getByRole('status')

test('announces a version until it is put off, and again when it is downloaded', async () => {
  await show(offered)
  await expect.element(page.getByText('Catalog Desk 1.1.0 is available.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Show' })).toHaveAttribute('href', '/settings#updates')
  await page.getByRole('button', { name: 'Later' }).click()
  await expect.poll(() => notice.elements().length).toBe(0)
  update = { ...offered, step: 'downloaded' }
  tell()
  await expect.element(page.getByText('Catalog Desk 1.1.0 is downloaded and can be installed.')).toBeVisible()
  update = { ...offered, step: 'downloaded', installsOnQuit: true }
  tell()
  await expect.poll(() => notice.elements().length).toBe(0)
})

test('tells that the version before was put back, until that is dismissed', async () => {
  await show({ ...offered, step: 'idle', offer: undefined, returned: { from: '1.1.0', reason: '', log: '' } })
  await expect
    .element(page.getByText(/^Version 1.1.0 did not work here. Version 1.0.0 was put back/))
    .toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expect(actions).toEqual(['dismiss'])
})
