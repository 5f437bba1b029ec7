import { QueryClientProvider } from '@tanstack/react-query'
import { afterAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { installBackend } from '../../testing/test-backend.ts'

const opened: string[] = []
const trouble = {
  directory: '/catalogs/north',
  name: 'North',
  code: 'locked',
  message: 'Another program is writing to this workspace. Wait until it has finished and try again.',
}
const other = {
  directory: '/catalogs/south',
  name: 'South',
  role: 'sandbox' as const,
  items: 3,
  lastOpenedAt: '2026-11-20T10:00:00.000Z',
  open: false,
  missing: false,
}
const starts: string[] = []
window.catalogDesk = {
  pageId: '1',
  isSafeMode: false,
  restart: async (mode: string) => void starts.push(mode),
} as unknown as NonNullable<typeof window.catalogDesk>
const uninstall = installBackend({
  workspaces: {
    list: () => ({ workspaces: [other], home: '/work', trouble }),
    open: ({ directory }: { directory: string }) => {
      opened.push(directory)
      return { workspaces: [other], home: '/work', current: directory }
    },
  },
})
afterAll(uninstall)

const { queryClient } = await import('../../rpc/client.ts')
const { NoWorkspaceScreen } = await import('./no-workspace-screen.tsx')
const { TooltipProvider } = await import('../../ui/overlays/tooltip.tsx')

test('shows the cause and all actions for a workspace that cannot be opened', async () => {
  await render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <NoWorkspaceScreen trouble={trouble} />
      </TooltipProvider>
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('heading', { name: 'North could not be opened' })).toBeVisible()
  await expect.element(page.getByRole('alert').getByText(trouble.message)).toBeVisible()
  await page.getByRole('button', { name: 'Open South' }).click()
  await expect.poll(() => opened).toEqual(['/catalogs/south'])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => opened).toEqual(['/catalogs/south', '/catalogs/north'])
  await page.getByRole('button', { name: 'Restart in safe mode' }).click()
  expect(starts).toEqual(['safe'])
})
