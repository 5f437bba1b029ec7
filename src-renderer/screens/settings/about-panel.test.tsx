import { ORPCError } from '@orpc/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { connectedWorkspace } from '../../testing/connected-workspace.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

let report: string | undefined
installBackend({
  computer: { versions: () => [{ name: 'Chromium', version: '150.0' }] },
  workspace: {
    supportReport() {
      if (report === undefined) throw new ORPCError('CONFLICT', { message: 'The disk does not answer.' })
      return { text: report }
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { AboutPanel } = await import('./about-panel.tsx')
const { Toaster } = await import('../../ui/overlays/toast.tsx')

const packages = [
  { name: 'react', version: '19.3.1', identifier: 'MIT', text: 'Copyright (c) Meta' },
  { name: 'png-js', version: '1.0.0' },
]
const { fetch } = window
let answer: () => Response
beforeEach(async () => {
  queryClient.clear()
  // The list is a file of the build, which component tests do not have.
  vi.stubGlobal('fetch', async (address: RequestInfo | URL, init?: RequestInit) =>
    address === '/assets/licenses.json' ? answer() : fetch(address, init),
  )
  await render(
    <QueryClientProvider client={queryClient}>
      <AboutPanel workspace={connectedWorkspace()} />
      <Toaster theme="light" />
    </QueryClientProvider>,
  )
})
afterEach(() => void vi.unstubAllGlobals())

test('shows the versions, and the license of each package inside', async () => {
  answer = () => Response.json(packages)
  await expect.element(page.getByText('Chromium 150.0')).toBeVisible()
  await page.getByText('Licenses of the packages inside').click()
  await expect.element(page.getByText('Licenses of 2 packages inside')).toBeVisible()
  await page.getByText('react 19.3.1').click()
  await expect.element(page.getByText('Copyright (c) Meta')).toBeVisible()
  await page.getByText('png-js 1.0.0').click()
  await expect.element(page.getByText('The package contains no text of its license.')).toBeVisible()
})

test('says so if the list is missing, and tries again', async () => {
  answer = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
  await page.getByText('Licenses of the packages inside').click()
  await expect.element(page.getByText('The build of the program has not made the list.')).toBeVisible()
  answer = () => Response.json(packages)
  await page.getByRole('button', { name: /again/i }).click()
  await expect.element(page.getByText('Licenses of 2 packages inside')).toBeVisible()
})

test('saves a report for support as a file, or says why not', async () => {
  const saved: { name: string; address: string }[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, address: this.href })
  })
  const save = page.getByRole('button', { name: 'Save a report for support' })
  report = undefined
  await save.click()
  await expect.element(page.getByText('The disk does not answer.')).toBeVisible()
  expect(saved).toEqual([])
  report = '# Program'
  await save.click()
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['catalog-desk-report.txt'])
  vi.restoreAllMocks()
})
