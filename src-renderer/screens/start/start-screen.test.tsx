import { ORPCError } from '@orpc/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

/** Promise for the answer to the running call; the test resolves or rejects it. */
let answer: PromiseWithResolvers<{ role: string }>
const calls: string[] = []
const call = (name: string) => {
  calls.push(name)
  return answer.promise
}
const workspaces: object[] = []
installBackend({
  workspaces: { list: () => Promise.resolve({ workspaces, home: '' }) },
  workspace: {
    startSample: () => call('sample'),
    startSandbox: ({ sample }: { sample: boolean }) => call(sample ? 'sandbox with sample' : 'sandbox'),
    connect: ({ address }: { address: string }) => call(`connect ${address}`),
  },
})
const { queryClient, rpc } = await import('../../rpc/client.ts')
const { StartScreen } = await import('./start-screen.tsx')

beforeEach(async () => {
  calls.length = 0
  answer = Promise.withResolvers()
  queryClient.clear()
  window.history.replaceState(null, '', '/')
  await render(
    <QueryClientProvider client={queryClient}>
      <StartScreen />
    </QueryClientProvider>,
  )
})
const button = (name: string) => page.getByRole('button', { name })
const cachedState = () => queryClient.getQueryData(rpc.workspace.state.queryKey())

test('there are three ways to start, the sample first, each in a section with a title', () => {
  const sections = page.getByRole('region').elements()
  expect(sections.map((section) => section.querySelector('h2')?.firstChild?.textContent)).toEqual([
    'Try the sample catalog',
    'Connect to a service',
    'Start an empty sandbox',
  ])
  expect(sections[0]?.textContent).toContain('Nothing leaves this computer')
})

test('the sample is recommended only in the first workspace', async () => {
  await expect.element(page.getByText('Recommended')).toBeVisible()
  workspaces.push({}, {})
  await queryClient.invalidateQueries()
  await expect.element(page.getByText('Recommended')).not.toBeInTheDocument()
  workspaces.length = 0
})

test('the sample shows its progress while it is created, then opens the catalog', async () => {
  const entries = window.history.length
  await button('Try the sample').click()
  await expect.element(page.getByRole('progressbar', { name: 'Preparing the sample catalog' })).toBeVisible()
  expect(page.getByRole('status').element().textContent).toMatch(/Making the products and pictures/)
  expect(page.getByRole('button').elements()).toEqual([])
  answer.resolve({ role: 'connected' })
  await expect.poll(() => window.location.pathname).toBe('/catalog')
  expect(cachedState()).toEqual({ role: 'connected' })
  // The history must not lead back to the start screen, which no longer exists.
  expect(window.history.length).toBe(entries)
})

test('while the sandbox is created, all choices are disabled; then the import opens', async () => {
  await button('Start empty').click()
  await expect.element(button('Start empty')).toBeDisabled()
  await expect.element(button('Try the sample')).toBeDisabled()
  await expect.element(button('Connect…')).toBeDisabled()
  answer.resolve({ role: 'sandbox' })
  await expect.poll(() => window.location.pathname).toBe('/import')
  expect(calls).toEqual(['sandbox'])
})

test.each(['Try the sample', 'Start empty'])(
  'when %s fails, the reason is shown and all choices are enabled again',
  async (name) => {
    await button(name).click()
    answer.reject(new ORPCError('CONFLICT', { message: 'The disk is full.' }))
    const alert = page.getByRole('alert')
    await expect.element(alert).toBeVisible()
    expect(alert.element().textContent).toContain('The disk is full.')
    for (const choice of ['Try the sample', 'Connect…', 'Start empty'])
      await expect.element(button(choice)).toBeEnabled()
    expect(window.location.pathname).toBe('/')
  },
)

test('the connection form replaces the choices, and Back shows them again', async () => {
  await button('Connect…').click()
  await expect.element(page.getByRole('region', { name: 'Connect to a service' })).toBeVisible()
  expect(button('Try the sample').elements()).toEqual([])
  await button('Back').click()
  await expect.element(button('Try the sample')).toBeVisible()
  await button('Connect…').click()
  await page.getByLabelText(/^Address/).fill('https://catalog.example')
  await page.getByLabelText(/^User name/).fill('desk')
  await page.getByLabelText(/^Password/).fill('secret')
  await button('Connect').click()
  answer.resolve({ role: 'connected' })
  await expect.poll(() => window.location.pathname).toBe('/sync')
  expect(calls).toEqual(['connect https://catalog.example'])
})
