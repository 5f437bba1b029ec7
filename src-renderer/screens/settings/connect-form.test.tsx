import { ORPCError } from '@orpc/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ConnectionInput } from '../../../src-shared/workspace/model.ts'
import { installBackend } from '../../testing/test-backend.ts'
import '../../ui/theme.css'

const requests: ConnectionInput[] = []
let refusal: string | undefined
let failure: ORPCError<string, unknown> | undefined
installBackend({
  workspace: {
    connect(input: ConnectionInput) {
      requests.push(input)
      if (failure && !input.proxy) throw failure
      if (refusal !== undefined) throw new ORPCError('FEEDS_WAIT', { message: refusal })
      return { role: 'connected' }
    },
  },
})
const { queryClient } = await import('../../rpc/client.ts')
const { ConnectForm } = await import('./connect-form.tsx')

beforeEach(async () => {
  requests.length = 0
  failure = undefined
  await render(
    <QueryClientProvider client={queryClient}>
      <ConnectForm onConnected={() => {}} onCancel={() => {}} />
    </QueryClientProvider>,
  )
})
const fill = async (address: string) => {
  await page.getByLabelText(/^Address/).fill(address)
  await page.getByLabelText(/^User name/).fill('desk')
  await page.getByLabelText(/^Password/).fill('secret')
}
const connect = () => page.getByRole('button', { name: 'Connect' }).click()
const warning = () => page.getByText('Others can read this connection')

test.each(['https://catalog.example', 'http://127.0.0.1:8642'])('%s needs no consent', async (address) => {
  await fill(address)
  expect(warning().query()).toBeNull()
  await connect()
  await expect
    .poll(() => requests)
    .toEqual([{ address, username: 'desk', password: 'secret', mediaHosts: [] }])
})

test('plain http to another computer shows a warning and needs consent', async () => {
  const address = 'http://catalog.example'
  await fill(address)
  await expect.element(warning()).toBeVisible()
  await connect()
  await expect
    .element(page.getByText('Agree to it, or enter an address that begins with https://.'))
    .toBeVisible()
  expect(requests).toEqual([])
  await page.getByRole('checkbox', { name: 'Connect over plain http anyway' }).click()
  await connect()
  await expect
    .poll(() => requests)
    .toEqual([{ address, username: 'desk', password: 'secret', mediaHosts: [], allowPlainHttp: true }])
})

test('with waiting feeds of the current service, the form offers a choice and sends it with the next attempt', async () => {
  refusal = 'There are 2 feeds of another service.'
  await fill('https://other.example')
  await connect()
  await expect.element(page.getByText('There are 2 feeds of another service.')).toBeVisible()
  await page.getByRole('radio', { name: 'Take the waiting ones back as drafts' }).click()
  refusal = undefined
  await connect()
  await expect.poll(() => requests.map(({ feeds }) => feeds)).toEqual([undefined, 'withdraw'])
})

test('the first field with a problem gets the focus; its problem disappears on typing', async () => {
  await fill('catalog.example')
  await connect()
  const problem = page.getByText('Enter the full address, beginning with https:// or http://.')
  await expect.element(problem).toBeVisible()
  await expect.element(page.getByLabelText(/^Address/)).toHaveFocus()
  expect(requests).toEqual([])
  await page.getByLabelText(/^Address/).fill('https://catalog.example')
  expect(problem.query()).toBeNull()
})

test('a failure names the steps that worked, the one that failed and those not tried', async () => {
  const message = 'The service refused the user name or the password.'
  failure = new ORPCError('credentials', { message, data: { problems: [], step: 'credentials' } })
  await fill('https://catalog.example')
  await connect()
  await expect.element(page.getByText(message)).toBeVisible()
  const steps = page.getByRole('list', { name: 'Steps of the connection' }).getByRole('listitem')
  const outcomes = steps
    .elements()
    .map((step) => `${step.querySelector('[role=img]')?.getAttribute('aria-label')} ${step.textContent}`)
  expect(outcomes.slice(4)).toEqual([
    'Worked: Get an answer',
    'Failed: Log in with the user name and the password',
    'Not tried: Find the catalog at this address',
    'Not tried: Read the answer',
  ])
})

test('a proxy that asks for an account shows its fields, and the account is sent', async () => {
  const message = 'The proxy http://proxy.example:3128 asks for a user name and a password.'
  const problems = [{ code: 'PROXY_PASSWORD_NEEDED', path: 'proxyUsername', message }]
  failure = new ORPCError('unreachable', { message, data: { problems, step: 'proxy' } })
  await fill('https://catalog.example')
  expect(page.getByLabelText(/at the proxy/).elements()).toEqual([])
  await connect()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(page.getByLabelText(/^User name at the proxy/)).toHaveFocus()
  await page.getByLabelText(/^User name at the proxy/).fill('ana')
  await page.getByLabelText(/^Password at the proxy/).fill('open')
  await connect()
  await expect.poll(() => requests.at(-1)?.proxy).toEqual({ username: 'ana', password: 'open' })
})
